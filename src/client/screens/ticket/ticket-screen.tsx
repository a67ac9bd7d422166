import { useEffect } from 'react'
import type { User } from '#shared/user.ts'
import { directLink } from '#shared/links.ts'
import { attemptCode } from '#shared/attempt-code.ts'
import type { Attempt } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { useStore } from '../../use-store.ts'
import { isolated } from '../../i18n/format.ts'
import { WARNING } from '../../ui/first-icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { AttemptScreen } from '../attempt/attempt-screen.tsx'
import { EvmChoices } from '../connect/evm-choices.tsx'
import { ForAccount } from '../person/for-account.tsx'
import { PartScreen } from '../arriving/part-screen.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { isOver, type ShownAttempt } from '../linking/attempt-view.ts'
import type { TicketPurpose } from '../member/member.ts'
import { NO_AIM, type Preparation } from '../linking/preparation.ts'
import { useCore, useServices } from '../context/context.ts'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { Waiting } from '../screen/waiting.tsx'
import { CHECK, CROSS } from '../../ui/icons.ts'
import { useAttemptMessages } from '../attempt/use-attempt-messages.ts'
import { Outcome } from '../screen/outcome.tsx'
import { Purpose } from '../screen/purpose.tsx'
import { useProblemSentence } from '../problem/use-problem-sentence.ts'

/** Our page in the browser, opened from Telegram for the ticket's one attempt. */
export function TicketScreen() {
  const { member } = useServices()
  const { preparations } = useCore()
  const state = useStore(member)
  const messages = useSection('evm')
  if (state.status !== 'ticket' || preparations.evm === null) return <Waiting />
  return (
    <PartScreen part={messages}>
      <OneAttempt
        id={state.attemptId}
        user={state.user}
        purpose={state.purpose}
        preparation={preparations.evm}
      />
    </PartScreen>
  )
}

type Props = {
  id: string
  user: User
  purpose: TicketPurpose
  preparation: Preparation
}

function OneAttempt(props: Props) {
  const { attempts } = useCore()
  const shown = useStore(attempts.state)
  if (shown.status === 'none') return <Offer {...props} />
  if (shown.status === 'shown' && isOver(shown)) {
    return <TicketEnd shown={shown} />
  }
  return <AttemptScreen id={props.id} />
}

/** Shows the account before any wallet, because the link can be sent to another person. */
function Offer({ user, purpose, preparation }: Props) {
  const { ticket } = useMessagesOf('evm')
  const state = useStore(preparation.state)
  useEffect(() => {
    preparation.prepare()
  }, [preparation])
  if (state.status === 'failed') {
    return <ProblemScreen code={state.code} onRetry={() => preparation.prepare()} />
  }
  // The purpose is also shown before any wallet.
  if (purpose === 'unknown') return <Waiting />
  const { title, whose, notYours } = purpose === 'cosign' ? ticket.cosign : ticket
  return (
    <Screen title={title}>
      <ForAccount footer={notYours} />
      <Purpose />
      <Notice>{whose(isolated(user.firstName))}</Notice>
      <EvmChoices aim={NO_AIM} />
    </Screen>
  )
}

type TicketEndProps = { shown: ShownAttempt }

/** The outcome. The member returns to Telegram, where the same outcome is shown, and where a new attempt starts. */
function TicketEnd({ shown }: TicketEndProps) {
  const { boot } = useServices()
  const { ticket } = useMessagesOf('evm')
  return (
    <Screen>
      <Result shown={shown} />
      <ForAccount />
      <div className="actions">
        <a
          className="button button-primary"
          href={directLink(boot.bot, attemptCode(shown.attempt.id))}
        >
          {ticket.back}
        </a>
      </div>
    </Screen>
  )
}

function Result({ shown }: TicketEndProps) {
  const { ticket } = useMessagesOf('evm')
  const attempt = useAttemptMessages(shown.attempt)
  const problem = useProblemSentence(findProblem(shown))
  const { state } = shown.attempt
  if (isDone(shown.attempt)) {
    const { name, sentence } = state === 'linked' ? ticket.linked : ticket.cosign.done
    return <Outcome icon={CHECK} tone="success" title={name} text={sentence} />
  }
  if (state === 'cancelled') {
    return <Outcome icon={CROSS} tone="plain" title={attempt.failed} text={attempt.cancelled} />
  }
  return <Outcome icon={WARNING} tone="warning" title={attempt.failed} text={problem} />
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
