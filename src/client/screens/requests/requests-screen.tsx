import { useEffect, useEffectEvent, useState } from 'react'
import type { ProblemCode } from '#shared/problem.ts'
import type { MadeRequest } from '#shared/request.ts'
import { listMadeRequests } from '#shared/api/list-made-requests.ts'
import { useStore } from '../../use-store.ts'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, LinkCell } from '../../ui/cell.tsx'
import { Hero } from '../../ui/hero.tsx'
import { PLANE } from '../../ui/first-icons.ts'
import { REFRESH, CHAT, LINK } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { MainAction } from '../screen/main-action.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { type RequestTargets, createRequestTargets } from './request-targets.ts'
import {
  findProblem,
  type ReadingState,
  type ShownReading,
  createReading,
  type ServerReading,
} from '../reading/reading.ts'
import { useCore } from '../context/use-core.ts'
import { useServices } from '../context/use-services.ts'
import { useSection } from '../arriving/use-section.ts'
import { Waiting } from '../screen/waiting.tsx'
import { PartScreen } from '../arriving/part-screen.tsx'
import { GroupSection } from './group-section.tsx'
import type { Api } from '../../api/call.ts'
import { useRequestState } from './use-request-state.ts'

type RequestsMessagesProp = { messages: RequestingMessages }

/** The connect requests that the member made, and a way to make a new one. */
export function RequestsScreen() {
  const { api } = useCore()
  const { preload, telegram } = useServices()
  const ownMessages = useSection('requesting')
  const [requests] = useState(() => createMadeRequests(api))
  const [places] = useState(() => createRequestTargets(api))
  const made = useStore(requests.state)
  const offered = useStore(places.state)
  const refresh = () => {
    void requests.refresh()
    void places.refresh()
  }
  const renew = useEffectEvent(refresh)
  useEffect(() => {
    renew()
    preload('new-request')
    return telegram.onReturn(() => renew())
  }, [preload, telegram])
  if (made.status === 'loading') return <Waiting />
  if (made.status === 'failed') {
    return <ProblemScreen code={made.code} onRetry={refresh} />
  }
  return (
    <PartScreen part={ownMessages}>
      {(messages) => (
        <Requests made={made} offered={offered} onRetry={refresh} messages={messages} />
      )}
    </PartScreen>
  )
}

type Props = RequestsMessagesProp & {
  made: ShownReading<readonly MadeRequest[]>
  offered: ReadingState<RequestTargets>
  onRetry: () => void
}

function Requests({ made, offered, onRetry, messages }: Props) {
  const { home } = useMessages()
  const { router } = useServices()
  const isEmpty = made.value.length === 0
  const canAsk = offersAnything(offered)
  // The text for an empty list depends on it.
  if (isEmpty && offered.status === 'loading') return <Waiting />
  return (
    <Screen {...(!isEmpty && { title: home.ask })} isBusy={offered.status === 'loading'}>
      {isEmpty ? (
        <Nothing canAsk={canAsk} messages={messages} />
      ) : (
        <Section header={messages.mine}>
          {made.value.map((request) => (
            <MadeRequestCell key={request.code} request={request} messages={messages} />
          ))}
        </Section>
      )}
      <Trouble code={made.problem ?? findProblem(offered)} onRetry={onRetry} />
      <GroupSection messages={messages} />
      {canAsk === true && (
        <MainAction
          text={messages.newRequest}
          onPress={() => router.open({ screen: 'new-request' })}
        />
      )}
    </Screen>
  )
}

/** Null as long as it is not known. */
function offersAnything(offered: ReadingState<RequestTargets>): boolean | null {
  if (offered.status !== 'shown') return null
  const { anywhere, chats } = offered.value
  return anywhere || chats.length > 0
}

/** Explains what requests are for, and whether the member can already ask. */
function Nothing({ canAsk, messages }: RequestsMessagesProp & { canAsk: boolean | null }) {
  const { name, sentence } = canAsk === false ? messages.cannot : messages.empty
  return (
    <Hero icon={PLANE} title={name}>
      {sentence}
    </Hero>
  )
}

function Trouble({ code, onRetry }: { code: ProblemCode | null; onRetry: () => void }) {
  const { actions } = useMessages()
  if (code === null) return null
  return (
    <>
      <ProblemNotice code={code} />
      <Section>
        <ActionCell icon={REFRESH} tone="accent" title={actions.retry} onPress={onRetry} />
      </Section>
    </>
  )
}

/** The connect requests that the member made, newest first. */
function createMadeRequests(api: Api): ServerReading<readonly MadeRequest[]> {
  return createReading(async () => (await api.call(listMadeRequests, {})).requests)
}

type MadeRequestCellProps = {
  request: MadeRequest
  messages: RequestingMessages
}

/** One of the member's own requests: its chat, how many answered, and whether it is open. */
function MadeRequestCell({ request, messages }: MadeRequestCellProps) {
  const { preload, router } = useServices()
  const state = useRequestState(request, messages)
  const { chat, code, answered } = request
  return (
    <LinkCell
      icon={chat === null ? LINK : CHAT}
      title={chat === null ? messages.anybody : <bdi>{chat.title}</bdi>}
      subtitle={
        <>
          {messages.answers(answered)}
          <br />
          {state}
        </>
      }
      onIntent={() => preload('made-request')}
      onPress={() => router.open({ screen: 'made-request', code })}
    />
  )
}
