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

test('every file in the table of rate limits exists', () => {
  const [, rest = ''] = text.split('| file in `src/server/` |')
  const [table = ''] = rest.split('\n\n')
  const files = [...table.matchAll(/`(?!src\/)([^`]*\.ts)`/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => !exists(`src/server/${file}`))).toEqual([])
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
