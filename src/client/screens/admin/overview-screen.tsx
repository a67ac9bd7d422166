import { useStore } from '../../ui/use-store.ts'
import { useEffect, useMemo } from 'react'
import { formatTime } from '../../i18n/format.ts'
import type { AdminMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
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
import { createOverview, type OverviewStore, type ShownOverview } from './overview.ts'
import { OverviewWaiting } from './overview-waiting.tsx'
import { UpstreamsSection } from './upstreams-section.tsx'
import { REFRESH } from '../../ui/icons.ts'

/** The numbers, refreshed by a tap and on each return to the app. */
export function OverviewScreen({ messages }: { messages: AdminMessages }) {
  const { api } = useCore()
  const { now, telegram } = useServices()
  const store = useMemo(() => createOverview({ api, now }), [api, now])
  const state = useStore(store.state)
  useEffect(() => {
    void store.refresh()
    return telegram.onReturn(() => void store.refresh())
  }, [store, telegram])
  if (state.status === 'loading') return <OverviewWaiting title={messages.title} />
  if (state.status === 'failed') {
    const code = state.code === 'not-admin' ? 'not-found' : state.code
    return <ProblemScreen code={code} onRetry={() => void store.refresh()} />
  }
  return <Shown messages={messages} store={store} state={state} />
}

type ShownProps = { messages: AdminMessages; store: OverviewStore; state: ShownOverview }

function Shown({ messages, store, state }: ShownProps) {
  const { language } = useLocalization()
  const { overview, askedAt, isBusy, problem } = state
  const asOf = messages.asOf(formatTime(language, askedAt))
  useAnnounce(asOf)
  return (
    <Screen title={messages.title} isBusy={isBusy}>
      <Section>
        <ActionCell
          icon={REFRESH}
          title={messages.refresh}
          after={asOf}
          isBusy={isBusy}
          onPress={() => void store.refresh()}
        />
      </Section>
      <ProblemNotice code={problem} />
      <LinkedSection linked={overview.linked} messages={messages} />
      <AttemptsSection attempts={overview.attempts} messages={messages} />
      <FailingSections attempts={overview.attempts} messages={messages} />
      <UpstreamsSection upstreams={overview.upstreams} messages={messages.upstreams} />
      <DeliveriesSection
        webhook={overview.webhook}
        messages={messages.deliveries}
        onSendAgain={(eventId) => store.sendAgain(eventId)}
      />
    </Screen>
  )
}
