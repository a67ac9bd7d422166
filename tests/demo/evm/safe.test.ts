import { createPublicClient, http, keccak256, pad } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '#demo/evm/anvil.ts'
import { SAFE_ADDRESSES } from '#demo/evm/safe-contracts.ts'
import { type Safes, deploySafeContracts } from '#demo/evm/safe.ts'
import { treasuryAddress } from '#demo/evm/treasury-keys.ts'

describe('Safe 1.4.1 on anvil', () => {
  let anvil: Anvil
  let safes: Safes
  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 1 })
    safes = await deploySafeContracts(anvil)
  }, 30_000)
  afterAll(() => anvil.close())

  const client = () => createPublicClient({ transport: http(anvil.url, { retryCount: 0 }) })

  test('has its contracts at the same addresses as on real chains', async () => {
    // https://github.com/safe-global/safe-deployments/tree/main/src/assets/v1.4.1
    expect(SAFE_ADDRESSES).toEqual({
      singleton: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
      singletonL2: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
      factory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
      handler: '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
      signMessageLib: '0xd53cd0aB83D845Ac265BE939c57F53AD838012c9',
    })
    // The hash of the published code of Safe 1.4.1, from the same list.
    const code = await client().getCode({ address: SAFE_ADDRESSES.singleton })
    expect(keccak256(code ?? '0x')).toBe(
      '0x1fe2df852ba3299d6534ef416eefa406e56ced995bca886ab7a553e6d0c5e1c4',
    )
    for (const address of Object.values(SAFE_ADDRESSES))
      expect(await client().getCode({ address })).toMatch(/^0x6080/)
  })

  test('deploys a Safe with each of the two singletons', async () => {
    const owners = [treasuryAddress('owner1'), treasuryAddress('owner2')]
    const slot = `0x${'00'.repeat(32)}` as const
    for (const singleton of ['Safe', 'SafeL2'] as const) {
      const { address } = await safes.create({ owners, threshold: 2, singleton })
      const word = await client().getStorageAt({ address, slot })
      const expected = singleton === 'Safe' ? SAFE_ADDRESSES.singleton : SAFE_ADDRESSES.singletonL2
      expect(word).toBe(pad(expected).toLowerCase())
    }
  })
})
