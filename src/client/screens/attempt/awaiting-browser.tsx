import { Screen } from '../../ui/screen.tsx'
import { PartMissing } from '../problem/part-missing.tsx'
import type { ShownAttempt } from '../state/attempt-view.ts'
import { type EvmWords, useEvmWords } from '../use-evm-words.ts'
import { Waiting } from '../waiting.tsx'
import { AttemptSteps } from './attempt-steps.tsx'
import { OpenAgain } from './open-again.tsx'
import { Status } from './status.tsx'
import { TimeLeft } from './time-left.tsx'
import { useAttemptWords } from './use-attempt-words.ts'
import { useLeave } from './use-leave.ts'
import { useTime } from './use-time.ts'
import { useWalletOf } from './use-wallet-of.ts'
import { WaysOn } from './ways-on.tsx'

type Props = { shown: ShownAttempt }

/** The attempt goes on on our page in the browser; here its result is awaited. */
export function AwaitingBrowser({ shown }: Props) {
  const words = useEvmWords()
  if (words.status === 'waiting') return <Waiting />
  if (words.status === 'failed') {
    return <PartMissing onRetry={words.retry} />
  }
  return <Elsewhere shown={shown} words={words.value.browser} />
}

function Elsewhere({ shown, words }: Props & { words: EvmWords['browser'] }) {
  const { attempt } = shown
  const common = useAttemptWords(attempt)
  const { link } = useWalletOf(attempt)
  const time = useTime()
  const leave = useLeave(attempt)
  return (
    <Screen title={common.title}>
      <AttemptSteps shown={shown} opening={words.open} />
      <Status text={words.hint} />
      <OpenAgain text={words.reopen} />
      <WaysOn
        attempt={attempt}
        link={link}
        linkTitle={words.qrTitle}
        isProminent={false}
        onCancel={leave}
      />
      <TimeLeft until={attempt.expiresAt} time={time} />
    </Screen>
  )
}
