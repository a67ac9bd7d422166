import { useStore } from '../../ui/use-store.ts'
import { useEffect, useMemo } from 'react'
import { formatTime } from '../../i18n/format.ts'
import type { AdminMessages } from '../../i18n/admin/messages.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { useAnnounce } from '../use-announce.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { AttemptsSection } from './attempts-section.tsx'
import { DeliveriesSection } from './deliveries-section.tsx'
import { FailingSections } from './failing-sections.tsx'
import { LinkedSection } from './linked-section.tsx'
import { createOverview, type OverviewStore, type ShownOverview } from '../state/overview.ts'
import { OverviewWaiting } from './overview-waiting.tsx'
import { UpstreamsSection } from './upstreams-section.tsx'
import { REFRESH } from '../../ui/icons/refresh.ts'

/** The numbers, renewed by a tap and on each return to the app. */
export function OverviewScreen({ words }: { words: AdminMessages }) {
  const { api } = useCore()
  const { now, telegram } = useServices()
  const store = useMemo(() => createOverview({ api, now }), [api, now])
  const state = useStore(store.state)
  useEffect(() => {
    void store.refresh()
    return telegram.onReturn(() => void store.refresh())
  }, [store, telegram])
  if (state.status === 'loading') return <OverviewWaiting title={words.title} />
  if (state.status === 'failed') {
    const code = state.code === 'not-admin' ? 'not-found' : state.code
    return <ProblemScreen code={code} onRetry={() => void store.refresh()} />
  }
  return <Shown words={words} store={store} state={state} />
}

type ShownProps = { words: AdminMessages; store: OverviewStore; state: ShownOverview }

function Shown({ words, store, state }: ShownProps) {
  const { language } = useSpeech()
  const { overview, askedAt, isBusy, problem } = state
  const asOf = words.asOf(formatTime(language, askedAt))
  useAnnounce(asOf)
  return (
    <Screen title={words.title} isBusy={isBusy}>
      <Section>
        <ActionCell
          icon={REFRESH}
          title={words.refresh}
          after={asOf}
          isBusy={isBusy}
          onPress={() => void store.refresh()}
        />
      </Section>
      <ProblemNotice code={problem} />
      <LinkedSection linked={overview.linked} words={words} />
      <AttemptsSection attempts={overview.attempts} words={words} />
      <FailingSections attempts={overview.attempts} words={words} />
      <UpstreamsSection upstreams={overview.upstreams} words={words.upstreams} />
      <DeliveriesSection
        webhook={overview.webhook}
        words={words.deliveries}
        onSendAgain={(eventId) => store.sendAgain(eventId)}
      />
    </Screen>
  )
}
