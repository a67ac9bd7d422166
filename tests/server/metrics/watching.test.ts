// @module-tag wide

import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findProgram } from '#tests/support/find-program.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'
import { SCRAPES, type WatchedHours, watchServer } from '#tests/support/watched-hours.ts'

const run = promisify(execFile)
const DOCS = join(import.meta.dirname, '../../../docs')
const FOLDER = join(DOCS, 'examples/watching')
const promtool = findProgram('promtool')
if (promtool === null)
  process.stdout.write('The tests with promtool are skipped: it is not installed.\n')

const RulesSchema = v.object({
  groups: v.array(
    v.object({
      rules: v.array(
        v.strictObject({
          alert: v.string(),
          expr: v.string(),
          for: v.optional(v.string()),
          labels: v.strictObject({ severity: v.picklist(['page', 'ticket']) }),
          annotations: v.strictObject({
            summary: v.string(),
            description: v.string(),
            runbook: v.string(),
          }),
        }),
      ),
    }),
  ),
})

const Natural = v.pipe(v.number(), v.integer(), v.minValue(0))
const SourceSchema = v.strictObject({
  type: v.literal('prometheus'),
  uid: v.literal('${datasource}'),
})
/** What Grafana's import needs of a dashboard's JSON. */
const DashboardSchema = v.object({
  title: v.string(),
  uid: v.string(),
  schemaVersion: v.pipe(v.number(), v.minValue(36)),
  templating: v.object({
    list: v.tuple([
      v.object({ name: v.literal('datasource'), type: v.literal('datasource') }),
      v.object({ name: v.literal('instance'), query: v.object({ query: v.string() }) }),
    ]),
  }),
  panels: v.array(
    v.object({
      id: Natural,
      type: v.picklist(['timeseries', 'stat']),
      title: v.string(),
      datasource: SourceSchema,
      gridPos: v.strictObject({ x: Natural, y: Natural, w: Natural, h: Natural }),
      fieldConfig: v.object({
        defaults: v.object({
          unit: v.picklist(['none', 'percentunit', 's', 'cpm', 'reqps', 'bytes']),
        }),
      }),
      targets: v.array(v.object({ refId: v.string(), datasource: SourceSchema, expr: v.string() })),
    }),
  ),
})

const rules = v
  .parse(RulesSchema, parse(await readFile(join(FOLDER, 'alerts.yml'), 'utf8')))
  .groups.flatMap((group) => group.rules)
const dashboard = v.parse(
  DashboardSchema,
  JSON.parse(await readFile(join(FOLDER, 'dashboard.json'), 'utf8')),
)
const queries = [
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ refId, expr }) => ({ title: `the panel ${title}, ${refId}`, expr })),
  ),
  ...rules.map(({ alert, expr }) => ({ title: `the alarm ${alert}`, expr })),
]

const WORDS = new Set(['by', 'and', 'or', 'offset'])

/** The metrics that a query names, each with the values that it asks of labels. */
function readQuery(query: string) {
  const bare = query.replaceAll(/\bby \([^)]*\)|\[[^\]]*\]|\boffset \w+/g, ' ')
  return [...bare.matchAll(/\b([a-z_]\w*)\b(?!\s*[(="])(\{[^}]*\})?/gi)]
    .filter(([, name = '']) => !WORDS.has(name))
    .map(([, name = '', labels = '']) => ({
      name,
      matchers: [...labels.matchAll(/(\w+)(?:=|!=|=~|!~)"([^"]*)"/g)].map(
        ([, label = '', value = '']) => ({ label, values: value.split('|') }),
      ),
    }))
}

/** What Prometheus adds to each series, and what it makes itself. */
const TARGET_LABELS: ReadonlySet<string> = new Set(['job', 'instance'])
const TARGET = 'job="clasp",instance="127.0.0.1:3000"'
const MADE_BY_PROMETHEUS = 'up'
/** Outcomes that no hour here has, and that queries only leave out. */
const LEFT_OUT: ReadonlySet<string> = new Set(['cosigned', 'cancelled'])

let hours: WatchedHours
beforeAll(async () => void (hours = await watchServer()), 120_000)

describe('dashboard and alarms', () => {
  test.each(queries)('$title asks only for metrics and labels that a server has', ({ expr }) => {
    const scraped = Object.values(hours).flat()
    const named = readQuery(expr).filter(({ name }) => name !== MADE_BY_PROMETHEUS)
    for (const { name, matchers } of named) {
      const series = scraped.filter((one) => one.name === name)
      expect({ name, count: series.length }).not.toEqual({ name, count: 0 })
      for (const { label, values } of matchers.filter(({ label }) => !TARGET_LABELS.has(label))) {
        const present = series.map(
          ({ labels }) => new RegExp(`\\b${label}="(.*?)"`).exec(labels)?.[1] ?? '',
        )
        const missing = values.filter(
          (value) =>
            !LEFT_OUT.has(value) && !present.some((one) => new RegExp(`^${value}$`).test(one)),
        )
        expect({ label, missing }).toEqual({ label, missing: [] })
      }
    }
  })

  test('every metric of ours is on the page of an operator, and on the dashboard', async () => {
    const ours = new Set(
      hours.good
        .map(({ name }) => name.replace(/_(?:bucket|sum|count)$/, ''))
        .filter((name) => name.startsWith('clasp_')),
    )
    const page = await readFile(join(DOCS, 'running.md'), 'utf8')
    const listed = [...page.matchAll(/^\| `(clasp_\w+)` \|/gm)].map(([, name = '']) => name)
    expect(new Set(listed)).toEqual(ours)
    const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    const all = shown.join('\n')
    expect([...ours].filter((name) => !new RegExp(`\\b${name}(?:_bucket)?\\b`).test(all))).toEqual(
      [],
    )
  })

  test('no panel lies over another, or beyond the width of the page', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}:${y + Math.floor(cell / w)}`),
    )
    expect(cells.length).toBe(new Set(cells).size)
    for (const { gridPos } of dashboard.panels)
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })

  test('every alarm has its section in the runbook, and every section its alarm', async () => {
    const page = await readFile(join(DOCS, 'runbook.md'), 'utf8')
    const sections = [...page.matchAll(/^## (Clasp\w+)$/gm)].map(([, name]) => name)
    expect(sections).toEqual(rules.map(({ alert }) => alert))
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
  })
})

/** For how many minutes Prometheus reads each scrape. */
const MINUTES = { start: 30, good: 119, turn: 1, bad: 59, away: 1, worse: 30 } as const

/**
 * Samples in the order of the scrapes: what no server says of itself, and what this process cannot show, because it is no
 * server and the machine may be busy.
 */
const SET = [
  { name: 'up', values: [1, 1, 1, 1, 0, 0] },
  { name: 'process_resident_memory_bytes', values: [1e8, 2e8, 2e8, 2e8, 6e8, 6e8] },
  { name: 'nodejs_eventloop_lag_p99_seconds', values: [0.01, 0.01, 0.01, 1.2, 0.01, 0.01] },
]

/** The scrapes in the notation of Prometheus's rule tests: a value a minute. */
function writeSamples(): { series: string; values: string }[] {
  const scrapes = SCRAPES.map((scrape, at) => ({
    length: MINUTES[scrape],
    values: new Map([
      ...hours[scrape].map((one) => [`${one.name}{${one.labels}}`, one.value] as const),
      ...SET.map(({ name, values }) => [`${name}{}`, String(values[at])] as const),
    ]),
  }))
  const names = new Set(scrapes.flatMap(({ values }) => [...values.keys()]))
  return [...names].map((name) => ({
    series: name.replace(/(\{?)\}$/, (_, open) => `${open === '' ? ',' : '{'}${TARGET}}`),
    values: scrapes
      .flatMap(({ length, values }) => Array.from({ length }, () => values.get(name) ?? '_'))
      .join(' ')
      .replaceAll('Nan', 'NaN'),
  }))
}

type Question = {
  expr: string
  eval_time: string
  exp_samples: { labels: string; value: number }[]
}

/** Asks Prometheus's own program. */
async function ask(questions: Question[]): Promise<void> {
  const file = join(await makeTemporaryFolder('alarms'), 'test.yml')
  const suite = {
    rule_files: [join(FOLDER, 'alerts.yml')],
    evaluation_interval: '1m',
    tests: [{ interval: '1m', input_series: writeSamples(), promql_expr_test: questions }],
  }
  await writeFile(file, JSON.stringify(suite))
  await run(promtool ?? '', ['test', 'rules', file])
}

describe.runIf(promtool !== null)('in the eyes of Prometheus', () => {
  test('the files are valid', async () => {
    await run(promtool ?? '', ['check', 'rules', join(FOLDER, 'alerts.yml')])
    await run(promtool ?? '', ['check', 'config', '--syntax-only', join(FOLDER, 'prometheus.yml')])
  })

  test.each([
    ['at the end of good hours, no alarm sounds', 149, []],
    [
      'in bad hours, those of what fails',
      163,
      [
        'ClaspEventDead',
        'ClaspEventLoopSlow',
        'ClaspEventsWait',
        'ClaspFewLinks',
        'ClaspUpdatesMissing',
        'ClaspUpstreamFailing: toncenter',
        'ClaspUpstreamFailing: webhook',
        'ClaspWebhookDisabled',
      ],
    ],
    [
      'without the database, and without an answer, those too',
      222,
      ['ClaspDatabaseAway', 'ClaspDown', 'ClaspErrors', 'ClaspEventsWait', 'ClaspUpdatesMissing'],
    ],
    [
      'after a while, that of the memory',
      238,
      [
        'ClaspDatabaseAway',
        'ClaspDown',
        'ClaspEventsWait',
        'ClaspMemoryHigh',
        'ClaspUpdatesMissing',
      ],
    ],
  ])('%s', async (_, minute, sounding) => {
    await ask([
      {
        expr: 'group by (alertname, upstream) (ALERTS{alertstate="firing"})',
        eval_time: `${minute}m`,
        exp_samples: sounding.map((alarm) => {
          const [alertname = '', upstream] = alarm.split(': ')
          const labels = { alertname, ...(upstream !== undefined && { upstream }) }
          const written = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
          return { labels: `{${written.join(',')}}`, value: 1 }
        }),
      },
    ])
  })

  test('every panel shows something', async () => {
    await ask(
      dashboard.panels
        .flatMap(({ targets }) => targets)
        .map(({ expr }) => ({
          expr: `count(${expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*')}) > bool 0`,
          eval_time: '152m',
          exp_samples: [{ labels: '{}', value: 1 }],
        })),
    )
  })
})
