import { useEffect, useMemo } from 'react'
import type { Overview } from '#shared/api/admin/get-overview.ts'
import { useStore } from '../../use-store.ts'
import { formatTime, formatCount, formatShare, formatDay } from '../../i18n/format.ts'
import type { AdminMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { useAnnounce } from '../screen/use-announce.ts'
import { useCore } from '../context/use-core.ts'
import { useServices } from '../context/use-services.ts'
import { DeliveriesSection } from './deliveries-section.tsx'
import { FailingSections } from './failing-sections.tsx'
import { createOverview, type OverviewStore, type ShownOverview } from './overview.ts'
import { UpstreamsSection } from './upstreams-section.tsx'
import { REFRESH } from '../../ui/icons.ts'
import { Skeleton, SkeletonCell } from '../../ui/skeleton.tsx'
import { ShareBar } from '../../ui/share-bar.tsx'
import { OUTCOME_TONES, outcomeKind, type OutcomeKind } from './outcome-kind.ts'
import { BarChart } from '../../ui/bar-chart.tsx'

const KINDS: readonly OutcomeKind[] = ['linked', 'failed', 'cancelled', 'expired']

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

type OverviewProps = { messages: AdminMessages; store: OverviewStore; state: ShownOverview }

function Shown({ messages, store, state }: OverviewProps) {
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

/** Placeholder for the numbers. */
function OverviewWaiting({ title }: { title: string }) {
  return (
    <Screen title={title} isBusy>
      <div className="section-body">
        <div className="cell">
          <Skeleton width={16} />
        </div>
      </div>
      {[1, 2, 3].map((block) => (
        <div key={block} className="section-body">
          <SkeletonCell />
          <SkeletonCell />
          <SkeletonCell />
        </div>
      ))}
    </Screen>
  )
}

type AttemptsSectionProps = { attempts: Overview['attempts']; messages: AdminMessages }

/** How attempts ended. */
function AttemptsSection({
  attempts,
  messages: { attempts: messages, none },
}: AttemptsSectionProps) {
  const { language } = useLocalization()
  const total = attempts.reduce((sum, { count }) => sum + count, 0)
  const parts = KINDS.map((kind) => {
    const value = attempts
      .filter(({ outcome }) => outcomeKind(outcome) === kind)
      .reduce((sum, { count }) => sum + count, 0)
    return {
      key: kind,
      name: messages.outcomes[kind],
      tone: OUTCOME_TONES[kind],
      value,
      count: formatCount(language, value),
      share: formatShare(language, value / total),
    }
  })
  return (
    <Section header={messages.header} footer={messages.note}>
      {total === 0 ? <Cell title={none} /> : <ShareBar parts={parts} />}
    </Section>
  )
}

type LinkedSectionProps = {
  linked: Overview['linked']
  messages: AdminMessages
}

/** How many wallets are linked, and on which days. */
function LinkedSection({ linked: { total, byDay }, messages }: LinkedSectionProps) {
  const { language } = useLocalization()
  return (
    <Section
      header={messages.linked.header}
      footer={total > 0 ? messages.linked.note : messages.none}
    >
      <div className="figure">
        <p>
          <span className="figure-number">{formatCount(language, total)}</span>{' '}
          <span className="figure-unit">{messages.linked.now}</span>
        </p>
        {total > 0 && <LinkedByDay byDay={byDay} messages={messages} />}
      </div>
    </Section>
  )
}

type LinkedByDayProps = {
  byDay: Overview['linked']['byDay']
  messages: AdminMessages
}

function LinkedByDay({ byDay, messages }: LinkedByDayProps) {
  const { language } = useLocalization()
  const [first] = byDay
  const last = byDay.at(-1)
  const [max] = [...byDay].sort((one, other) => other.count - one.count)
  if (first === undefined || last === undefined || max === undefined) return null
  const count = byDay.reduce((sum, day) => sum + day.count, 0)
  const label = messages.linked.chart({
    count: formatCount(language, count),
    most: formatCount(language, max.count),
    day: formatDay(language, max.day),
  })
  return (
    <BarChart
      label={label}
      bars={byDay.map((day) => ({ key: day.day, value: day.count }))}
      max={formatCount(language, max.count)}
      ends={[formatDay(language, first.day), formatDay(language, last.day)]}
    />
  )
}
