import { createPublicClient, hashMessage, http, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '#demo/evm/anvil.ts'
import { deploySafeContracts } from '#demo/evm/safe.ts'
import { signAsSafe } from '#demo/evm/sign-as-safe.ts'
import { type SafeTreasury, createTreasury } from '#demo/evm/treasury.ts'
import { treasuryAddress, treasuryKey } from '#demo/evm/treasury-keys.ts'

const TEXT = 'This links the treasury to @ada_fisher.'
const ABI = parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)'])
const FIRST = (['owner1', 'owner2', 'owner3'] as const).map(treasuryAddress)

describe('the treasury of the demo', () => {
  let anvil: Anvil
  let treasury: SafeTreasury
  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 1 })
    treasury = await createTreasury(await deploySafeContracts(anvil))
  }, 30_000)
  afterAll(() => anvil.close())

  const accepts = (signature: `0x${string}`) =>
    createPublicClient({ transport: http(anvil.url, { retryCount: 0 }) })
      .readContract({
        address: treasury.safe.address,
        abi: ABI,
        functionName: 'isValidSignature',
        args: [hashMessage(TEXT), signature],
      })
      .then((value) => value === '0x1626ba7e')
      .catch(() => false)
  const signedBy = (...people: Parameters<typeof treasuryKey>[0][]) =>
    signAsSafe(treasury.safe, TEXT, people.map(treasuryKey))

  test('has two of three owners and the same address in every world', async () => {
    expect(await treasury.read()).toEqual({
      owners: FIRST,
      threshold: 2,
      modules: [],
      guard: null,
    })
    expect(treasury.safe).toEqual({
      chainId: 1,
      address: '0x6F337aD2B6092FC0f5A700f79fC901b182672183',
    })
    expect(await accepts(await signedBy('owner1', 'owner3'))).toBe(true)
  })

  test('swaps its third owner for the spare one and back', async () => {
    const signature = await signedBy('owner1', 'owner3')
    await treasury.swapOwner()
    expect(await treasury.owners()).toEqual(['owner1', 'owner2', 'spare'])
    expect(await accepts(signature)).toBe(false)
    expect(await accepts(await signedBy('owner1', 'spare'))).toBe(true)
    await treasury.restore()
    expect(await accepts(signature)).toBe(true)
  })

  test('returns to its first state after any change', async () => {
    await treasury.swapOwner({ from: 'owner1', to: 'spare' })
    await treasury.raiseThreshold()
    await treasury.enableModule()
    expect(await treasury.read()).toMatchObject({ threshold: 3, modules: [expect.any(String)] })
    await treasury.restore()
    expect(await treasury.read()).toEqual({
      owners: FIRST,
      threshold: 2,
      modules: [],
      guard: null,
    })
    await treasury.restore()
  })

  test('approves a text on the chain', async () => {
    expect(await accepts('0x')).toBe(false)
    await treasury.signOnChain(hashMessage(TEXT))
    expect(await accepts('0x')).toBe(true)
  })
})
