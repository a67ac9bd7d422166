import { base64, base64urlnopad } from '@scure/base'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { KeyEvidenceSchema } from '#proof/document.ts'
import { sampleProof } from '#tests/support/proof-samples.ts'

const CHARACTERS = Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_= \n',
)

/** Mostly a spelling that one change keeps from being canonical: another character, one more, or one less. */
const spellings = fc
  .tuple(
    fc.uint8Array({ maxLength: 70 }),
    fc.constantFrom('base64' as const, 'base64url' as const),
    fc.nat(),
    fc.constantFrom('', ...CHARACTERS),
    fc.nat({ max: 1 }),
  )
  .map(([bytes, coding, at, inserted, dropped]) => {
    const text = Buffer.from(bytes).toString(coding)
    const place = at % (text.length + 1)
    return text.slice(0, place) + inserted + text.slice(place + dropped)
  })

function countBytes(coder: typeof base64, text: string): number | null {
  try {
    return coder.decode(text).length
  } catch {
    return null
  }
}

test.each([
  ['nonce', base64urlnopad, (bytes: number) => bytes === 32, 32],
  ['signature', base64, (bytes: number) => bytes === 64, 64],
  ['stateInit', base64, (bytes: number) => bytes > 0, 48],
] as const)('the form of %s is what a coder of one spelling reads', (name, coder, fits, length) => {
  const expectSame = (text: string) => {
    const bytes = countBytes(coder, text)
    const { success } = v.safeParse(KeyEvidenceSchema, { ...sampleProof(), [name]: text })
    expect([text, success]).toEqual([text, bytes !== null && fits(bytes)])
  }
  const exact = fc.uint8Array({ minLength: length, maxLength: length })
  fc.assert(
    fc.property(exact, fc.constantFrom(...CHARACTERS), (bytes, last) => {
      const text = coder.encode(bytes)
      const digits = text.replace(/=*$/, '')
      for (const one of [
        text,
        `${digits.slice(0, -1)}${last}${text.slice(digits.length)}`,
        `${text}\n`,
      ])
        expectSame(one)
    }),
    { numRuns: 500 },
  )
  fc.assert(fc.property(spellings, expectSame), { numRuns: 2_000 })
})
