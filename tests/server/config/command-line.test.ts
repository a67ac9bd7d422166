import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine, findPlace, startingLines } from '#server/config/command-line.ts'

test.each([
  ['in a clone', '/srv/clasp', '/srv/clasp', {}, 'clone'],
  [
    'in the folder where the package is installed',
    '/srv/bot/node_modules/clasp-telegram',
    '/srv/bot',
    {},
    'folder',
  ],
  [
    'where npx found it',
    '/home/me/.npm/_npx/1f/node_modules/clasp-telegram',
    '/srv/bot',
    { npm_command: 'exec' },
    'folder',
  ],
  [
    'where it is installed for the whole machine',
    '/usr/local/lib/node_modules/clasp-telegram',
    '/data',
    {},
    'path',
  ],
])('%s, the package calls its commands so', (_, root, directory, environment, place) => {
  expect(findPlace({ root, directory, environment })).toBe(place)
})

test.each([
  ['clone', 'keys list', 'npm run keys -- list', ['npm run build', 'npm start']],
  ['folder', 'keys list', 'npx clasp-telegram keys list', ['npx clasp-telegram start']],
  ['path', 'keys list', 'clasp-telegram keys list', ['clasp-telegram start']],
] as const)('the command of a %s is what one types there', (place, command, line, starting) => {
  expect(commandLine(command, place)).toBe(line)
  expect(startingLines(place)).toEqual(starting)
})

test('no page tells anybody to run the command of another company', async () => {
  const root = join(import.meta.dirname, '../../..')
  const docs = await readdir(join(root, 'docs'), { recursive: true })
  const pages = ['README.md', 'CHANGELOG.md', ...docs.map((name) => `docs/${name}`)]
  const texts = pages.filter((page) => page.endsWith('.md'))
  expect(texts.length).toBeGreaterThan(50)
  for (const page of texts)
    expect(await readFile(join(root, page), 'utf8')).not.toMatch(/npx (?:--\S+ )*clasp(?![-\w])/)
})
