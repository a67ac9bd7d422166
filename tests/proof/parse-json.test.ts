import { expect, test } from 'vitest'
import { parseJson } from '#proof/parse-json.ts'

test.each([
  ['{"a":1,"b":1}', { a: 1, b: 1 }],
  ['{"a":{"a":1},"b":{"a":1}}', { a: { a: 1 }, b: { a: 1 } }],
  ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ['{"a":[{"b":1}],"b":[]}', { a: [{ b: 1 }], b: [] }],
  ['{"a":"b","b":"b:"}', { a: 'b', b: 'b:' }],
  [String.raw`{"a":"\"a\":","b":"\\"}`, { a: '"a":', b: '\\' }],
  [String.raw`{"a":"}","b":"{[]"}`, { a: '}', b: '{[]' }],
  ['"a"', 'a'],
  ['[]', []],
  ['null', null],
])('every reader reads %s alike', (text, value) => {
  expect(parseJson(text)).toEqual({ ok: true, value })
})

test.each([
  '{"a":1,"a":1}',
  '{"a":1,"b":2,"a":3}',
  String.raw`{"a":1,"\u0061":2}`,
  '{"b":{"a":1,"a":2}}',
  '{"a":{"b":1},"a":2}',
  '{"a":[{"b":1}],"a":2}',
  '{"a":[],"b":{},"a":2}',
  '[1,{"a":1,"a":2}]',
  '{"":1,"":2}',
])('attack: readers of %s could take either member', (text) => {
  expect(parseJson(text)).toEqual({ ok: false, reason: 'repeated-member' })
})

test.each(['', '{', "{'a':1}", '{"a":1}}', 'undefined', '{"a":1,}'])('%j is no JSON', (text) => {
  expect(parseJson(text)).toEqual({ ok: false, reason: 'not-json' })
})
