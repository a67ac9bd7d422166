import { useStore } from '../../ui/use-store.ts'
import type { AskingMessages } from '../../i18n/asking/messages.ts'
import { isolated } from '../../i18n/format.ts'
import { Screen } from '../../ui/screen.tsx'
import { Missing } from '../missing.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { ShareActions } from '../share/share-actions.tsx'
import type { MadeRequestStore } from '../state/made-request.ts'
import type { MadeRequestView } from '../state/made-request-state.ts'
import type { Shown } from '../state/reading.ts'
import { Waiting } from '../waiting.tsx'
import { Worded } from '../worded.tsx'
import { useAskingWords } from '../use-asking-words.ts'
import { CounterSection } from './counter-section.tsx'
import { FactsSection } from './facts-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { RequestActions } from './request-actions.tsx'
import { useMadeRequest } from './use-made-request.ts'

/** A connect request as its maker sees it: who answered, how to spread it, and how to end it. */
export function MadeRequestScreen({ code }: { code: string }) {
  const ownWords = useAskingWords()
  const store = useMadeRequest(code)
  return <Worded words={ownWords}>{(words) => <Loaded store={store} words={words} />}</Worded>
}

type Props = { store: MadeRequestStore; words: AskingMessages }

function Loaded({ store, words }: Props) {
  const state = useStore(store.state)
  switch (state.status) {
    case 'loading':
      return <Waiting />
    case 'failed':
      if (state.code === 'not-found') return <Missing {...words.missing} />
      return <ProblemScreen code={state.code} onRetry={() => store.retry()} />
    case 'shown':
      return <Detail shown={state} store={store} words={words} />
  }
}

function Detail({ shown, store, words }: Props & { shown: Shown<MadeRequestView> }) {
  const { value, problem } = shown
  const { request, people } = value
  const { code, url, chat } = request
  return (
    <Screen title={chat === null ? words.anybody : isolated(chat.title)}>
      <CounterSection request={request} words={words} />
      <ProblemNotice code={problem} />
      {request.state === 'open' && (
        <>
          <ShareActions code={code} url={url} />
          <FactsSection request={request} words={words} />
        </>
      )}
      <RequestActions request={request} store={store} words={words} />
      <PeopleSection people={people} words={words} />
    </Screen>
  )
}
