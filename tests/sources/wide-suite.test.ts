import { expect, test } from 'vitest'
import { readSources } from '#tests/support/read-sources.ts'
import { scripts } from '../../package.json' with { type: 'json' }

const MARK =
  /^\/\/ @module-tag wide$|\btags: \[(?:'short', )?'wide'\]|: \['wide'\]|\bdescribeStore\(/mu

test('`npm run test:wide` looks into every folder that has a test for it', () => {
  const folders = scripts['test:wide'].split(' ').filter((word) => word.startsWith('tests/'))
  const marked = readSources('tests')
    .filter(({ file }) => /\.test\.tsx?$/u.test(file))
    .filter(({ code }) => MARK.test(code) && !code.startsWith('// @module-tag full'))
    .map(({ file }) => `tests/${file}`)
  const isSeen = (file: string) => folders.some((folder) => file.startsWith(`${folder}/`))
  expect(marked.filter((file) => !isSeen(file))).toEqual([])
  for (const folder of folders)
    expect(marked.some((file) => file.startsWith(`${folder}/`))).toBe(true)
})
