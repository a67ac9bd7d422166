import { expect, test } from 'vitest'
import { readSources } from '#tests/support/read-sources.ts'

const TYPE = /^(?:export )?(?:type|interface) (\w+)/gmu
/** What one component, one function or one part of the wiring takes. */
const OF_ONE_FILE = new Set(['Props', 'Deps', 'Options'])

test('a type has a name of its own', () => {
  const names = [...readSources('src'), ...readSources('tests')]
    .filter(({ file }) => !file.startsWith('i18n/messages'))
    .flatMap(({ code }) => Array.from(code.matchAll(TYPE)))
    .flatMap(([, name = '']) => (OF_ONE_FILE.has(name) ? [] : name))
  expect(names.length).toBeGreaterThan(2_000)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
