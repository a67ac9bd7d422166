import { useStore } from '../../ui/use-store.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ProblemCode } from '#shared/problem.ts'
import type { MadeRequest } from '#shared/request.ts'
import type { AskingMessages } from '../../i18n/asking/messages.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { Hero } from '../../ui/hero.tsx'
import { PLANE } from '../../ui/icons/plane.ts'
import { REFRESH } from '../../ui/icons/refresh.ts'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { MainAction } from '../main-action.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { type AskingPlaces, createAskingPlaces } from '../state/asking-places.ts'
import { createMadeRequests } from '../state/made-requests.ts'
import { problemOf, type ReadingState, type Shown } from '../state/reading.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { useAskingWords } from '../use-asking-words.ts'
import { Waiting } from '../waiting.tsx'
import { Worded } from '../worded.tsx'
import { GroupSection } from '../group-section.tsx'
import { MadeRequestCell } from './made-request-cell.tsx'

type Words = { words: AskingMessages }

/** The connect requests that the member made, and the way to a new one. */
export function RequestsScreen() {
  const { api } = useCore()
  const { preload, telegram } = useServices()
  const ownWords = useAskingWords()
  const [requests] = useState(() => createMadeRequests(api))
  const [places] = useState(() => createAskingPlaces(api))
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
    <Worded words={ownWords}>
      {(words) => <Requests made={made} offered={offered} onRetry={refresh} words={words} />}
    </Worded>
  )
}

type Props = Words & {
  made: Shown<readonly MadeRequest[]>
  offered: ReadingState<AskingPlaces>
  onRetry: () => void
}

function Requests({ made, offered, onRetry, words }: Props) {
  const { home } = useMessages()
  const { router } = useServices()
  const isEmpty = made.value.length === 0
  const canAsk = offersAnything(offered)
  // What is said of nothing depends on it.
  if (isEmpty && offered.status === 'loading') return <Waiting />
  return (
    <Screen {...(!isEmpty && { title: home.ask })} isBusy={offered.status === 'loading'}>
      {isEmpty ? (
        <Nothing canAsk={canAsk} words={words} />
      ) : (
        <Section header={words.mine}>
          {made.value.map((request) => (
            <MadeRequestCell key={request.code} request={request} words={words} />
          ))}
        </Section>
      )}
      <Trouble code={made.problem ?? problemOf(offered)} onRetry={onRetry} />
      <GroupSection words={words} />
      {canAsk === true && (
        <MainAction
          text={words.newRequest}
          onPress={() => router.open({ screen: 'new-request' })}
        />
      )}
    </Screen>
  )
}

/** Null while it is not known. */
function offersAnything(offered: ReadingState<AskingPlaces>): boolean | null {
  if (offered.status !== 'shown') return null
  const { anywhere, chats } = offered.value
  return anywhere || chats.length > 0
}

/** What this is for, and whether the member can ask already. */
function Nothing({ canAsk, words }: Words & { canAsk: boolean | null }) {
  const { name, sentence } = canAsk === false ? words.cannot : words.empty
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
