import { median, quantile } from '../statistics.ts'
import type { ScaleResult } from './scale-messages.ts'

/** What was measured with so many links. */
export type MeasuredScale = ScaleResult & { dialect: string; links: number }

const HEAD = [
  'links',
  'link, median / p99',
  'ratio',
  'poll',
  'ratio',
  'event',
  'ratio',
  'memory, of it heap',
]
const BYTES_A_MIB = 2 ** 20

/** As Markdown writes it. The ratios are of medians, to the smallest database of the dialect. */
export function getScaleTable(all: readonly MeasuredScale[]): string {
  const rows = all.map((measured) => {
    const { dialect, links, rss, heap } = measured
    const base = all.find((other) => other.dialect === dialect) ?? measured
    return [
      `${dialect}, ${links.toLocaleString('en')}`,
      ...(['link', 'poll', 'event'] as const).flatMap((kind) =>
        getCells(measured[kind], base[kind]),
      ),
      `${mib(rss)}, ${mib(heap)} MiB`,
    ]
  })
  const rule = HEAD.map((_, index) => (index === 0 ? '---' : '---:'))
  return [HEAD, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function getCells(times: readonly number[], base: readonly number[]): string[] {
  const ms = `${median(times).toFixed(2)} / ${quantile(times, 0.99).toFixed(2)} ms`
  return [ms, (median(times) / median(base)).toFixed(2)]
}

function mib(bytes: number): string {
  return (bytes / BYTES_A_MIB).toFixed(0)
}
