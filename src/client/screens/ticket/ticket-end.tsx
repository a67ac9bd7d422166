import { directLink } from '#shared/links.ts'
import { attemptCode } from '#shared/attempt-code.ts'
import type { Attempt } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { CHECK, CROSS } from '../../ui/icons.ts'
import { WARNING } from '../../ui/first-icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { useAttemptMessages } from '../attempt/use-attempt-messages.ts'
import { Outcome } from '../outcome.tsx'
import { useProblemSentence } from '../problem/use-problem-sentence.ts'
import type { ShownAttempt } from '../attempt/state/attempt-view.ts'
import type { EvmTexts } from '../use-evm-messages.ts'
import { useServices } from '../use-services.ts'

type Props = { shown: ShownAttempt; messages: EvmTexts['ticket'] }

/** The outcome. The member returns to Telegram, where the same outcome is shown, and where a new attempt starts. */
export function TicketEnd({ shown, messages }: Props) {
  const { boot } = useServices()
  return (
    <Screen>
      <Result shown={shown} messages={messages} />
      <div className="actions">
        <a
          className="button button-primary"
          href={directLink(boot.bot, attemptCode(shown.attempt.id))}
        >
          {messages.back}
        </a>
      </div>
    </Screen>
  )
}

function Result({ shown, messages }: Props) {
  const attempt = useAttemptMessages(shown.attempt)
  const problem = useProblemSentence(findProblem(shown))
  const { state } = shown.attempt
  if (isDone(shown.attempt)) {
    const { name, sentence } = state === 'linked' ? messages.linked : messages.cosign.done
    return <Outcome icon={CHECK} tone="success" title={name} text={sentence} />
  }
  if (state === 'cancelled') {
    return <Outcome icon={CROSS} tone="plain" title={attempt.failed} text={attempt.cancelled} />
  }
  return (
    <Outcome
      icon={WARNING}
      tone="warning"
      title={attempt.failed}
      {...(problem !== null && { text: problem })}
    />
  )
}

/** The wallet is linked, or an owner's confirmation is given. */
function isDone({ state }: Attempt): boolean {
  return state === 'linked' || state === 'cosigned'
}

function findProblem({ attempt, failure }: ShownAttempt): ProblemCode | null {
  if (isDone(attempt) || attempt.state === 'cancelled') return null
  return (
    failure ?? attempt.errorCode ?? (attempt.state === 'expired' ? 'attempt-expired' : 'internal')
  )
}
