import fc from 'fast-check'
import { hashTypedData } from 'viem/utils'
import { expect, test } from 'vitest'
import { safeMessageHash, safeTypedData } from '#shared/safe-message.ts'

test('the hash that owners see is that of the typed data that their wallets sign, as viem hashes it', () => {
  const safe = fc.record({
    chainId: fc.integer({ min: 1, max: 2 ** 31 }),
    address: fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  })
  fc.assert(
    fc.property(safe, fc.string(), (account, text) => {
      expect(safeMessageHash(account, text)).toBe(hashTypedData(safeTypedData(account, text)))
    }),
    { numRuns: 50 },
  )
})
