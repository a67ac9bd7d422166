import { useEffect, useState } from 'react'
import type { MadeRequest } from '#shared/request.ts'
import { useStore } from '../../use-store.ts'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { isolated, formatCount } from '../../i18n/format.ts'
import { Screen } from '../../ui/screen.tsx'
import { Missing } from '../problem/missing.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { ShareActions } from '../share/share-actions.tsx'
import { type MadeRequestStore, createMadeRequest } from './made-request.ts'
import { type MadeRequestView, isLive } from './made-request-state.ts'
import type { ShownReading } from '../reading/reading.ts'
import { Waiting } from '../screen/waiting.tsx'
import { PartScreen } from '../arriving/part-screen.tsx'
import { useSection } from '../arriving/use-section.ts'
import { PeopleSection } from './people-section.tsx'
import { RequestActions } from './request-actions.tsx'
import { startPoll } from '../reading/poll.ts'
import { useCore } from '../context/use-core.ts'
import { useServices } from '../context/use-services.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Counter } from '../../ui/counter.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { useAnnounce } from '../screen/use-announce.ts'
import { useRequestState } from '../requests/use-request-state.ts'
import { Cell } from '../../ui/cell.tsx'
import { FamilyNames } from '../account/family-names.tsx'
import { useOfferedFamilies } from '../device/use-offered-families.ts'

/** How often to poll for new answers, in milliseconds. */
const EVERY_MS = 3_000

/** A connect request as its maker sees it: who answered, how to share it, and how to close it. */
export function MadeRequestScreen({ code }: { code: string }) {
  const ownMessages = useSection('requesting')
  const store = useMadeRequest(code)
  return (
    <PartScreen part={ownMessages}>
      {(messages) => <Loaded store={store} messages={messages} />}
    </PartScreen>
  )
}

type Props = { store: MadeRequestStore; messages: RequestingMessages }

function Loaded({ store, messages }: Props) {
  const state = useStore(store.state)
  switch (state.status) {
    case 'loading':
      return <Waiting />
    case 'failed':
      if (state.code === 'not-found') return <Missing {...messages.missing} />
      return <ProblemScreen code={state.code} onRetry={() => store.retry()} />
    case 'shown':
      return <Detail shown={state} store={store} messages={messages} />
  }
}

function Detail({ shown, store, messages }: Props & { shown: ShownReading<MadeRequestView> }) {
  const { value, problem } = shown
  const { request, people } = value
  const { code, url, chat } = request
  return (
    <Screen title={chat === null ? messages.anybody : isolated(chat.title)}>
      <CounterSection request={request} messages={messages} />
      <ProblemNotice code={problem} />
      {request.state === 'open' && (
        <>
          <ShareActions code={code} url={url} />
          <FactsSection request={request} messages={messages} />
        </>
      )}
      <RequestActions
        request={request}
        store={store}
        messages={messages}
        isWithheld={people === 'withheld'}
      />
      <PeopleSection people={people} messages={messages} />
    </Screen>
  )
}

/** The member's own request, kept up to date: polled every few seconds while it is open, and on each return. */
function useMadeRequest(code: string): MadeRequestStore {
  const { api } = useCore()
  const { now, telegram } = useServices()
  const [store] = useState(() => createMadeRequest({ api, code, now }))
  useEffect(() => {
    void store.refresh()
    const poll = startPoll({
      ask: () => store.refresh(),
      isWanted: () => isLive(store.state.get()),
      isVisible: () => document.visibilityState === 'visible',
      onReturn: (listener) => telegram.onReturn(listener),
      everyMs: EVERY_MS,
    })
    const stopWaking = store.state.listen(() => poll.wake())
    // An answer to a closed request can be withdrawn, which no poll would notice.
    const stopReturn = telegram.onReturn(() => void store.refresh())
    return () => {
      stopReturn()
      stopWaking()
      poll.stop()
    }
  }, [store, telegram])
  return store
}

type CounterSectionProps = {
  request: MadeRequest
  messages: RequestingMessages
}

/** How many have answered, whether more can, and what the bot's message in the chat shows. */
function CounterSection({ request, messages }: CounterSectionProps) {
  const { language } = useLocalization()
  const { answered, message } = request
  const text = messages.answered(answered)
  const state = useRequestState(request, messages)
  const reported = request.state === 'open' && message !== 'none' ? message : null
  const isAmiss = reported === 'refused' || reported === 'left'
  useAnnounce(`${text}. ${state}`)
  return (
    <>
      <Section {...(reported !== null && !isAmiss && { footer: messages.post[reported] })}>
        <Counter text={text} number={formatCount(language, answered)} note={state} />
      </Section>
      {reported !== null && isAmiss && <Notice>{messages.post[reported]}</Notice>}
    </>
  )
}

type FactsSectionProps = {
  request: MadeRequest
  messages: RequestingMessages
}

/** What was chosen when the request was made. */
function FactsSection({
  request: { families, membersOnly },
  messages: { facts },
}: FactsSectionProps) {
  const hasChoice = useOfferedFamilies().includes('evm')
  return (
    <Section>
      <Cell title={membersOnly ? facts.members : facts.anybody} />
      {hasChoice && <Cell title={facts.wallets} after={<FamilyNames families={families} />} />}
    </Section>
  )
}
