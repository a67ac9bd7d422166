import { BarChart } from '#client/ui/bar-chart.tsx'
import { Dot } from '#client/ui/dot.tsx'
import { Legend } from '#client/ui/legend.tsx'
import { Pill } from '#client/ui/pill.tsx'
import { RankedBars } from '#client/ui/ranked-bars.tsx'
import { Ring } from '#client/ui/ring.tsx'
import { Section } from '#client/ui/list.tsx'
import { ShareBar } from '#client/ui/share-bar.tsx'
import type { Tone } from '#client/ui/tone.ts'
import type { Samples, Specimens } from './samples.ts'

const TONES: readonly Tone[] = ['success', 'danger', 'warning', 'quiet']
const DAYS = [0, 2, 5, 3, 0, 8, 13, 4, 1, 6, 9, 2, 0, 7]

export const CHARTS: Specimens = {
  'bar-chart': ({ title }) => [
    ['fourteen days', <Days key="days" title={title} values={DAYS} />],
    ['nothing', <Days key="none" title={title} values={DAYS.map(() => 0)} />],
  ],
  'share-bar': (samples) => [
    [
      'four parts',
      <Section key="parts">
        <ShareBar parts={getLines(samples)} />
      </Section>,
    ],
  ],
  legend: (samples) => [
    [
      'in four tones',
      <Section key="legend">
        <div className="figure">
          <Legend lines={getLines(samples)} />
        </div>
      </Section>,
    ],
  ],
  'ranked-bars': (samples) => [
    [
      'two',
      <Section key="ranked">
        <RankedBars lines={toRanked(samples)} />
      </Section>,
    ],
  ],
  ring: ({ title, sentence }) => [
    [
      'two of three, in a line',
      <Section key="line">
        <div className="ring-line">
          <Ring parts={3} full={2} text="2 / 3" label={title} />
          <p>{sentence}</p>
        </div>
      </Section>,
    ],
    [
      'one of one, none of five, six of eleven, thirty of forty',
      <span key="more" className="icons">
        <Ring parts={1} full={1} text="1 / 1" label={title} />
        <Ring parts={5} full={0} text="0 / 5" label={title} />
        <Ring parts={11} full={6} text="6 / 11" label={title} />
        <Ring parts={40} full={30} text="30 / 40" label={title} />
      </span>,
    ],
  ],
  pill: ({ mark }) => [
    [
      'in four tones',
      <span key="pills" className="icons">
        {TONES.map((tone) => (
          <Pill key={tone} tone={tone}>
            {mark}
          </Pill>
        ))}
      </span>,
    ],
  ],
  dot: () => [
    [
      'in four tones',
      <span key="dots" className="icons">
        {TONES.map((tone) => (
          <Dot key={tone} tone={tone} />
        ))}
      </span>,
    ],
  ],
}

function Days({ title, values }: { title: string; values: readonly number[] }) {
  return (
    <Section>
      <div className="figure">
        <BarChart
          label={title}
          bars={values.map((value, at) => ({ key: `${at}`, value }))}
          max={String(Math.max(...values))}
          ends={['1', '14']}
        />
      </div>
    </Section>
  )
}

function getLines({ title, quiet, destructive, name }: Samples) {
  return [title, quiet, destructive, name].map((messages, at) => ({
    key: messages,
    name: messages,
    tone: TONES[at] ?? 'quiet',
    value: 8 >> at,
    count: String(8 >> at),
    share: `${50 >> at} %`,
  }))
}

function toRanked({ title, quiet, name }: Samples) {
  return [title, quiet].map((messages, at) => ({
    key: messages,
    name: messages,
    detail: name,
    value: 8 >> at,
    count: String(8 >> at),
    share: `${50 >> at} %`,
  }))
}
