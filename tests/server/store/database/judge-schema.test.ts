import { expect, test } from 'vitest'
import { judgeSchema, type SchemaVerdict } from '#server/store/database/judge-schema.ts'

const FIRST = '1.0.0-first-schema'
const EXPANSION = '1.1.0-expand-labels'
const CONTRACTION = `1.2.0-contract-${EXPANSION}`

test.each<[verdict: SchemaVerdict, build: string[], applied: string[]]>([
  ['empty', [FIRST], []],
  ['current', [FIRST], [FIRST]],
  ['older', [FIRST, EXPANSION], [FIRST]],
  ['current', [FIRST], [FIRST, EXPANSION]],
  ['current', [FIRST, EXPANSION], [FIRST, EXPANSION, CONTRACTION]],
  ['newer', [FIRST], [FIRST, EXPANSION, CONTRACTION]],
  ['newer', [FIRST], [FIRST, '1.1.0-rename-labels']],
  ['newer', [FIRST, '1.0.1-expand-notes'], [FIRST, EXPANSION]],
  ['unreleased', [FIRST], ['0001-first-schema', '0021-strange-groups']],
])('a schema is %s to a build that knows %j, over %j', (verdict, build, applied) => {
  expect(judgeSchema(applied, build)).toBe(verdict)
})
