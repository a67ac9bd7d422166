import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources } from '#tests/support/read-sources.ts'
import { levels } from '../vectors/asvs.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const page = read('docs/asvs.md')
/** Requirements, what they are about, and the answer. */
const rows = [...page.matchAll(/^\| (V\d[^|]*) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, ids = '', , answer = '']) => ({ ids: ids.split(', '), answer }),
)
const starts = (answer: string) => /^(?:Met|Not met|Does not apply)\b/.exec(answer)?.[0]

test('every requirement of levels 1 and 2 is answered once', () => {
  const answered = rows.flatMap(({ ids }) => ids)
  expect(answered.toSorted()).toEqual(`${levels[1]} ${levels[2]}`.split(' ').toSorted())
  expect(page.match(/^\| V\d/gm)).toHaveLength(rows.length)
})

test('every answer says which it is, where what is met can be seen, and how many there are of each', () => {
  const count = (start: string) =>
    rows.filter(({ answer }) => starts(answer) === start).flatMap(({ ids }) => ids).length
  const unseen = rows.filter(
    ({ answer }) => starts(answer) === 'Met' && !/`tests\/|\]\(/.test(answer),
  )
  expect(unseen).toEqual([])
  const [met, applies, missing] = ['Met', 'Does not apply', 'Not met'].map(count)
  expect(page).toContain(
    `Of ${rows.flatMap(({ ids }) => ids).length}, ${met} are met, ${applies} do not apply and ${missing} are not met.`,
  )
})

test('every test that an answer names exists', () => {
  const named = [...page.matchAll(/`((?:src|tests)\/[^`]+\.ts)`(?: "((?:[^"\\]|\\")+)")?/g)]
  const missing = named.filter(([, path = '', name = '']) => {
    if (!existsSync(join(ROOT, path))) return true
    return !read(path)
      .replaceAll(/\\(['"])/g, '$1')
      .includes(name.replaceAll('\\"', '"'))
  })
  expect(named.length).toBeGreaterThan(100)
  expect(missing.map(([text]) => text)).toEqual([])
})

/** What members, operators and verifiers run. */
const sources = readSources('src').filter(({ file }) => !/^(?:build|demo|i18n)\//.test(file))
const findUsers = (pattern: RegExp) =>
  sources.filter(({ code }) => pattern.test(code)).map(({ file }) => file)

test('the server starts no program, and evaluates no text', () => {
  expect(findUsers(/Buffer\.from\(/)).not.toEqual([])
  expect(findUsers(/\bchild_process\b|\beval\(|\bnew Function\b|\bnode:vm\b/)).toEqual([])
})

test('no weak hash and no weak cipher is used', () => {
  expect(findUsers(/\bmd[245]\b|\bsha-?1\b|\brc4\b|\bdes-|-(?:ecb|cbc)\b/i)).toEqual([])
})

test('chance that can be guessed decides about waits only', () => {
  expect(findUsers(/\bMath\.random\b/).toSorted()).toEqual([
    'client/api/back-off.ts',
    'host/call-clasp.ts',
    'server/notifications/webhooks/deliveries.ts',
    'server/start-server.ts',
  ])
})
