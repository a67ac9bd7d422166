import type { TonWalletApp } from '#shared/api/list-ton-wallets.ts'
import { isolated } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { PLANE, WALLET } from '../../ui/first-icons.ts'
import { Section } from '../../ui/section.tsx'
import { usePart } from '../../parts/use-part.ts'
import { WalletIcon } from '../../ui/wallet-icon.tsx'
import type { Aim } from '../linking/preparation.ts'
import { useCore } from '../context/use-core.ts'
import { ChoiceCell } from './choice-cell.tsx'
import { CellsToCome } from './choices-to-come.tsx'
import { useChoosing } from '../linking/use-choosing.ts'

/** How many wallets the server lists beside Wallet in Telegram. */
const COMMON_COUNT = 3
/** Of the tiles that are shown until the icons are here, in degrees. */
const HUE = 211

type Props = { aim: Aim }

/**
 * Wallet in Telegram and the common wallets, each opened with one tap, and TON Connect's list of all. Without the
 * wallets' names, Wallet in Telegram has its usual one, and every other wallet is still in the list of all.
 */
export function TonSection({ aim }: Props) {
  const { preparations, tonWallets } = useCore()
  const { connect } = useMessages()
  const loading = usePart(tonWallets)
  const choosing = useChoosing(preparations.ton, aim)
  const cell = { choosing, onIntent: () => void preparations.ton.warmUp() }
  const listed = loading.status === 'ready' ? loading.value : null
  const nameInTelegram = ({ name }: TonWalletApp) => connect.walletInTelegram(isolated(name))
  const first = listed?.find(({ inTelegram }) => inTelegram)
  return (
    <Section>
      {(listed === null || first !== undefined) && (
        <ChoiceCell
          {...cell}
          choice="telegram-wallet"
          icon={PLANE}
          title={first === undefined ? connect.telegramWallet : nameInTelegram(first)}
          subtitle={connect.telegramWalletNote}
        />
      )}
      {loading.status === 'waiting' && <CellsToCome lines={COMMON_COUNT} />}
      {listed
        ?.filter((wallet) => wallet !== first)
        .map((wallet) => (
          <ChoiceCell
            key={wallet.appName}
            {...cell}
            choice={`ton:${wallet.appName}`}
            tile={<WalletIcon path={wallet.icon} name={wallet.name} hue={HUE} />}
            title={wallet.inTelegram ? nameInTelegram(wallet) : <bdi>{wallet.name}</bdi>}
          />
        ))}
      <ChoiceCell {...cell} choice="all-wallets" icon={WALLET} title={connect.otherWallets} />
    </Section>
  )
}
