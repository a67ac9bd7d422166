import { LiveAttempt, OpenAgain, Status } from './live-attempt.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import type { ShownAttempt } from '../linking/attempt-view.ts'
import { AttemptSteps } from './attempt-steps.tsx'
import { useAttemptMessages } from './use-attempt-messages.ts'
import { useAttemptWallet } from './use-attempt-wallet.ts'

/** The attempt continues on our page in the browser; this screen waits for its result. */
export function AwaitingBrowser({ shown }: { shown: ShownAttempt }) {
  const { attempt } = shown
  const { title } = useAttemptMessages(attempt)
  const { browser } = useMessagesOf('evm')
  const { link } = useAttemptWallet(attempt)
  return (
    <LiveAttempt title={title} shown={shown} ways={{ link, linkTitle: browser.qrTitle }}>
      <AttemptSteps shown={shown} opening={browser.open} />
      <Status text={browser.hint} />
      <OpenAgain text={browser.reopen} />
    </LiveAttempt>
  )
}
