import { useState } from 'react'
import { getOverview, type Overview } from '#shared/api/admin/get-overview.ts'
import { redeliver } from '#shared/api/admin/redeliver.ts'
import type { Api } from '../../api/call.ts'
import { formatCount, formatDay, formatShare, formatTime } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { ActionCell, Cell, Section } from '../../ui/list.tsx'
import { Screen } from '../../ui/screen.tsx'
import { createQuery, type ServerQuery } from '../query/query.ts'
import { useOnReturn, useQuery } from '../query/use-query.ts'
import { useTask } from '../actions/use-task.ts'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { RouteCell } from '../screen/route-cell.tsx'
import { useAnnounce } from '../screen/use-announce.ts'
import { useCore, useServices } from '../context/context.ts'
import { AdminOnly } from './admin-only.tsx'
import { AdminsSection } from './admins-section.tsx'
import { DeliveriesSection } from './deliveries-section.tsx'
import { FailingSections } from './failing-sections.tsx'
import { CLOCK, OWNERS, REFRESH } from '../../ui/icons.ts'
import { Skeleton, SkeletonCell } from '../../ui/skeleton.tsx'
import { ShareBar } from '../../ui/share-bar.tsx'
import { OUTCOME_TONES, outcomeKind, type OutcomeKind } from './outcome-kind.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import { Dot } from '../../ui/dot.tsx'
import type { Tone } from '../../ui/tone.ts'

const KINDS: readonly OutcomeKind[] = ['linked', 'failed', 'cancelled', 'expired']

/** What the server said, and when it was asked, in milliseconds since the epoch. */
type DatedOverview = { overview: Overview; askedAt: number }

/** Shows the bot's admins how it is doing. */
export function AdminScreen() {
  return (
    <AdminOnly>
      <Numbers />
    </AdminOnly>
  )
}

/** Refreshed by a tap and on each return to the app. */
function Numbers() {
  const { api } = useCore()
  const { now } = useServices()
  const { language } = useLocalization()
  const messages = useMessagesOf('admin')
  const [query] = useState(() => createOverview(api, now))
  const { run, isBusy } = useTask()
  const { state } = useQuery(() => query)
  const refresh = () => run(() => query.refresh())
  useOnReturn(refresh)
  const shown = state.status === 'shown' ? state.value : null
  const asOf = shown && messages.asOf(formatTime(language, shown.askedAt))
  useAnnounce(asOf)
  if (state.status === 'loading') return <OverviewWaiting />
  if (state.status === 'failed') {
    return <ProblemScreen code={state.code} onRetry={refresh} />
  }
  const { overview } = state.value
  const sendAgain = async (eventId: string) => {
    await api.call(redeliver, { id: eventId })
    await query.catchUp()
  }
  return (
    <Screen title={messages.title} isBusy={isBusy}>
      <Section>
        <ActionCell
          icon={REFRESH}
          title={messages.refresh}
          after={asOf}
          isBusy={isBusy}
          onPress={refresh}
        />
      </Section>
      <ProblemNotice code={state.problem} />
      <Section>
        {overview.hasMembers && (
          <RouteCell to={{ screen: 'members' }} icon={OWNERS} title={messages.lists.members} />
        )}
        <RouteCell to={{ screen: 'admin-log' }} icon={CLOCK} title={messages.lists.log} />
      </Section>
      <AdminsSection />
      {overview.update && <Notice>{messages.update(overview.update)}</Notice>}
      <LinkedSection linked={overview.linked} />
      <AttemptsSection attempts={overview.attempts} />
      <FailingSections attempts={overview.attempts} />
      <UpstreamsSection upstreams={overview.upstreams} />
      <DeliveriesSection webhook={overview.webhook} onSendAgain={sendAgain} />
    </Screen>
  )
}

function createOverview(api: Api, now: () => number): ServerQuery<DatedOverview> {
  return createQuery(async () => {
    const askedAt = now()
    return { overview: await api.call(getOverview, {}), askedAt }
  })
}

/** Placeholder for the numbers. */
function OverviewWaiting() {
  const { title } = useMessagesOf('admin')
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

/** How attempts ended. */
function AttemptsSection({ attempts }: Pick<Overview, 'attempts'>) {
  const { attempts: messages, none } = useMessagesOf('admin')
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

/** How many wallets are linked, and on which days. */
function LinkedSection({ linked: { total, byDay } }: Pick<Overview, 'linked'>) {
  const { language } = useLocalization()
  const { linked, none } = useMessagesOf('admin')
  return (
    <Section header={linked.header} footer={total > 0 ? linked.note : none}>
      <div className="figure">
        <p>
          <span className="figure-number">{formatCount(language, total)}</span>{' '}
          <span className="figure-unit">{linked.now}</span>
        </p>
        {total > 0 && <LinkedByDay byDay={byDay} />}
      </div>
    </Section>
  )
}

function LinkedByDay({ byDay }: Pick<Overview['linked'], 'byDay'>) {
  const { language } = useLocalization()
  const { linked } = useMessagesOf('admin')
  const [first] = byDay
  const last = byDay.at(-1)
  const [max] = [...byDay].sort((one, other) => other.count - one.count)
  if (first === undefined || last === undefined || max === undefined) return null
  const count = byDay.reduce((sum, day) => sum + day.count, 0)
  const label = linked.chart({
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

type OverviewUpstream = Overview['upstreams'][number]

const TONES: Record<OverviewUpstream['health'], Tone> = {
  up: 'success',
  down: 'danger',
  unknown: 'quiet',
}

/** Whether the upstream services have answered recently. */
function UpstreamsSection({ upstreams }: Pick<Overview, 'upstreams'>) {
  const { upstreams: messages } = useMessagesOf('admin')
  return (
    <Section header={messages.header} footer={messages.note}>
      {upstreams.map((upstream) => (
        <UpstreamCell key={upstream.name} upstream={upstream} />
      ))}
    </Section>
  )
}

function UpstreamCell({ upstream: { name, health, failures } }: { upstream: OverviewUpstream }) {
  const { language } = useLocalization()
  const { upstreams: messages } = useMessagesOf('admin')
  const title = useUpstreamName(name)
  const state = (
    <>
      {messages.health[health]}
      <Dot tone={TONES[health]} />
    </>
  )
  const subtitle = failures === 0 ? null : messages.failures(formatCount(language, failures))
  return <Cell title={title} subtitle={subtitle} after={state} />
}

/** The name from the metrics, where the messages have none. */
function useUpstreamName(name: OverviewUpstream['name']): string {
  const { upstreams: messages } = useMessagesOf('admin')
  const isOfEvm = name === 'evm-rpc' || name === 'safe-service' || name === 'evm-wallets'
  const evm = useSection('evm', isOfEvm)
  if (!isOfEvm) return messages.names[name]
  return evm.status === 'ready' ? evm.value.upstreams[name] : name
}
