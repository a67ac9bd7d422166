import type { ProblemCode } from '#shared/problem.ts'
import type { MadeRequest } from '#shared/request.ts'
import { doorCode } from '#shared/start-param.ts'
import { listChats, type RequestTargets } from '#shared/api/list-chats.ts'
import { listMadeRequests } from '#shared/api/list-made-requests.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Hero } from '../../ui/hero.tsx'
import { PLANE } from '../../ui/first-icons.ts'
import { OWNERS, CHAT, LINK } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/list.tsx'
import { RouteAction } from '../screen/bottom-actions.tsx'
import { usePreload } from '../screen/use-preload.ts'
import { RouteCell } from '../screen/route-cell.tsx'
import { RetryCell } from '../arriving/retry-cell.tsx'
import { QueryScreen } from '../query/query-screen.tsx'
import { findProblem, type QueryState } from '../query/query.ts'
import { useOnReturn, useRead } from '../query/use-query.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { Waiting } from '../screen/waiting.tsx'
import { PartScreen } from '../arriving/part-screen.tsx'
import { GroupSection } from './group-section.tsx'
import { useRequestState } from './use-request-state.ts'

/** The connect requests that the member made, newest first, and a way to make a new one. */
export function RequestsScreen() {
  const requests = useRead(listMadeRequests, {})
  const places = useRead(listChats, {})
  const refresh = () => {
    requests.refresh()
    places.refresh()
  }
  useOnReturn(refresh)
  usePreload('new-request')
  return (
    <PartScreen part={useSection('requesting')}>
      <QueryScreen query={{ ...requests, refresh }}>
        {({ requests: made }, problem) => (
          <Requests made={made} problem={problem} offered={places.state} onRetry={refresh} />
        )}
      </QueryScreen>
    </PartScreen>
  )
}

type Props = {
  made: readonly MadeRequest[]
  /** Why the last refresh failed. */
  problem: ProblemCode | null
  offered: QueryState<RequestTargets>
  onRetry: () => void
}

function Requests({ made, problem, offered, onRetry }: Props) {
  const { home } = useMessages()
  const messages = useMessagesOf('requesting')
  const isEmpty = made.length === 0
  const canAsk = offersAnything(offered)
  // The text for an empty list depends on it.
  if (isEmpty && offered.status === 'loading') return <Waiting />
  return (
    <Screen title={isEmpty ? undefined : home.ask} isBusy={offered.status === 'loading'}>
      {isEmpty ? (
        <Nothing canAsk={canAsk} />
      ) : (
        <Section header={messages.mine}>
          {made.map((request) => (
            <MadeRequestCell key={request.code} request={request} />
          ))}
        </Section>
      )}
      <Trouble code={problem ?? findProblem(offered)} onRetry={onRetry} />
      {offered.status === 'shown' && <DoorsSection chats={offered.value.chats} />}
      <GroupSection />
      {canAsk === true && <RouteAction to={{ screen: 'new-request' }} text={messages.newRequest} />}
    </Screen>
  )
}

/** What lets people into the groups that the member administers. */
function DoorsSection({ chats }: Pick<RequestTargets, 'chats'>) {
  const { doors, doorsNote } = useMessagesOf('requesting')
  if (chats.length === 0) return null
  return (
    <Section header={doors} footer={doorsNote}>
      {chats.map(({ id, title }) => (
        <RouteCell
          key={id}
          to={{ screen: 'door', code: doorCode(id) }}
          icon={OWNERS}
          title={<bdi>{title}</bdi>}
        />
      ))}
    </Section>
  )
}

/** Null as long as it is not known. */
function offersAnything(offered: QueryState<RequestTargets>): boolean | null {
  if (offered.status !== 'shown') return null
  const { anywhere, chats } = offered.value
  return anywhere || chats.length > 0
}

/** Explains what requests are for, and whether the member can already ask. */
function Nothing({ canAsk }: { canAsk: boolean | null }) {
  const { cannot, empty } = useMessagesOf('requesting')
  const { name, sentence } = canAsk === false ? cannot : empty
  return (
    <Hero icon={PLANE} title={name}>
      {sentence}
    </Hero>
  )
}

function Trouble({ code, onRetry }: { code: ProblemCode | null; onRetry: () => void }) {
  if (code === null) return null
  return (
    <>
      <ProblemNotice code={code} />
      <Section>
        <RetryCell onPress={onRetry} />
      </Section>
    </>
  )
}

/** One of the member's own requests: its chat, how many answered, and whether it is open. */
function MadeRequestCell({ request }: { request: MadeRequest }) {
  const messages = useMessagesOf('requesting')
  const state = useRequestState(request)
  const { chat, code, answered } = request
  return (
    <RouteCell
      to={{ screen: 'made-request', code }}
      icon={chat === null ? LINK : CHAT}
      title={chat === null ? messages.anybody : <bdi>{chat.title}</bdi>}
      subtitle={
        <>
          {messages.answers(answered)}
          <br />
          {state}
        </>
      }
    />
  )
}
