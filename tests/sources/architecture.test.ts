import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readSources } from '#tests/support/read-sources.ts'

const root = new URL('../..', import.meta.url)
const text = readFileSync(new URL('docs/architecture.md', root), 'utf8')
const exists = (path: string) => existsSync(fileURLToPath(new URL(path, root)))

test('every path that the architecture names exists', () => {
  const paths = [...text.matchAll(/`((?:src|tests|docs)\/[^`]*)`/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter((path) => !exists(path))).toEqual([])
})

test('the table of rate limits names every file that sets one, and no other', () => {
  const [, rest = ''] = text.split('| file in `src/server/` |')
  const [table = ''] = rest.split('\n\n')
  // Where what is stored is counted, with the constant.
  const rows = [...table.matchAll(/`([^`]*\.ts)`(?:, by `([A-Z_]+)`)?/g)]
  const named = rows.map(([, file = '', count]) => ({ file: `server/${file}`, count }))
  const sources = readSources('src')
  const rates = sources.filter(({ code }) => /: Rate = |Record<string, Rate>/.test(code))
  const isNamed = (source: { file: string }) => named.some(({ file }) => file === source.file)
  const isSet = ({ file, count }: (typeof named)[number]) =>
    (count === undefined ? rates : sources).some(
      (source) => source.file === file && source.code.includes(count ?? ''),
    )
  expect(rates.length).toBeGreaterThan(10)
  expect(rates.filter((source) => !isNamed(source)).map(({ file }) => file)).toEqual([])
  expect(named.filter((row) => !isSet(row))).toEqual([])
})

test('every folder of tests is a folder of `src`', () => {
  const tested = /^(?:build|client|demo|host|i18n|proof|server|shared)\//
  // A project of Vitest by itself: these need no page.
  const apart = /\/over-relay$/
  const folders = readSources('tests')
    .filter(({ file }) => tested.test(file))
    .map(({ file }) => `src/${dirname(file).replace(apart, '')}`)
  expect(new Set(folders).size).toBeGreaterThan(50)
  expect([...new Set(folders)].filter((folder) => !exists(folder))).toEqual([])
})
