import { useEffect } from 'react'
import { useMessages } from '../../i18n/use-localization.ts'
import { PLANE, WALLET } from '../../ui/first-icons.ts'
import { Section } from '../../ui/section.tsx'
import { useStore } from '../../ui/use-store.ts'
import { WalletIcon } from '../../ui/wallet-icon.tsx'
import type { Aim } from '../attempt/preparation.ts'
import { useCore } from '../use-core.ts'
import { ChoiceCell } from './choice-cell.tsx'
import { CellsToCome } from './choices-to-come.tsx'
import { type Choosing, useChoosing } from './use-choosing.ts'

/** How many wallets the server lists. */
const COMMON_COUNT = 3
/** Of the tiles that are shown until the icons are here, in degrees. */
const HUE = 211

type Props = { aim: Aim }

/** Wallet in Telegram and the common wallets, each opened with one tap, and TON Connect's list of all. */
export function TonSection({ aim }: Props) {
  const { preparations } = useCore()
  const { connect } = useMessages()
  const choosing = useChoosing(preparations.ton, aim)
  const onIntent = () => void preparations.ton.warmUp()
  return (
    <Section>
      <ChoiceCell
        choosing={choosing}
        onIntent={onIntent}
        choice="telegram-wallet"
        icon={PLANE}
        title={connect.telegramWallet}
        subtitle={connect.telegramWalletNote}
      />
      <CommonWallets choosing={choosing} onIntent={onIntent} />
      <ChoiceCell
        choosing={choosing}
        onIntent={onIntent}
        choice="all-wallets"
        icon={WALLET}
        title={connect.otherWallets}
      />
    </Section>
  )
}

type CommonProps = { choosing: Choosing; onIntent: () => void }

/** Without them, every wallet is still in the list of all. */
function CommonWallets(cell: CommonProps) {
  const { tonWallets } = useCore()
  const loading = useStore(tonWallets.state)
  useEffect(() => tonWallets.load(), [tonWallets])
  if (loading.status === 'waiting') return <CellsToCome lines={COMMON_COUNT} />
  if (loading.status === 'failed') return null
  return loading.value.map(({ appName, name, icon }) => (
    <ChoiceCell
      key={appName}
      {...cell}
      choice={`ton:${appName}`}
      tile={<WalletIcon path={icon} name={name} hue={HUE} />}
      title={<bdi>{name}</bdi>}
    />
  ))
}
