import { expect, test } from 'vitest'
import { parseTraceparent } from '#server/log/traceparent.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

test.each([`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-00`, ` 00-${TRACE}-${SPAN}-ff `])(
  'the trace of %j is read',
  (header) => {
    expect(parseTraceparent(header)).toEqual({ traceId: TRACE, traceparent: header.trim() })
  },
)

test.each([
  ['no header', undefined],
  ['an empty one', ''],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['a short trace', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ['a long span', `00-${TRACE}-${SPAN}0-01`],
  ['no flags', `00-${TRACE}-${SPAN}`],
  ['the version that is never valid', `ff-${TRACE}-${SPAN}-01`],
  ['a later version', `01-${TRACE}-${SPAN}-01-more`],
  ['more than version 00 has', `00-${TRACE}-${SPAN}-01-more`],
  ['two headers', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
  ['another form', '{"trace":1}\n'],
])('%s is ignored', (_, header) => {
  expect(parseTraceparent(header)).toBeNull()
})
