import { expect, test } from 'vitest'
import { parseJson } from '#proof/parse-json.ts'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

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
  ['[1.0,10e-1,0.5,-0.0e5,100e-2,1E2,0e-999]', [1, 1, 0.5, -0, 1, 100, 0]],
  ['[9007199254740993]', [9_007_199_254_740_992]],
  [String.raw`["\uD83E\uDD8A 1.00000000000000000001"]`, ['🦊 1.00000000000000000001']],
  [nested(3), [[[]]]],
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

test.each([
  '1764000000.0000000001',
  '[1.00000000000000000001]',
  '{"a":-1e-999}',
  '{"a":100000000000000000001e-20}',
])('attack: a double would lose the fraction of %s', (text) => {
  expect(parseJson(text)).toEqual({ ok: false, reason: 'rounded-number' })
})

test.each([String.raw`["\ud800"]`, String.raw`{"\uDC00":1}`, '["\ud800"]'])(
  'attack: half of a surrogate pair is refused: %j',
  (text) => {
    expect(parseJson(text)).toEqual({ ok: false, reason: 'half-character' })
  },
)

test('attack: more levels than every reader reads are refused', () => {
  expect(parseJson(nested(32)).ok).toBe(true)
  expect(parseJson(nested(33))).toEqual({ ok: false, reason: 'too-deep' })
})
