import { useMessages } from '../../i18n/use-localization.ts'
import { Section } from '../../ui/section.tsx'
import { useCore } from '../use-core.ts'
import { ChoiceCell } from './choice-cell.tsx'
import { useChoosing } from './use-choosing.ts'
import { PLANE, WALLET } from '../../ui/first-icons.ts'

type Props = {
  /** Code of the connect request that linking answers, or of the cosigning that an owner confirms. */
  purpose?: string
}

/** Wallet in Telegram in one tap, or any other TON wallet. */
export function TonSection({ purpose }: Props) {
  const { preparations } = useCore()
  const { connect } = useMessages()
  const choosing = useChoosing(preparations.ton, purpose)
  const getReady = () => void preparations.ton.warmUp()
  return (
    <Section>
      <ChoiceCell
        choosing={choosing}
        onIntent={getReady}
        choice="telegram-wallet"
        icon={PLANE}
        title={connect.telegramWallet}
        subtitle={connect.telegramWalletNote}
      />
      <ChoiceCell
        choosing={choosing}
        onIntent={getReady}
        choice="all-wallets"
        icon={WALLET}
        title={connect.otherWallets}
        subtitle={connect.otherWalletsNote}
      />
    </Section>
  )
}
