import { Address } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatTonAddress, parseTonAddress } from '#shared/ton-address.ts'

const RAW = '0:8dca78972eab4a8e2b1d3f2a7e43c1c563e696f65bb9c5ae0845684cee138384'
const FRIENDLY = 'UQCNyniXLqtKjisdPyp-Q8HFY-aW9lu5xa4IRWhM7hODhBN9'

const addresses = fc
  .record({
    workchain: fc.constantFrom(0, -1),
    hash: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  })
  .map(({ workchain, hash }) => new Address(workchain, Buffer.from(hash)))
const forms = fc.record({
  testOnly: fc.boolean(),
  bounceable: fc.boolean(),
  urlSafe: fc.boolean(),
})

describe('the reader of addresses', () => {
  test('reads the raw form in either case of hex and returns it in lower case', () => {
    expect(parseTonAddress(RAW.toUpperCase())).toEqual({
      workchain: 0,
      hash: RAW.slice(2),
      testOnly: null,
      raw: RAW,
    })
  })

  test('reads every friendly form that @ton/core writes as the same account', () => {
    fc.assert(
      fc.property(addresses, forms, (address, form) => {
        expect(parseTonAddress(address.toString(form))).toEqual({
          workchain: address.workChain,
          hash: address.hash.toString('hex'),
          testOnly: form.testOnly,
          raw: address.toRawString(),
        })
      }),
    )
  })

  test('no single wrong character passes the checksum', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (let at = 0; at < FRIENDLY.length; at += 1) {
      for (const char of alphabet) {
        const text = FRIENDLY.slice(0, at) + char + FRIENDLY.slice(at + 1)
        expect(parseTonAddress(text) === null).toBe(text !== FRIENDLY)
      }
    }
  })

  test.each([
    ['nothing', ''],
    ['another workchain', `1:${'0'.repeat(64)}`],
    ['a short account id', '0:8dca'],
    ['a longer account id', `${RAW}0`],
    ['surrounding space', ` ${RAW}`],
    ['a line after it', `${RAW}\n`],
    ['a friendly form without its checksum', FRIENDLY.slice(0, 46)],
    ['both alphabets at once', `+_${FRIENDLY.slice(2)}`],
    ['another chain', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ])('finds no address in %s', (_, text) => {
    expect(parseTonAddress(text)).toBeNull()
  })

  test('never throws on any text, and accepts only what @ton/core accepts', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        const address = parseTonAddress(text)
        if (address !== null) expect(Address.parse(text).toRawString()).toBe(address.raw)
      }),
    )
  })
})

describe('the writer of addresses', () => {
  test('writes the friendly form that @ton/core writes', () => {
    fc.assert(
      fc.property(addresses, fc.boolean(), fc.boolean(), (address, testOnly, bounceable) => {
        const network = testOnly ? '-3' : '-239'
        expect(formatTonAddress(address.toRawString(), { network, bounceable })).toBe(
          address.toString({ testOnly, bounceable }),
        )
      }),
    )
  })

  test('shows a wallet non-bounceable, with the prefix of its network', () => {
    expect(formatTonAddress(RAW, { network: '-239' })).toBe(FRIENDLY)
    expect(formatTonAddress(RAW, { network: '-3' })).toMatch(/^0Q/)
  })

  test('writes only a raw address', () => {
    expect(() => formatTonAddress(FRIENDLY, { network: '-239' })).toThrow(RangeError)
  })
})
