import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useMessages } from '../../i18n/use-speech.ts'
import type { WalletChoice } from '../../wallets/wallet-connector.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { Promises } from '../promises.tsx'
import { useAnnounce } from '../use-announce.ts'
import { PLANE } from '../../ui/icons/plane.ts'
import { WALLET } from '../../ui/icons/wallet.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { EYE } from '../../ui/icons/eye.ts'
import { PEN } from '../../ui/icons/pen.ts'
import { SHIELD } from '../../ui/icons/shield.ts'

/**
 * Choosing a wallet: Telegram's own in one tap, or any other TON wallet.
 *
 * @param request code of the connect request that linking is to answer
 */
export function Connect({ request }: { request?: string }) {
  const { preparation } = useCore()
  const { preload } = useServices()
  const { connect } = useMessages()
  const state = useStore(preparation.state)
  useEffect(() => {
    preparation.prepare(request)
    preload('attempt')
  }, [preparation, preload, request])
  if (state.status === 'failed') {
    return <ProblemScreen code={state.code} onRetry={() => preparation.prepare(request)} />
  }
  const { knows, free, never } = connect.promises
  const promises = [
    { ...knows, icon: EYE },
    { ...free, icon: PEN },
    { ...never, icon: SHIELD },
  ] as const
  return (
    <Screen title={connect.title}>
      <Section>
        <Choice
          choice="telegram-wallet"
          title={connect.telegramWallet}
          subtitle={connect.telegramWalletNote}
        />
        <Choice
          choice="all-wallets"
          title={connect.otherWallets}
          subtitle={connect.otherWalletsNote}
        />
      </Section>
      <Promises items={promises} />
    </Screen>
  )
}

type ChoiceProps = { choice: WalletChoice; title: string; subtitle: string }

function Choice({ choice, title, subtitle }: ChoiceProps) {
  const { preparation } = useCore()
  const { connect } = useMessages()
  const state = useStore(preparation.state)
  const isWanted = 'wanted' in state && state.wanted === choice
  const isBusy = isWanted && state.status === 'preparing'
  const change = isBusy ? connect.preparing : connect.openWallet
  useAnnounce(isWanted ? change : null)
  return (
    <ActionCell
      icon={choice === 'telegram-wallet' ? PLANE : WALLET}
      title={title}
      subtitle={isBusy ? connect.preparing : subtitle}
      after={isWanted && !isBusy && <span className="pill">{connect.openWallet}</span>}
      isBusy={isBusy}
      onPress={() => preparation.choose(choice)}
    />
  )
}
