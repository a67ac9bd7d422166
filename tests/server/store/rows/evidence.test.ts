import { expect, test } from 'vitest'
import { createFieldCipher } from '#server/store/database/field-cipher.ts'
import { unsealEvidence } from '#server/store/rows/wallet-rows.ts'

const cipher = createFieldCipher(new Uint8Array(32).fill(7))
const SIGNED = { kind: 'signature', hash: '0xab', signature: '0xcd' }
const AGREED = { kind: 'agreements', owners: ['0:ab', '0:cd'], own: '0:ab' }

/** As it stands in the row of the wallet `w1`. */
function open(evidence: unknown) {
  const place = { table: 'wallets', column: 'evidence', row: 'w1' }
  const sealed = cipher.seal(Buffer.from(JSON.stringify(evidence)), place)
  return unsealEvidence({ id: 'w1', evidence: sealed }, cipher)
}

test.each([
  { ...SIGNED, hash: 'ab' },
  { ...SIGNED, hash: 5 },
  { ...SIGNED, signature: 'cd0x' },
  { ...SIGNED, owners: [1] },
  { ...AGREED, own: null },
  { ...AGREED, kind: 'another' },
  'no object',
])('evidence cannot be unsealed as anything else: %j', (evidence) => {
  expect(() => open(evidence)).toThrow('Invalid')
})
