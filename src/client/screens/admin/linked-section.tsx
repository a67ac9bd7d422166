import type { Overview } from '#shared/api/admin/get-overview.ts'
import { formatCount, formatDay } from '../../i18n/format.ts'
import type { AdminMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import { Section } from '../../ui/section.tsx'

type Props = { linked: Overview['linked']; messages: AdminMessages }

/** How many wallets are linked, and on which days. */
export function LinkedSection({ linked: { total, byDay }, messages }: Props) {
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

function LinkedByDay({
  byDay,
  messages,
}: {
  byDay: Overview['linked']['byDay']
  messages: AdminMessages
}) {
  const { language } = useLocalization()
  const [first] = byDay
  const last = byDay.at(-1)
  const max = byDay.toSorted((one, other) => other.count - one.count)[0]
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
