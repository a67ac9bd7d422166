import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Address } from 'viem'
import { SAFE_ADDRESSES } from '#demo/evm/safe-addresses.ts'
import type { SafeAccount } from '#demo/evm/sign-as-safe.ts'
import { checkSome, createMultisigChecks } from '#server/multisig/check-multisigs.ts'
import { lookAfterSome } from '#server/multisig/watch-collections.ts'
import type { StoredUser } from '#server/store/store.ts'
import { MULTISIG_MAX_AGE_MS, WALLETS_PER_USER } from '#shared/limits.ts'
import { textHash } from '#shared/safe-message.ts'
import { ofSignatures } from '#tests/support/multisig-samples.ts'
import {
  ODD_CONTRACTS,
  placeCode,
  placeHandler,
  takeCode,
  writeStorage,
} from '#tests/support/evm-contracts.ts'
import { hiddenOwner } from '#tests/support/hidden-authority.ts'
import { setCollection, setStage, type Stage, taken } from './multisig-stage.ts'
import {
  ETHEREUM,
  type MultisigWorld,
  type Owner,
  ownerOf,
  startMultisigWorld,
} from './multisig-world.ts'

const [ann, ben, cem, dot] = [ownerOf(61), ownerOf(62), ownerOf(63), ownerOf(64)]

const GONE_AFTER_MS = 60 * 60_000
const LEASE_MS = 5 * 60_000
const NODE_LAG_MS = 10 * 60_000
const NODE_ERROR = [
  { jsonrpc: '2.0', id: 0, result: '0x1' },
  { jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'header not found' } },
]

let world: MultisigWorld

beforeAll(async () => void (world = await startMultisigWorld()), 60_000)
afterAll(() => world.close())

/** A Safe, 2 of 3, that Ann and Ben have linked: to Ann at `account`, or to both at `quorum`. */
async function linkSafe(options: Parameters<MultisigWorld['createSafe']>[2] = {}) {
  const opening = await setCollection(world, [ann, ben, cem], { threshold: 2, ...options })
  const { stage, safe, multisig, starter, collection } = opening
  const users = { ann: starter, ben: await stage.owner('Ben', ben) }
  const speak = (user: StoredUser, key: Owner) =>
    collection.method === 'signatures'
      ? stage.sign(user, collection, key)
      : stage.agree(user, collection, { owner: key.address })
  taken(await speak(users.ann, ann))
  expect(taken(await speak(users.ben, ben)).state).toBe('complete')
  return { stage, safe, users, multisig, swap: swapOf(safe) }
}

function swapOf(safe: SafeAccount) {
  return (from: Owner, to: Owner, keys: readonly Owner[]) =>
    world.safes.swapOwner(
      safe,
      { from: from.address, to: to.address },
      keys.map(({ secret }) => secret),
    )
}

/** The same, by a message that Ann and Ben have signed on the chain: linked to Ann, by no word of ours. */
async function linkSignedOnChain() {
  const opening = await openSignedOnChain()
  const { stage, safe, collection } = opening
  await lookAfterSome(stage.deps, new AbortController().signal)
  expect((await stage.found(collection.code)).state).toBe('complete')
  return { ...opening, swap: swapOf(safe) }
}

async function openSignedOnChain() {
  const opening = await setCollection(world, [ann, ben, cem], { threshold: 2 })
  const collection = ofSignatures(opening.collection)
  const keys = [ann.secret, ben.secret]
  await world.safes.signOnChain(opening.safe, collection.message, keys)
  return { ...opening, collection }
}

type Opened = Pick<
  Awaited<ReturnType<typeof openSignedOnChain>>,
  'starter' | 'multisig' | 'collection'
>

/** As links were written before the owners' signatures had to be there. */
async function linkAsSafe(stage: Stage, { starter, multisig, collection }: Opened): Promise<void> {
  const { family, kind, chainId, address, owners } = multisig
  const proven = { family, kind, chainId, address, level: 'account' } as const
  const evidence = {
    kind: 'signature',
    hash: textHash(collection.message),
    signature: '0x',
    owners,
  } as const
  const completed = {
    code: collection.code,
    proven: { ...proven, binding: 'hash', keySource: 'contract' } as const,
    signature: new Uint8Array(),
    links: [{ userId: starter.id, evidence }],
    walletLimit: WALLETS_PER_USER,
  }
  const { outcome } = await stage.store.completeCollection(completed, stage.clock.now)
  expect(outcome).toBe('linked')
}

/** Lets the handler of all the Safes here revert, until it is put right or the test ends. */
async function revertVerdicts() {
  const putRight = await takeCode(anvilOf(), SAFE_ADDRESSES.handler)
  onTestFinished(putRight)
  await placeCode(anvilOf(), SAFE_ADDRESSES.handler, ODD_CONTRACTS.reverts)
  return putRight
}

function anvilOf() {
  const [anvil] = world.anvils
  if (!anvil) throw new Error('there is an Ethereum')
  return anvil
}

async function linkOf(stage: Stage, user: StoredUser, address: Address) {
  const wallet = (await stage.walletsOf(user)).find((one) => one.address === address)
  if (!wallet) throw new Error('it is not linked')
  return wallet
}

/** The Safes of which this key is shown as a signer. */
async function signedBy({ store }: Stage, { address }: Owner): Promise<readonly string[]> {
  const listed = await store.listMultisigsOfOwner({ family: 'evm', address })
  return listed.map((multisig) => multisig.address)
}

/** The wallets of which members are told that they hold no more, with why. */
async function staleNews(stage: Stage) {
  const told = await stage.news()
  return {
    links: told.flatMap((event) => (event.type === 'wallet.stale' ? [event.reason] : [])),
    others: told.flatMap((event) =>
      event.type === 'collection.news' && event.news === 'stale' ? [event.userId] : [],
    ),
    host: (await stage.hostEvents()).filter((type) => type === 'wallet.stale').length,
  }
}

describe('a link at account level', () => {
  test('goes stale after swapOwner, exactly once, with an event and news to whoever spoke', async () => {
    const { stage, safe, users, multisig, swap } = await linkSafe()
    await swap(ben, dot, [ann, cem])
    const before = stage.events.count
    stage.clock.now += 1_000
    await Promise.all([1, 2, 3].map(() => stage.check(multisig)))
    await stage.check(multisig)
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).toBe(stage.clock.now)
    expect(await staleNews(stage)).toEqual({
      links: ['owners-changed'],
      others: [users.ben.id],
      host: 1,
    })
    expect(stage.events.count).toBe(before + 1)
  })

  test('holds where an owner went who had not signed', async () => {
    const { stage, safe, users, multisig, swap } = await linkSafe()
    await swap(cem, dot, [ann, ben])
    const { multisig: read } = await stage.check(multisig)
    expect(read.owners).toContain(dot.address)
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).toBeNull()
  })

  test('goes stale when the threshold is raised', async () => {
    const { stage, safe, users, multisig } = await linkSafe()
    await world.safes.changeThreshold(safe, 3, [ann.secret, ben.secret])
    await stage.check(multisig)
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).not.toBeNull()
    expect((await staleNews(stage)).links).toEqual(['threshold-raised'])
  })

  test('signed on the chain: goes stale with any owner of then, though the Safe still says yes', async () => {
    const { stage, safe, starter, multisig, collection, swap } = await linkSignedOnChain()
    await stage.check(multisig)
    expect((await linkOf(stage, starter, safe.address)).staleAt).toBeNull()
    await swap(cem, dot, [ann, ben])
    const question = { address: safe.address, hash: textHash(collection.message), signature: '0x' }
    expect(await stage.reach.evmChains.isValidSignature(ETHEREUM, question)).toBe('accepted')
    stage.clock.now += 1_000
    await stage.check(multisig)
    expect((await linkOf(stage, starter, safe.address)).staleAt).toBe(stage.clock.now)
    expect(await staleNews(stage)).toEqual({ links: ['owners-changed'], others: [], host: 1 })
  })

  test('signed on the chain: holds when the threshold is raised, as the Safe says', async () => {
    const { stage, safe, starter, multisig } = await linkSignedOnChain()
    await world.safes.changeThreshold(safe, 3, [ann.secret, ben.secret])
    const { multisig: read } = await stage.check(multisig)
    expect(read.threshold).toBe(3)
    expect((await linkOf(stage, starter, safe.address)).staleAt).toBeNull()
  })

  test('a contract wallet that reverts when it is asked again: a refusal', async () => {
    const { stage, safe, users, multisig } = await linkSafe()
    await revertVerdicts()
    stage.clock.now += NODE_LAG_MS
    await stage.check(multisig)
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).toBe(stage.clock.now)
    expect((await staleNews(stage)).links).toEqual(['not-accepted'])
  })

  test('refused soon after its proof, by a node that is behind: asked again later', async () => {
    const { stage, safe, users, multisig } = await linkSafe()
    const putRight = await revertVerdicts()
    stage.clock.now += NODE_LAG_MS - 1
    await stage.check(multisig)
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).toBeNull()
    await putRight()
    stage.clock.now += MULTISIG_MAX_AGE_MS
    await stage.check(multisig)
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).toBeNull()
  })

  test.each([
    ['an error', () => Promise.resolve(Response.json(NODE_ERROR))],
    ['a timeout', () => Promise.reject(new DOMException('too late', 'TimeoutError'))],
    ['no answer', () => Promise.reject(new Error('no answer'))],
  ])('a node that gives %s instead of the verdict: unchanged', async (_, answer) => {
    const { stage, safe, users, multisig } = await linkSafe()
    await revertVerdicts()
    stage.clock.now += NODE_LAG_MS
    const asked = stage.reach.verdicts()
    stage.reach.beforeVerdict(answer)
    await stage.check(multisig)
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).toBeNull()
    expect(stage.reach.verdicts()).toBe(asked + 1)
  })

  test('goes stale when its chain shows no published Safe any more, and still none minutes later', async () => {
    const { stage, safe, users, multisig } = await linkSafe()
    await placeCode(anvilOf(), safe.address, ODD_CONTRACTS.alwaysYes)
    for (const passed of [0, GONE_AFTER_MS - 1]) {
      stage.clock.now += passed
      expect(await stage.check(multisig)).toMatchObject({ state: 'gone' })
      expect((await linkOf(stage, users.ann, safe.address)).staleAt).toBeNull()
    }
    stage.clock.now += 1
    await stage.check(multisig)
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).toBe(stage.clock.now)
    expect((await staleNews(stage)).links).toEqual(['not-recognised'])
  })

  test('holds where a node shows nothing at its address now and then', async () => {
    const { stage, safe, users, multisig } = await linkSafe()
    for (let turn = 0; turn < 3; turn += 1) {
      const putBack = await takeCode(anvilOf(), safe.address)
      expect(await stage.check(multisig)).toMatchObject({ state: 'gone' })
      await putBack()
      stage.clock.now += GONE_AFTER_MS
      expect(await stage.check(multisig)).toMatchObject({ state: 'current' })
      stage.clock.now += GONE_AFTER_MS
    }
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).toBeNull()
  })

  test('attack: swapped owners keep what no list shows, and the Safe still says yes to it', async () => {
    const { stage, safe, users, multisig, swap } = await linkSafe()
    await swap(ben, dot, [ann, cem])
    // What a delegatecall writes: Ben can sign again, and is not listed.
    const { slot, value } = hiddenOwner(ben.address)
    await writeStorage(anvilOf(), safe.address, { slot, value })
    stage.clock.now += NODE_LAG_MS
    await stage.check(multisig)
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).toBe(stage.clock.now)
    expect((await staleNews(stage)).links).toEqual(['not-by-owners'])
    expect(await signedBy(stage, dot)).not.toContain(safe.address)
  })

  test('attack: linked as a Safe, long ago, by what its module signed on the chain: it was never its owners', async () => {
    const { stage, safe, starter, multisig, collection } = await openSignedOnChain()
    await linkAsSafe(stage, { starter, multisig, collection })
    expect(await linkOf(stage, starter, safe.address)).toMatchObject({
      kind: 'safe',
      staleAt: null,
    })
    expect(await signedBy(stage, cem)).toContain(safe.address)
    stage.clock.now += NODE_LAG_MS
    await stage.check(multisig)
    expect((await staleNews(stage)).links).toEqual(['not-by-owners'])
    expect(await signedBy(stage, cem)).not.toContain(safe.address)
  })

  test('attack: handed to well-known owners, with a handler that says yes to whatever was signed', async () => {
    const { stage, safe, users, multisig, swap } = await linkSafe()
    await swap(ben, dot, [ann, cem])
    const handler = { address: ownerOf(99).address, code: ODD_CONTRACTS.alwaysYes }
    await placeHandler(anvilOf(), safe.address, handler)
    await stage.check(multisig)
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).not.toBeNull()
    expect((await staleNews(stage)).links).toEqual(['owners-changed'])
  })

  test('module added: shown, and the link holds', async () => {
    const { stage, safe, users, multisig } = await linkSafe()
    await world.safes.enableModule(safe, dot.address, [ann.secret, ben.secret])
    await stage.check(multisig)
    const wallet = await linkOf(stage, users.ann, safe.address)
    expect(wallet).toMatchObject({ staleAt: null, multisig: { modules: [dot.address] } })
  })

  test('chain down during the check: unchanged, as is what was read', async () => {
    const { stage, safe, users, multisig, swap } = await linkSafe()
    await swap(ben, dot, [ann, cem])
    stage.reach.cut()
    stage.clock.now += 2 * MULTISIG_MAX_AGE_MS
    expect(await stage.check(multisig)).toMatchObject({ state: 'unreachable' })
    const wallet = await linkOf(stage, users.ann, safe.address)
    expect(wallet).toMatchObject({ staleAt: null, multisig: { checkedAt: multisig.checkedAt } })
    stage.reach.mend()
    await stage.check(multisig)
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).not.toBeNull()
  })

  test('proven anew holds again, and by its new words', async () => {
    const { stage, safe, users, multisig, swap } = await linkSafe()
    await swap(ben, dot, [ann, cem])
    await stage.check(multisig)
    stage.clock.now += 1_000
    const collection = await stage.started(users.ann, multisig)
    taken(await stage.sign(users.ann, collection, ann))
    taken(await stage.sign(await stage.member('Dot'), collection, dot))
    const wallet = await linkOf(stage, users.ann, safe.address)
    expect(wallet).toMatchObject({ staleAt: null, verifiedAt: stage.clock.now })
    await stage.check(multisig)
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).toBeNull()
  })

  test('proven anew while it is judged by the old proof: the new one stands', async () => {
    const { stage, safe, users, multisig, swap } = await linkSafe()
    stage.clock.now += 1_000
    const collection = await stage.started(users.ann, multisig)
    taken(await stage.sign(users.ann, collection, ann))
    await swap(ben, dot, [ann, cem])
    stage.reach.beforeVerdict(async () => {
      taken(await stage.sign(await stage.owner('Dot', dot), collection, dot))
    })
    await stage.check(multisig)
    expect(await linkOf(stage, users.ann, safe.address)).toMatchObject({
      staleAt: null,
      verifiedAt: stage.clock.now,
    })
  })
})

describe('a link at quorum level', () => {
  test('goes stale for each when one who agreed is no owner any more', async () => {
    const { stage, safe, users, multisig, swap } = await linkSafe({ handler: 'none' })
    await swap(ben, dot, [ann, cem])
    await stage.check(multisig)
    await stage.check(multisig)
    for (const user of Object.values(users))
      expect((await linkOf(stage, user, safe.address)).staleAt).not.toBeNull()
    expect(await staleNews(stage)).toEqual({
      links: ['owners-changed', 'owners-changed'],
      others: [],
      host: 2,
    })
    expect(stage.reach.verdicts()).toBe(0)
  })

  test('goes stale when the threshold is raised', async () => {
    const { stage, safe, multisig } = await linkSafe({ handler: 'none' })
    await world.safes.changeThreshold(safe, 3, [ann.secret, ben.secret])
    await stage.check(multisig)
    expect((await staleNews(stage)).links).toEqual(['threshold-raised', 'threshold-raised'])
  })
})

describe('the hourly check', () => {
  test('comes back to a Safe that was not there, and has its link go stale', async () => {
    const { stage, safe, users } = await linkSafe()
    await takeCode(anvilOf(), safe.address)
    stage.clock.now += MULTISIG_MAX_AGE_MS + 1
    for (const passed of [0, LEASE_MS]) {
      stage.clock.now += passed
      await checkOnce(stage)
      expect((await linkOf(stage, users.ann, safe.address)).staleAt).toBeNull()
    }
    stage.clock.now += GONE_AFTER_MS - LEASE_MS
    await checkOnce(stage)
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).toBe(stage.clock.now)
  })

  test('finds what has changed, and leaves what was read within the hour', async () => {
    const { stage, safe, users, swap } = await linkSafe()
    await swap(ben, dot, [ann, cem])
    stage.reach.asked.length = 0
    stage.clock.now += MULTISIG_MAX_AGE_MS - 1
    await checkOnce(stage)
    expect(stage.reach.asked).toEqual([])
    stage.clock.now += 2
    await checkOnce(stage)
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).toBe(stage.clock.now)
  })

  test('comes round by itself, and is stopped with nothing under way', async () => {
    const { stage, safe, users, swap } = await linkSafe()
    await swap(ben, dot, [ann, cem])
    stage.clock.now += MULTISIG_MAX_AGE_MS + 1
    const checks = createMultisigChecks(stage.deps)
    checks.start()
    await vi.waitFor(
      async () =>
        expect((await linkOf(stage, users.ann, safe.address)).staleAt).toBe(stage.clock.now),
      { timeout: 10_000, interval: 20 },
    )
    await checks.stop()
  })

  test('of two processes, one reads', async () => {
    const { stage } = await linkSafe()
    const other = await setStage(world, { store: stage.store })
    stage.clock.now += MULTISIG_MAX_AGE_MS + 1
    other.clock.now = stage.clock.now
    stage.reach.asked.length = 0
    await Promise.all([stage, other].map(checkOnce))
    const readings = [stage, other].flatMap(({ reach }) => reach.asked).filter(isReading)
    expect(readings).toHaveLength(1)
  })

  test('a chain that is down is asked again later', async () => {
    const { stage, safe, users, swap } = await linkSafe()
    await swap(ben, dot, [ann, cem])
    stage.reach.cut()
    stage.clock.now += MULTISIG_MAX_AGE_MS + 1
    await checkOnce(stage)
    stage.reach.mend()
    // Within its lease it is left alone.
    await checkOnce(stage)
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).toBeNull()
    stage.clock.now += LEASE_MS
    await checkOnce(stage)
    expect((await linkOf(stage, users.ann, safe.address)).staleAt).not.toBeNull()
  })

  test('a store that fails is outlived', async () => {
    const { stage } = await linkSafe()
    const store = { ...stage.store, leaseMultisigChecks: () => Promise.reject(new Error('away')) }
    await checkSome({ ...stage.deps, store }, new AbortController().signal)
    expect(stage.logLines.join('')).toContain('multisigs: store failed')
  })
})

const isReading = ({ body }: { body: string }) => body.includes('eth_getStorageAt')

async function checkOnce({ deps, idle }: Stage): Promise<void> {
  await checkSome(deps, new AbortController().signal)
  await idle()
}
