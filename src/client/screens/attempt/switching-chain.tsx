import { LiveAttempt, OpenAgain, Status } from './live-attempt.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useIsOnline } from '../screen/use-is-online.ts'
import { AttemptSteps } from './attempt-steps.tsx'
import type { ShownAttempt } from '../linking/attempt-view.ts'
import { useAcceptedChains } from './use-accepted-chains.ts'
import { useAttemptMessages } from './use-attempt-messages.ts'
import { useAttemptWallet } from './use-attempt-wallet.ts'

/** The wallet has connected on other chains only; it goes on as soon as the wallet reports an accepted one. */
export function SwitchingChain({ shown }: { shown: ShownAttempt }) {
  const { attempt } = shown
  const common = useAttemptMessages(attempt)
  const { switchChain } = useMessagesOf('evm')
  const { name } = useAttemptWallet(attempt)
  const chains = useAcceptedChains()
  const isOnline = useIsOnline()
  const opening = common.open(name)
  return (
    <LiveAttempt title={common.title} shown={shown} ways={{ link: null }}>
      <AttemptSteps shown={shown} opening={opening} />
      <Status
        text={isOnline ? switchChain({ chains, wallet: name }) : common.hintOffline}
        isStrong
      />
      <OpenAgain text={opening} />
    </LiveAttempt>
  )
}
