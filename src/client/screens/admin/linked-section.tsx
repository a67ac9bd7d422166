import type { Overview } from '#shared/api/admin/get-overview.ts'
import { formatCount, formatDay } from '../../i18n/format.ts'
import type { AdminMessages } from '../../i18n/admin/messages.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import { Section } from '../../ui/section.tsx'

type Props = { linked: Overview['linked']; words: AdminMessages }

/** How many wallets are linked, and on which days they were. */
export function LinkedSection({ linked: { total, byDay }, words }: Props) {
  const { language } = useSpeech()
  return (
    <Section header={words.linked.header} footer={total > 0 ? words.linked.note : words.none}>
      <div className="figure">
        <p>
          <span className="figure-number">{formatCount(language, total)}</span>{' '}
          <span className="figure-unit">{words.linked.now}</span>
        </p>
        {total > 0 && <LinkedByDay byDay={byDay} words={words} />}
      </div>
    </Section>
  )
}

function LinkedByDay({
  byDay,
  words,
}: {
  byDay: Overview['linked']['byDay']
  words: AdminMessages
}) {
  const { language } = useSpeech()
  const [first] = byDay
  const last = byDay.at(-1)
  const most = byDay.toSorted((one, other) => other.count - one.count)[0]
  if (first === undefined || last === undefined || most === undefined) return null
  const count = byDay.reduce((sum, day) => sum + day.count, 0)
  const label = words.linked.chart({
    count: formatCount(language, count),
    most: formatCount(language, most.count),
    day: formatDay(language, most.day),
  })
  return (
    <BarChart
      label={label}
      bars={byDay.map((day) => ({ key: day.day, value: day.count }))}
      most={formatCount(language, most.count)}
      ends={[formatDay(language, first.day), formatDay(language, last.day)]}
    />
  )
}
