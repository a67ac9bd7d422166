import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = join(import.meta.dirname, '../../src')
const TYPE = /^(?:export )?(?:type|interface) (\w+)/gmu
/** What one component, one function or one part of the wiring takes. */
const OF_ONE_FILE = new Set(['Props', 'Deps', 'Options'])

test('a type has a name of its own', () => {
  const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/u.test(file) && !/^(?:demo\/|i18n\/messages)/u.test(file))
    .flatMap((file) => Array.from(readFileSync(join(SOURCE, file), 'utf8').matchAll(TYPE)))
    .flatMap(([, name = '']) => (OF_ONE_FILE.has(name) ? [] : name))
  expect(names.length).toBeGreaterThan(1_000)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
