import { useStore } from '../../ui/use-store.ts'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { isolated } from '../../i18n/format.ts'
import { Screen } from '../../ui/screen.tsx'
import { Missing } from '../missing.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { ShareActions } from '../share/share-actions.tsx'
import type { MadeRequestStore } from './made-request.ts'
import type { MadeRequestView } from './made-request-state.ts'
import type { ShownReading } from '../reading/reading.ts'
import { Waiting } from '../waiting.tsx'
import { LocalizedScreen } from '../localized-screen.tsx'
import { useRequestingMessages } from '../use-requesting-messages.ts'
import { CounterSection } from './counter-section.tsx'
import { FactsSection } from './facts-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { RequestActions } from './request-actions.tsx'
import { useMadeRequest } from './use-made-request.ts'

/** A connect request as its maker sees it: who answered, how to share it, and how to close it. */
export function MadeRequestScreen({ code }: { code: string }) {
  const ownMessages = useRequestingMessages()
  const store = useMadeRequest(code)
  return (
    <LocalizedScreen messages={ownMessages}>
      {(messages) => <Loaded store={store} messages={messages} />}
    </LocalizedScreen>
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
      <RequestActions request={request} store={store} messages={messages} />
      <PeopleSection people={people} messages={messages} />
    </Screen>
  )
}
