import { Screen } from '../../ui/screen.tsx'
import { PartScreen } from '../arriving/part-screen.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { useIsOnline } from '../screen/use-is-online.ts'
import { AttemptSteps } from './attempt-steps.tsx'
import type { ShownAttempt } from '../linking/attempt-view.ts'
import { OpenAgain } from './open-again.tsx'
import { Status } from './status.tsx'
import { TimeLeft } from './time-left.tsx'
import { useAcceptedChains } from './use-accepted-chains.ts'
import { useAttemptMessages } from './use-attempt-messages.ts'
import { useAttemptWallet } from './use-attempt-wallet.ts'
import { useLeave } from './use-leave.ts'
import { WaysOn } from './ways-on.tsx'

type Props = { shown: ShownAttempt }

/** The wallet has connected on other chains only; it goes on as soon as the wallet reports an accepted one. */
export function SwitchingChain({ shown }: Props) {
  return (
    <PartScreen part={useSection('evm')}>
      <Switch shown={shown} />
    </PartScreen>
  )
}

function Switch({ shown }: Props) {
  const { attempt } = shown
  const common = useAttemptMessages(attempt)
  const { switchChain } = useMessagesOf('evm')
  const { name } = useAttemptWallet(attempt)
  const chains = useAcceptedChains()
  const isOnline = useIsOnline()
  const leave = useLeave(attempt)
  const opening = common.open(name)
  return (
    <Screen title={common.title}>
      <AttemptSteps shown={shown} opening={opening} />
      <Status
        text={isOnline ? switchChain({ chains, wallet: name }) : common.hintOffline}
        isStrong
      />
      <OpenAgain text={opening} />
      <WaysOn attempt={attempt} link={null} isProminent={false} onCancel={leave} />
      <TimeLeft until={attempt.expiresAt} />
    </Screen>
  )
}
