import { gaps, loadCounter, type LoadRecord, shownBy } from '../support/counter-load.ts'
import { median, quantile } from './statistics.ts'

/*
 * A thousand answers in one minute to one request in a group: how the counter of its message keeps to Telegram's limits.
 * `npm run bench:counter [-- <Postgres URL>]`; on SQLite in a temporary folder without one.
 */

const [databaseUrl] = process.argv.slice(2)
const record = await loadCounter({
  answers: 1_000,
  overMs: 60_000,
  refusal: { each: 4, retryAfterS: 7 },
  processes: 2,
  ...(databaseUrl === undefined ? {} : { databaseUrl }),
})
for (const line of describe(record)) process.stdout.write(`${line}\n`)

function describe({ sends, edits, answeredAt, answerMs, counted, text }: LoadRecord): string[] {
  const taken = edits.filter(({ status }) => status === 200)
  const refused = edits.filter(({ status }) => status === 429)
  const pauses = refused.map(({ at }) => (edits.find((edit) => edit.at > at)?.at ?? 0) - at)
  const lags = getLags(answeredAt, taken)
  return [
    `answers            ${answeredAt.length}, counted ${counted}; stored in ${round(median(answerMs))} ms (median), ${round(quantile(answerMs, 0.99))} ms (p99)`,
    `first messages     ${sends.length}`,
    `edits              ${taken.length} taken, ${refused.length} refused with 429 (retry_after 7 s)`,
    `gap between edits  shortest ${Math.min(...gaps([...sends, ...edits]))} ms, median ${median(gaps(edits))} ms`,
    `pause after a 429  shortest ${Math.min(...pauses)} ms`,
    `answer to shown    median ${median(lags)} ms, longest ${Math.max(...lags)} ms; the last one ${lags.at(-1)} ms`,
    `the message says   ${/[\d,]+ answered/.exec(text)?.[0]}`,
  ]
}

/** How long it took until each answer was counted in the message, in the order of the answers. */
function getLags(answeredAt: number[], taken: LoadRecord['edits']): number[] {
  const inOrder = [...answeredAt].sort((a, b) => a - b)
  return inOrder.map((at, index) => {
    const shown = taken.find((edit) => shownBy(edit) > index && edit.at >= at)
    return (shown?.at ?? Number.NaN) - at
  })
}

function round(ms: number): string {
  return ms.toFixed(1)
}
