import { Screen } from '../../ui/screen.tsx'
import { PartScreen } from '../arriving/part-screen.tsx'
import { type EvmTexts, useSection } from '../arriving/use-section.ts'
import { useIsOnline } from '../screen/use-is-online.ts'
import { AttemptSteps } from './attempt-steps.tsx'
import type { ShownAttempt } from '../linking/attempt-view.ts'
import { OpenAgain } from './open-again.tsx'
import { Status } from './status.tsx'
import { TimeLeft, useTime } from './time-left.tsx'
import { useAcceptedChains } from './use-accepted-chains.ts'
import { useAttemptMessages } from './use-attempt-messages.ts'
import { useAttemptWallet } from './use-attempt-wallet.ts'
import { useLeave } from './use-leave.ts'
import { WaysOn } from './ways-on.tsx'

type Props = { shown: ShownAttempt }

/** The wallet has connected on other chains only; it goes on as soon as the wallet reports an accepted one. */
export function SwitchingChain({ shown }: Props) {
  const messages = useSection('evm')
  return (
    <PartScreen part={messages}>{(ready) => <Switch shown={shown} messages={ready} />}</PartScreen>
  )
}

function Switch({ shown, messages }: Props & { messages: EvmTexts }) {
  const { attempt } = shown
  const common = useAttemptMessages(attempt)
  const { name } = useAttemptWallet(attempt)
  const chains = useAcceptedChains(messages)
  const isOnline = useIsOnline()
  const leave = useLeave(attempt)
  const time = useTime()
  const opening = common.open(name)
  return (
    <Screen title={common.title}>
      <AttemptSteps shown={shown} opening={opening} />
      <Status
        text={isOnline ? messages.switchChain({ chains, wallet: name }) : common.hintOffline}
        isStrong
      />
      <OpenAgain text={opening} />
      <WaysOn attempt={attempt} link={null} isProminent={false} onCancel={leave} />
      <TimeLeft until={attempt.expiresAt} time={time} />
    </Screen>
  )
}
