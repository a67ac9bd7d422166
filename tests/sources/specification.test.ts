import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SESSION_PATH } from '#shared/session-path.ts'
import { readSources } from '#tests/support/read-sources.ts'

const root = new URL('../..', import.meta.url)
const text = readFileSync(new URL('docs/specification.md', root), 'utf8')

/** Calls that the specification names: one or more methods before each path, as in `GET` `PATCH /api/me`. */
function findNamedCalls(): string[] {
  const named = [...text.matchAll(/((?:`[A-Z]+` )*)`([A-Z]+) (\/(?:api|v1)\/[^`?]*)[^`]*`/g)]
  return named.flatMap(([, others = '', method = '', path = '']) =>
    [...others.matchAll(/[A-Z]+/g), [method]].map(([each]) => `${each} ${path}`),
  )
}

/** Calls of the contract, as their files declare them. */
function findCalls(): string[] {
  const call = /^ {2}method: '([A-Z]+)',\n {2}path: (?:'([^']*)'|SESSION_PATH),$/gm
  return readSources('src')
    .filter(({ file }) => file.startsWith('shared/api/'))
    .flatMap(({ code }) => Array.from(code.matchAll(call)))
    .map(([, method, path = SESSION_PATH]) => `${method} ${path}`)
}

test('the specification names every call of the contract, and no other', () => {
  const calls = findCalls()
  expect(calls.length).toBeGreaterThan(70)
  expect(new Set(findNamedCalls())).toEqual(new Set(calls))
})

test('the specification names every command', () => {
  const [, line = ''] = /^Commands: ([^]*?)\n\n/m.exec(text) ?? []
  const main = readFileSync(new URL('src/server/cli/main.ts', root), 'utf8')
  const [, map = ''] = /const COMMANDS [^]*?\[\n([^]*?)\n\]\)/.exec(main) ?? []
  const commands = [...map.matchAll(/\['(\w+)'/g)].map(([, name]) => name)
  expect(commands.length).toBeGreaterThan(10)
  expect([...line.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(commands)
})
