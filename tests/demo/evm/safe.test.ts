import { type Hex, createPublicClient, hashMessage, http, keccak256, pad, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '#demo/evm/anvil.ts'
import { SAFE_ADDRESSES } from '#demo/evm/safe-contracts.ts'
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
const getAddress = (key: Hex) => privateKeyToAccount(key).address
const [ada, ilya, negar, stranger] = keys
if (!ada || !ilya || !negar || !stranger) throw new Error('four keys are needed')
const OWNERS = [ada, ilya, negar].map((key) => getAddress(key))

describe('Safe 1.4.1 on anvil', () => {
  let anvil: Anvil
  let safes: Safes
  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 1 })
    safes = await deploySafeContracts(anvil)
  }, 30_000)
  afterAll(() => anvil.close())

  const client = () => createPublicClient({ transport: http(anvil.url, { retryCount: 0 }) })
  /** The contract's answer. A revert is a refusal. */
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

  test('reports its version and its owners', async () => {
    const { address } = await safes.create({ owners: OWNERS, threshold: 2 })
    const contract = { address, abi: ABI } as const
    expect(await client().readContract({ ...contract, functionName: 'VERSION' })).toBe('1.4.1')
    expect(await client().readContract({ ...contract, functionName: 'getOwners' })).toEqual(OWNERS)
  })

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
    const options = { owners: OWNERS, threshold: 2, salt: 6n } as const
    const slot = `0x${'00'.repeat(32)}` as const
    for (const singleton of ['Safe', 'SafeL2'] as const) {
      const { address } = await safes.create({ ...options, singleton })
      const word = await client().getStorageAt({ address, slot })
      const expected = singleton === 'Safe' ? SAFE_ADDRESSES.singleton : SAFE_ADDRESSES.singletonL2
      expect(word).toBe(pad(expected).toLowerCase())
    }
  })

  test('refuses a message without its fallback handler', async () => {
    const safe = await safes.create({ owners: OWNERS, threshold: 2, handler: 'none' })
    expect(await verdictOn(safe, await signAsSafe(safe, TEXT, [ada, ilya]))).toBe('refused')
  })

  test('requires more owners after its threshold is raised', async () => {
    const safe = await safes.create({ owners: OWNERS, threshold: 2, salt: 8n })
    const signature = await signAsSafe(safe, TEXT, [ada, ilya])
    await safes.changeThreshold(safe, 3, [ada, ilya])
    expect(await safes.read(safe)).toMatchObject({ threshold: 3 })
    expect(await verdictOn(safe, signature)).toBe('refused')
    expect(await verdictOn(safe, await signAsSafe(safe, TEXT, [ada, ilya, negar]))).toBe('accepted')
  })

  test('adds and removes modules and a guard', async () => {
    const safe = await safes.create({ owners: OWNERS, threshold: 2, salt: 9n })
    const both = [ada, ilya]
    const [one, other] = [getAddress(stranger), getAddress(negar)]
    expect(await safes.read(safe)).toEqual({
      owners: OWNERS,
      threshold: 2,
      modules: [],
      guard: null,
    })
    await safes.enableModule(safe, one, both)
    await safes.enableModule(safe, other, both)
    await safes.setGuard(safe, 'permissive', both)
    const { modules, guard } = await safes.read(safe)
    expect(modules).toEqual([other, one])
    expect(guard).not.toBeNull()
    await safes.disableModule(safe, one, both)
    await safes.setGuard(safe, 'none', both)
    expect(await safes.read(safe)).toMatchObject({ modules: [other], guard: null })
  })

  test.each(['own-code', 'own-singleton'] as const)(
    'differs from a lookalike with %s only by code and singleton',
    async (disguise) => {
      const safe = await safes.createLookalike({ owners: OWNERS, threshold: 2, disguise })
      const contract = { address: safe.address, abi: ABI } as const
      expect(await client().readContract({ ...contract, functionName: 'VERSION' })).toBe('1.4.1')
      expect(await safes.read(safe)).toEqual({
        owners: OWNERS,
        threshold: 2,
        modules: [],
        guard: null,
      })
      expect(await verdictOn(safe, '0xa5')).toBe('accepted')
      const real = await safes.create({ owners: OWNERS, threshold: 2 })
      const [code, realCode] = await Promise.all(
        [safe, real].map(({ address }) => client().getCode({ address })),
      )
      expect(code === realCode).toBe(disguise === 'own-singleton')
      const word = await client().getStorageAt({ address: safe.address, slot: '0x0' })
      expect(word).not.toBe(pad(SAFE_ADDRESSES.singleton).toLowerCase())
    },
  )

  test('reverts where the test makes it revert', async () => {
    const { address } = await safes.createReverting()
    const version = client().readContract({ address, abi: ABI, functionName: 'VERSION' })
    await expect(version).rejects.toThrow('reverted')
  })

  test('deploys only one Safe for the same owners', async () => {
    const once = await safes.create({ owners: OWNERS, threshold: 2 })
    expect(await safes.create({ owners: OWNERS, threshold: 2 })).toEqual(once)
    const other = await safes.create({ owners: OWNERS, threshold: 2, salt: 7n })
    expect(other.address).not.toBe(once.address)
  })

  test('accepts a text that enough owners signed, in any order', async () => {
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

  test('refuses an earlier signature of a removed owner', async () => {
    const safe = await safes.create({ owners: [getAddress(ada)], threshold: 1, salt: 2n })
    const signature = await signAsSafe(safe, TEXT, [ada])
    expect(await verdictOn(safe, signature)).toBe('accepted')
    await safes.swapOwner(safe, { from: getAddress(ada), to: getAddress(ilya) }, [ada])
    expect(await verdictOn(safe, signature)).toBe('refused')
    expect(await verdictOn(safe, await signAsSafe(safe, TEXT, [ilya]))).toBe('accepted')
  })

  test('swaps an owner who is not the first in the list', async () => {
    const safe = await safes.create({ owners: OWNERS, threshold: 2, salt: 3n })
    await safes.swapOwner(safe, { from: getAddress(negar), to: getAddress(stranger) }, [ada, ilya])
    expect(await verdictOn(safe, await signAsSafe(safe, TEXT, [ada, stranger]))).toBe('accepted')
  })

  test('accepts an empty signature only for a text approved on the chain', async () => {
    const safe = await safes.create({ owners: OWNERS, threshold: 2, salt: 4n })
    expect(await verdictOn(safe, '0x')).toBe('refused')
    await safes.signOnChain(safe, TEXT, [ada, ilya])
    expect(await verdictOn(safe, '0x')).toBe('accepted')
    expect(await verdictOn(safe, '0x', `${TEXT} `)).toBe('refused')
  })

  test('executes nothing that its owners have not signed', async () => {
    const safe = await safes.create({ owners: OWNERS, threshold: 2, salt: 5n })
    const change = { from: getAddress(ada), to: getAddress(stranger) }
    await expect(safes.swapOwner(safe, change, [ada, stranger])).rejects.toThrow('reverted')
  })
})
