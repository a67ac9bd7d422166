import { useStore } from '../../ui/use-store.ts'
import { useEffect } from 'react'
import type { User } from '#shared/user.ts'
import { isolated } from '../../i18n/format.ts'
import { Cell } from '../../ui/cell.tsx'
import { PLANE } from '../../ui/first-icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { AttemptScreen } from '../attempt/attempt-screen.tsx'
import { EvmChoices } from '../connect/evm-choices.tsx'
import { PartMissing } from '../problem/part-missing.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { isOver } from '../attempt/state/attempt-view.ts'
import type { TicketPurpose } from '../member/member-state.ts'
import type { Preparation } from '../attempt/state/preparation.ts'
import { useCore } from '../use-core.ts'
import { type EvmTexts, useEvmMessages } from '../use-evm-messages.ts'
import { useServices } from '../use-services.ts'
import { Waiting } from '../waiting.tsx'
import { TicketEnd } from './ticket-end.tsx'

/** Our page in the browser, opened from Telegram for the ticket's one attempt. */
export function TicketScreen() {
  const { member } = useServices()
  const { preparations } = useCore()
  const state = useStore(member)
  const messages = useEvmMessages()
  if (messages.status === 'failed') {
    return <PartMissing onRetry={messages.retry} />
  }
  if (messages.status === 'waiting' || state.status !== 'ticket' || preparations.evm === null) {
    return <Waiting />
  }
  return (
    <OneAttempt
      id={state.attemptId}
      user={state.user}
      purpose={state.purpose}
      preparation={preparations.evm}
      messages={messages.value.ticket}
    />
  )
}

type Props = {
  id: string
  user: User
  purpose: TicketPurpose
  preparation: Preparation
  messages: EvmTexts['ticket']
}

function OneAttempt(props: Props) {
  const { attempts } = useCore()
  const shown = useStore(attempts.state)
  if (shown.status === 'none') return <Offer {...props} />
  if (shown.status === 'shown' && isOver(shown)) {
    return <TicketEnd shown={shown} messages={props.messages} />
  }
  return <AttemptScreen id={props.id} />
}

/** Shows the account before any wallet, because the link can be sent to another person. */
function Offer({ user, purpose, preparation, messages }: Props) {
  const state = useStore(preparation.state)
  useEffect(() => preparation.prepare(), [preparation])
  if (state.status === 'failed') {
    return <ProblemScreen code={state.code} onRetry={() => preparation.prepare()} />
  }
  // The purpose is also shown before any wallet.
  if (purpose === 'unknown') return <Waiting />
  const { title, whose, notYours } = purpose === 'cosign' ? messages.cosign : messages
  return (
    <Screen title={title}>
      <Section header={messages.account} footer={notYours}>
        <Cell
          icon={PLANE}
          title={<bdi>{user.firstName}</bdi>}
          {...(user.username !== null && { subtitle: <bdi>@{user.username}</bdi> })}
        />
      </Section>
      <Notice>{whose(isolated(user.firstName))}</Notice>
      <EvmChoices />
    </Screen>
  )
}
