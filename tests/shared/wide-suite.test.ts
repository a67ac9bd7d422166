import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scripts } from '../../package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../..')
const MARK =
  /^\/\/ @module-tag wide$|\btags: \[(?:'short', )?'wide'\]|: \['wide'\]|\bdescribeStore\(/mu

test('`npm run test:wide` looks into every folder that has a test for it', () => {
  const folders = scripts['test:wide'].split(' ').filter((word) => word.startsWith('tests/'))
  const marked = readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/u.test(file))
    .map((file) => ({
      file: `tests/${file}`,
      code: readFileSync(join(ROOT, 'tests', file), 'utf8'),
    }))
    .filter(({ code }) => MARK.test(code) && !code.startsWith('// @module-tag full'))
  const isSeen = (file: string) => folders.some((folder) => file.startsWith(`${folder}/`))
  expect(marked.map(({ file }) => file).filter((file) => !isSeen(file))).toEqual([])
  for (const folder of folders)
    expect(marked.some(({ file }) => file.startsWith(`${folder}/`))).toBe(true)
})
