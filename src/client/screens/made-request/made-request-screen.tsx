import { useState } from 'react'
import type { ProblemCode } from '#shared/problem.ts'
import type { MadeRequest } from '#shared/request.ts'
import { useStore } from '../../use-store.ts'
import { isolated, formatCount } from '../../i18n/format.ts'
import { Screen } from '../../ui/screen.tsx'
import { useOnReturn, useQuery } from '../query/use-query.ts'
import { QueryScreen } from '../query/query-screen.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ShareActions } from '../share/share-actions.tsx'
import { createMadeRequest, isLive, type MadeRequestStore } from './made-request.ts'
import { PartScreen } from '../arriving/part-screen.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { PeopleSection } from './people-section.tsx'
import { RequestActions } from './request-actions.tsx'
import { usePoll } from '../query/use-poll.ts'
import { useCore, useServices } from '../context/context.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Counter } from '../../ui/counter.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Cell, Section } from '../../ui/list.tsx'
import { useAnnounce } from '../screen/use-announce.ts'
import { useRequestState } from '../requests/use-request-state.ts'
import { FamilyNames } from '../account/family-names.tsx'
import { useOfferedFamilies } from '../device/use-offered-families.ts'

/** A connect request as its maker sees it: who answered, how to share it, and how to close it. */
export function MadeRequestScreen({ code }: { code: string }) {
  const store = useMadeRequest(code)
  const query = useQuery(() => store)
  return (
    <PartScreen part={useSection('requesting')}>
      {({ missing }) => (
        <QueryScreen query={query} missing={missing}>
          {(request, problem) => <Detail request={request} problem={problem} store={store} />}
        </QueryScreen>
      )}
    </PartScreen>
  )
}

type DetailProps = {
  request: MadeRequest
  problem: ProblemCode | null
  store: MadeRequestStore
}

function Detail({ request, problem, store }: DetailProps) {
  const { anybody } = useMessagesOf('requesting')
  const people = useStore(store.people)
  const { code, url, chat } = request
  return (
    <Screen title={chat === null ? anybody : isolated(chat.title)}>
      <CounterSection request={request} />
      <ProblemNotice code={problem} />
      <PeopleSection people={people} />
      {request.state === 'open' && (
        <>
          <ShareActions code={code} url={url} />
          <FactsSection request={request} />
        </>
      )}
      <RequestActions request={request} store={store} isWithheld={people === 'withheld'} />
    </Screen>
  )
}

/** The member's own request, kept up to date: polled every few seconds while it is open, and on each return. */
function useMadeRequest(code: string): MadeRequestStore {
  const { api } = useCore()
  const { now } = useServices()
  const [store] = useState(() => createMadeRequest({ api, code, now }))
  usePoll({
    state: store.state,
    ask: () => store.renew(),
    isWanted: () => isLive(store.state.get()),
  })
  // An answer to a closed request can be withdrawn, which no poll would notice.
  useOnReturn(() => void store.renew())
  return store
}

type SectionProps = { request: MadeRequest }

/** How many have answered, whether more can, and what the bot's message in the chat shows. */
function CounterSection({ request }: SectionProps) {
  const { language } = useLocalization()
  const messages = useMessagesOf('requesting')
  const { answered, message } = request
  const text = messages.answered(answered)
  const state = useRequestState(request)
  const note = request.state === 'open' && message !== 'none' ? messages.post[message] : undefined
  const isAmiss = message === 'refused' || message === 'left'
  useAnnounce(`${text}. ${state}`)
  return (
    <>
      <Section footer={isAmiss ? undefined : note}>
        <Counter text={text} number={formatCount(language, answered)} note={state} />
      </Section>
      {isAmiss && note !== undefined && <Notice>{note}</Notice>}
    </>
  )
}

/** What was chosen when the request was made. */
function FactsSection({ request: { families, membersOnly } }: SectionProps) {
  const { facts } = useMessagesOf('requesting')
  const hasChoice = useOfferedFamilies().includes('evm')
  return (
    <Section>
      <Cell title={membersOnly ? facts.members : facts.anybody} />
      {hasChoice && <Cell title={facts.wallets} after={<FamilyNames families={families} />} />}
    </Section>
  )
}
