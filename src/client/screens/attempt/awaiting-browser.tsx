import { Screen } from '../../ui/screen.tsx'
import { PartScreen } from '../arriving/part-screen.tsx'
import type { ShownAttempt } from '../linking/attempt-view.ts'
import { type EvmTexts, useSection } from '../arriving/use-section.ts'
import { AttemptSteps } from './attempt-steps.tsx'
import { OpenAgain } from './open-again.tsx'
import { Status } from './status.tsx'
import { TimeLeft, useTime } from './time-left.tsx'
import { useAttemptMessages } from './use-attempt-messages.ts'
import { useLeave } from './use-leave.ts'
import { useAttemptWallet } from './use-attempt-wallet.ts'
import { WaysOn } from './ways-on.tsx'

type Props = { shown: ShownAttempt }

/** The attempt continues on our page in the browser; this screen waits for its result. */
export function AwaitingBrowser({ shown }: Props) {
  const messages = useSection('evm')
  return (
    <PartScreen part={messages}>
      {(ready) => <Elsewhere shown={shown} messages={ready.browser} />}
    </PartScreen>
  )
}

function Elsewhere({ shown, messages }: Props & { messages: EvmTexts['browser'] }) {
  const { attempt } = shown
  const common = useAttemptMessages(attempt)
  const { link } = useAttemptWallet(attempt)
  const time = useTime()
  const leave = useLeave(attempt)
  return (
    <Screen title={common.title}>
      <AttemptSteps shown={shown} opening={messages.open} />
      <Status text={messages.hint} />
      <OpenAgain text={messages.reopen} />
      <WaysOn
        attempt={attempt}
        link={link}
        linkTitle={messages.qrTitle}
        isProminent={false}
        onCancel={leave}
      />
      <TimeLeft until={attempt.expiresAt} time={time} />
    </Screen>
  )
}
