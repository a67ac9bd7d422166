import type { TonWalletApp } from '#shared/boot.ts'
import { isolated } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { PLANE, WALLET } from '../../ui/first-icons.ts'
import { Section } from '../../ui/list.tsx'
import { WalletIcon } from '../../ui/wallet-icon.tsx'
import type { Aim } from '../linking/preparation.ts'
import { useCore, useServices } from '../context/context.ts'
import { ChoiceCell } from './choice-cell.tsx'
import { useChoosing } from '../linking/use-choosing.ts'

/** Of the tiles that are shown until the icons are here, in degrees. */
const HUE = 211

type Props = { aim: Aim }

/** Wallet in Telegram and the common wallets, each opened with one tap, and TON Connect's list of all. */
export function TonSection({ aim }: Props) {
  const { boot } = useServices()
  const { preparations } = useCore()
  const { connect } = useMessages()
  const choosing = useChoosing(preparations.ton, aim)
  const cell = { choosing, onIntent: () => void preparations.ton.warmUp() }
  const nameInTelegram = ({ name }: TonWalletApp) => connect.walletInTelegram(isolated(name))
  const first = boot.tonWallets.find(({ inTelegram }) => inTelegram)
  return (
    <Section>
      {first !== undefined && (
        <ChoiceCell
          {...cell}
          choice="telegram-wallet"
          icon={PLANE}
          title={nameInTelegram(first)}
          subtitle={connect.telegramWalletNote}
        />
      )}
      {boot.tonWallets
        .filter((wallet) => wallet !== first)
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
