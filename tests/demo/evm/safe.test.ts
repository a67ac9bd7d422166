import { type Hex, createPublicClient, hashMessage, http, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '#demo/evm/anvil.ts'
import { type Safes, deploySafeContracts } from '#demo/evm/safe.ts'
import { type SafeAccount, signAsSafe } from '#demo/evm/sign-as-safe.ts'

const TEXT = 'This proves nothing but itself.'
const ABI = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
  'function getOwners() view returns (address[])',
  'function VERSION() view returns (string)',
])
const ACCEPTED = '0x1626ba7e'

const keys = Array.from({ length: 4 }, () => generatePrivateKey())
const addressOf = (key: Hex) => privateKeyToAccount(key).address
const [ada, ilya, negar, stranger] = keys
if (!ada || !ilya || !negar || !stranger) throw new Error('four keys are needed')
const OWNERS = [ada, ilya, negar].map((key) => addressOf(key))

describe('Safe 1.4.1 on anvil', () => {
  let anvil: Anvil
  let safes: Safes
  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 1 })
    safes = await deploySafeContracts(anvil)
  }, 30_000)
  afterAll(() => anvil.close())

  const client = () => createPublicClient({ transport: http(anvil.url, { retryCount: 0 }) })
  /** The contract's own answer; a revert is a refusal. */
  const verdictOn = ({ address }: SafeAccount, signature: Hex, text = TEXT) =>
    client()
      .readContract({
        address,
        abi: ABI,
        functionName: 'isValidSignature',
        args: [hashMessage(text), signature],
      })
      .then((value) => (value === ACCEPTED ? 'accepted' : 'refused'))
      .catch(() => 'refused')

  test('is the version that it says, with its owners', async () => {
    const { address } = await safes.create({ owners: OWNERS, threshold: 2 })
    const contract = { address, abi: ABI } as const
    expect(await client().readContract({ ...contract, functionName: 'VERSION' })).toBe('1.4.1')
    expect(await client().readContract({ ...contract, functionName: 'getOwners' })).toEqual(OWNERS)
  })

  test('is made once: the same owners have the same Safe', async () => {
    const once = await safes.create({ owners: OWNERS, threshold: 2 })
    expect(await safes.create({ owners: OWNERS, threshold: 2 })).toEqual(once)
    const other = await safes.create({ owners: OWNERS, threshold: 2, salt: 7n })
    expect(other.address).not.toBe(once.address)
  })

  test('accepts a text that as many owners signed as the threshold asks, in any order', async () => {
    const safe = await safes.create({ owners: OWNERS, threshold: 2 })
    expect(await verdictOn(safe, await signAsSafe(safe, TEXT, [ada, negar]))).toBe('accepted')
    expect(await verdictOn(safe, await signAsSafe(safe, TEXT, [negar, ada]))).toBe('accepted')
  })

  test('refuses too few owners, a stranger, another text and another Safe', async () => {
    const safe = await safes.create({ owners: OWNERS, threshold: 2 })
    const other = await safes.create({ owners: OWNERS, threshold: 2, salt: 1n })
    const good = await signAsSafe(safe, TEXT, [ada, ilya])
    expect(await verdictOn(safe, await signAsSafe(safe, TEXT, [ada]))).toBe('refused')
    expect(await verdictOn(safe, await signAsSafe(safe, TEXT, [ada, stranger]))).toBe('refused')
    expect(await verdictOn(safe, good, `${TEXT} `)).toBe('refused')
    expect(await verdictOn(other, good)).toBe('refused')
  })

  test('forgets a removed owner: a signature that was good is no longer', async () => {
    const safe = await safes.create({ owners: [addressOf(ada)], threshold: 1, salt: 2n })
    const signature = await signAsSafe(safe, TEXT, [ada])
    expect(await verdictOn(safe, signature)).toBe('accepted')
    await safes.swapOwner(safe, { from: addressOf(ada), to: addressOf(ilya) }, [ada])
    expect(await verdictOn(safe, signature)).toBe('refused')
    expect(await verdictOn(safe, await signAsSafe(safe, TEXT, [ilya]))).toBe('accepted')
  })

  test('swaps an owner who is not the first', async () => {
    const safe = await safes.create({ owners: OWNERS, threshold: 2, salt: 3n })
    await safes.swapOwner(safe, { from: addressOf(negar), to: addressOf(stranger) }, [ada, ilya])
    expect(await verdictOn(safe, await signAsSafe(safe, TEXT, [ada, stranger]))).toBe('accepted')
  })

  test('accepts an empty signature of a text approved on the chain, and of no other', async () => {
    const safe = await safes.create({ owners: OWNERS, threshold: 2, salt: 4n })
    expect(await verdictOn(safe, '0x')).toBe('refused')
    await safes.signOnChain(safe, TEXT, [ada, ilya])
    expect(await verdictOn(safe, '0x')).toBe('accepted')
    expect(await verdictOn(safe, '0x', `${TEXT} `)).toBe('refused')
  })

  test('does nothing that its owners have not signed', async () => {
    const safe = await safes.create({ owners: OWNERS, threshold: 2, salt: 5n })
    const change = { from: addressOf(ada), to: addressOf(stranger) }
    await expect(safes.swapOwner(safe, change, [ada, stranger])).rejects.toThrow('reverted')
  })
})
