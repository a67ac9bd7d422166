// @module-tag wide

import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { STORIES } from '#tests/e2e/stories.ts'
import {
  ATTACKS_FILE,
  listAttacks,
  type ListedAttack,
  listTests,
} from '#tests/support/list-attacks.ts'

const PLACEHOLDER = /%s|\$\{\w+\}/
const TIMEOUT_MS = 120_000

let tests: readonly ListedAttack[] = []

beforeAll(async () => {
  tests = await listTests()
}, TIMEOUT_MS)

test('`npm run attacks` would write the list of attacks as it is', async () => {
  expect(listAttacks(tests)).toBe(await readFile(ATTACKS_FILE, 'utf8'))
})

test('each story of the quick suite is a test of a browser', () => {
  const names = tests.filter(({ file }) => file.includes('/e2e/')).map(({ name }) => name)
  const unknown = [...STORIES].filter((story) => !names.some((name) => isCaseOf(name, story)))
  expect(unknown).toEqual([])
})

/** Whether a test, or a case of a table of tests, has this full name. */
function isCaseOf(name: string, story: string): boolean {
  const [start = '', end] = name.split(PLACEHOLDER)
  return end === undefined ? story === name : story.startsWith(start) && story.endsWith(end)
}
