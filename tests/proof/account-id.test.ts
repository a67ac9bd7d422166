import { describe, expect, test } from 'vitest'
import { accountId, parseAccountId } from '#proof/account-id.ts'

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const HASH = 'ab'.repeat(32)

describe('the name of an account', () => {
  test.each([
    [{ family: 'evm', chainId: null, address: EVM }, `eip155:1:${EVM}`],
    [{ family: 'evm', chainId: 8453, address: EVM }, `eip155:8453:${EVM}`],
    [{ family: 'ton', network: '-239', address: `0:${HASH}` }, `tvm:-239:0%3A${HASH}`],
    [{ family: 'ton', network: '-3', address: `-1:${HASH}` }, `tvm:-3:-1%3A${HASH}`],
  ] as const)('the account %j has the CAIP-10 name %s, which verifiers read', (account, name) => {
    expect(accountId(account)).toBe(name)
    // CAIP-10: at most 128 characters of an address, without a colon.
    expect(name).toMatch(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/)
    expect(parseAccountId(name)).toMatchObject({
      family: account.family,
      address: account.address,
    })
  })
})
