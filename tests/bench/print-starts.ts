import { loadavg } from 'node:os'
import type { Choosers, ChooserTimes } from './choosers.ts'
import type { ScreenDelay } from './measure-interactions.ts'
import type { Measurement } from './measure-page.ts'
import { median } from './statistics.ts'

/** Launches that lead past Home: each for a new member, then for one who returns. `wrong`: the code is nobody's. */
const LINK_KINDS = [
  'chooser',
  'another',
  'request',
  'answering',
  'card',
  'ownCard',
  'cosigning',
  'ownCosigning',
  'wrong',
] as const
export const START_KINDS = ['home', 'tapped', 'returning', 'pressed', ...LINK_KINDS] as const
export type StartKind = (typeof START_KINDS)[number]

export type Starts = {
  floor: Measurement[]
  /** React alone takes one button over. */
  hydrated: Measurement[]
  ours: MeasuredStart[]
  /** Of another build; empty without one. */
  former: MeasuredStart[]
}
type MeasuredStart = Measurement & { kind: StartKind }

type Key = Exclude<keyof Measurement, 'largestPart'>
type Figure = {
  key: Key
  /** What of the floor it is compared with. @default the same */
  base?: Key
  /** The most that their ratio may be. @default no aim */
  max?: number
}

export function printStarts(starts: Starts): void {
  const { floor, hydrated, ours } = starts
  console.log(
    `${new Date().toISOString().slice(0, 10)}: 4x CPU slow-down, 150 ms RTT, 1.6 Mbit/s, brotli, cold cache, medians of ${floor.length} interleaved runs, load average ${(loadavg()[0] ?? 0).toFixed(1)}`,
  )
  printHomes(starts)
  printLinks(starts)
  console.log('\nothers')
  compare('React alone, hydrating one button', { floor, ours: hydrated }, { key: 'answering' })
  compare('React alone: main thread held up', { floor, ours: hydrated }, { key: 'longTasks' })
  printScript(starts)
  for (const kind of START_KINDS) {
    const shift = of(only(ours, kind), 'shift')
    line(`layout shift, ${kind}`, shift.toFixed(4), verdict(shift, 0))
  }
  printTap(starts)
}

function printHomes(starts: Starts): void {
  const home = rowsOf(starts, 'home')
  home('first paint', { key: 'paint', max: 0.6 })
  home('largest contentful paint', { key: 'largest', max: 0.75 })
  home('complete screen', { key: 'complete' })
  home('connect button usable', { key: 'usable', max: 0.95 })
  home('React answers the button', { key: 'answering' })
  home('main thread held up', { key: 'longTasks', max: 0.9 })
  const returning = rowsOf(starts, 'returning')
  returning('first paint', { key: 'paint', max: 0.6 })
  returning('largest contentful paint', { key: 'largest', max: 0.75 })
  returning('complete screen', { key: 'complete' })
  returning('wallets visible', { key: 'words', base: 'usable', max: 0.95 })
  returning('main thread held up', { key: 'longTasks', max: 1 })
}

function printLinks(starts: Starts): void {
  const { ours } = starts
  for (const kind of LINK_KINDS) {
    const row = rowsOf(starts, kind)
    row('first paint', { key: 'paint' })
    row('largest contentful paint', { key: 'largest' })
    if (of(only(ours, kind), 'acting') > 0) row('main button', { key: 'acting', base: 'complete' })
    row('complete screen', { key: 'complete', max: 1.1 })
    row('main thread held up', { key: 'longTasks' })
  }
}

/** Prints figures of one kind of start, under its name. */
function rowsOf({ floor, ours, former }: Starts, kind: StartKind) {
  const own = only(ours, kind)
  const part = own.at(-1)?.largestPart ?? ''
  console.log(`\n${kind}; its largest part: ${part}`)
  return (name: string, figure: Figure) =>
    compare(name, { floor, ours: own, former: only(former, kind) }, figure)
}

type ComparedStarts = { floor: Measurement[]; ours: Measurement[]; former?: Measurement[] }

/** Prints one figure beside the floor's, with the most that their ratio may be. */
function compare(
  name: string,
  { floor, ours, former = [] }: ComparedStarts,
  { key, base = key, max }: Figure,
): void {
  const [theirs, own] = [of(floor, base), of(ours, key)]
  const before = former.length === 0 ? '' : `, former build ${of(former, key).toFixed(0)} ms`
  const figures = `floor ${theirs.toFixed(0)} ms, ours ${own.toFixed(0)} ms, ratio ${(own / theirs).toFixed(2)}${before}`
  line(name, figures, max === undefined ? '' : verdict(own / theirs, max))
}

function printScript({ floor, ours }: Starts): void {
  const home = only(ours, 'home')
  const brotli = of(home, 'scriptBrotli')
  line(
    'script that had come when React answers',
    `${bytes(brotli)} brotli, ${bytes(of(home, 'scriptGzip'))} gzip (floor ${bytes(of(floor, 'scriptBrotli'))})`,
    verdict(brotli / 1_000, 85, ' kB'),
  )
}

function printTap({ ours, former }: Starts): void {
  const follows = median(only(ours, 'pressed').map((run) => run.chooser - run.acting))
  line('main button of a request pressed → chooser shown', `${follows.toFixed(0)} ms`, '')
  const [own, others] = [only(ours, 'tapped'), only(former, 'tapped')]
  const steps = [
    ['chooser shown', 'chooser', 100],
    ['React answers its lines', 'choosing', 1_000],
  ] as const
  for (const [name, key, max] of steps) {
    const wait = (runs: Measurement[]) => median(runs.map((run) => run[key] - run.usable))
    const before = others.length === 0 ? '' : `, former build ${wait(others).toFixed(0)} ms`
    const waited = wait(own)
    const figures = `${waited.toFixed(0)} ms, ${of(own, key).toFixed(0)} ms from the start${before}`
    line(`tap in the first frame → ${name}`, figures, verdict(waited, max, ' ms'))
  }
}

export function printDelays(delays: ScreenDelay[]): void {
  console.log('\nthe slowest interaction to the next paint')
  for (const screen of new Set(delays.map((delay) => delay.screen))) {
    const runs = delays.filter((delay) => delay.screen === screen)
    const delay = median(runs.map((run) => run.delay))
    line(screen, `${delay.toFixed(0)} ms`, verdict(delay, 200, ' ms'))
  }
}

export function printChoosers({ cold, warm }: Choosers): void {
  const row = (name: string, key: keyof ChooserTimes, aims: { cold?: number; warm?: number }) => {
    const reported = [
      ['cold', cold, aims.cold],
      ['warm', warm, aims.warm],
    ] as const
    for (const [state, times, max] of reported) {
      const time = median(times.map((run) => run[key]))
      const judgement = max === undefined ? '' : verdict(time, max, ' ms')
      line(`${name}, ${state}`, `${time.toFixed(0)} ms`, judgement)
    }
  }
  console.log('\nfrom a tap, Home being drawn')
  row('connect button → TON wallets', 'ton', { cold: 1_100, warm: 300 })
  row('connect button → EVM wallets', 'evm', { warm: 300 })
  row('EVM wallet → its link, opened', 'link', { cold: 1_500 })
  row('all other EVM wallets → AppKit', 'modal', {})
}

function line(name: string, figures: string, judgement: string): void {
  console.log(`${name.padEnd(48)} ${figures}${judgement}`)
}

/** @param max the most that the value may be */
function verdict(value: number, max: number, unit = ''): string {
  return ` (aim ${max}${unit}: ${value <= max ? 'met' : 'MISSED'})`
}

function bytes(count: number): string {
  return `${(count / 1_000).toFixed(1)} kB`
}

function only(starts: readonly MeasuredStart[], kind: StartKind): MeasuredStart[] {
  return starts.filter((start) => start.kind === kind)
}

function of(runs: Measurement[], key: Key): number {
  return median(runs.map((run) => run[key]))
}
