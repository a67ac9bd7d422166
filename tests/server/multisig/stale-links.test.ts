import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sampleProof } from '#tests/support/proof-samples.ts'
import type { Address } from 'viem'
import { SAFE_ADDRESSES } from '#demo/evm/safe-contracts.ts'
import type { SafeAccount } from '#demo/evm/sign-as-safe.ts'
import { checkSome, createMultisigChecks } from '#server/multisig/check-multisigs.ts'
import { refreshSome } from '#server/multisig/watch-cosignings.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
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
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import { setCosigning, setStage, type MultisigStage, taken } from './multisig-stage.ts'
import {
  ETHEREUM,
  type MultisigWorld,
  type TestOwner,
  getOwner,
  startMultisigWorld,
} from './multisig-world.ts'

const [ann, ben, cem, dot] = [getOwner(61), getOwner(62), getOwner(63), getOwner(64)]

const GONE_AFTER_MS = 60 * 60_000
const LEASE_MS = 5 * 60_000
const NODE_LAG_MS = 10 * 60_000
const NODE_ERROR = [
  { jsonrpc: '2.0', id: 0, result: '0x1' },
  { jsonrpc: '2.0', id: 1, result: '0x00' },
  { jsonrpc: '2.0', id: 2, error: { code: -32_000, message: 'header not found' } },
]

const world = shareAmongTests(startMultisigWorld)

/** A Safe, 2 of 3, that Ann and Ben have linked: to Ann at `account`, or to both at `quorum`. */
async function linkSafe(options: Parameters<MultisigWorld['createSafe']>[2] = {}) {
  const opening = await setCosigning(world(), [ann, ben, cem], { threshold: 2, ...options })
  const { stage, safe, multisig, starter, cosigning } = opening
  const users = { ann: starter, ben: await stage.owner('Ben', ben) }
  const confirmAs = (user: StoredUser, key: TestOwner) =>
    cosigning.method === 'signatures'
      ? stage.sign(user, cosigning, key)
      : stage.agree(user, cosigning, { owner: key.address })
  taken(await confirmAs(users.ann, ann))
  expect(taken(await confirmAs(users.ben, ben)).state).toBe('complete')
  return { stage, safe, users, multisig, swap: swapOf(safe) }
}

function swapOf(safe: SafeAccount) {
  return (from: TestOwner, to: TestOwner, keys: readonly TestOwner[]) =>
    world().safes.swapOwner(
      safe,
      { from: from.address, to: to.address },
      keys.map(({ secret }) => secret),
    )
}

/** The same, by a message that Ann and Ben have signed on the chain: linked to Ann, by no confirmation of ours. */
async function linkSignedOnChain() {
  const opening = await openSignedOnChain()
  const { stage, safe, cosigning } = opening
  await refreshSome(stage.deps, new AbortController().signal)
  expect((await stage.found(cosigning.code)).state).toBe('complete')
  return { ...opening, swap: swapOf(safe) }
}

async function openSignedOnChain() {
  const opening = await setCosigning(world(), [ann, ben, cem], { threshold: 2 })
  const cosigning = ofSignatures(opening.cosigning)
  const keys = [ann.secret, ben.secret]
  await world().safes.signOnChain(opening.safe, cosigning.message, keys)
  return { ...opening, cosigning }
}

type OpenedOnChain = Pick<
  Awaited<ReturnType<typeof openSignedOnChain>>,
  'starter' | 'multisig' | 'cosigning'
>

/** Writes a link that no owner's signature shows, as a contract, or as a Safe as it was before they had to be there. */
async function linkAs(
  kind: 'safe' | 'contract',
  stage: MultisigStage,
  { starter, multisig, cosigning }: OpenedOnChain,
): Promise<void> {
  const { family, chainId, address, owners } = multisig
  const proven = { family, kind, chainId, address, level: 'account' } as const
  const evidence = {
    kind: 'signature',
    hash: textHash(cosigning.message),
    signature: '0x',
    owners,
  } as const
  const completed = {
    code: cosigning.code,
    proven: { ...proven, binding: 'hash', keySource: 'contract' } as const,
    links: [{ userId: starter.id, evidence, proof: sampleProof() }],
    walletLimit: WALLETS_PER_USER,
  }
  const { outcome } = await stage.store.completeCosigning(completed, stage.clock.now)
  expect(outcome).toBe('linked')
}

/** Makes the handler of all the Safes here revert, until the test repairs it or ends. */
async function revertVerdicts() {
  const putRight = await takeCode(getAnvil(), SAFE_ADDRESSES.handler)
  onTestFinished(putRight)
  await placeCode(getAnvil(), SAFE_ADDRESSES.handler, ODD_CONTRACTS.reverts)
  return putRight
}

function getAnvil() {
  const [anvil] = world().anvils
  if (!anvil) throw new Error('there is an Ethereum')
  return anvil
}

async function getLink(stage: MultisigStage, user: StoredUser, address: Address) {
  const wallet = (await stage.getWallets(user)).find((one) => one.address === address)
  if (!wallet) throw new Error('it is not linked')
  return wallet
}

/** The Safes that show this key as a signer. */
async function signedBy(
  { store }: MultisigStage,
  { address }: TestOwner,
): Promise<readonly string[]> {
  const listed = await store.listOwnerMultisigs({ family: 'evm', address })
  return listed.map((multisig) => multisig.address)
}

/** The wallets of which members are notified that they no longer hold, with the reasons. */
async function staleUpdates(stage: MultisigStage) {
  const notified = await stage.update()
  return {
    links: notified.flatMap((event) => (event.type === 'wallet.stale' ? [event.reason] : [])),
    others: notified.flatMap((event) =>
      event.type === 'cosigning.updated' && event.update === 'stale' ? [event.userId] : [],
    ),
    host: (await stage.hostEvents()).filter((type) => type === 'wallet.stale').length,
  }
}

describe('a link at account level', () => {
  test('a link goes stale after swapOwner, exactly once, with an event and an update to those who confirmed', async () => {
    const { stage, safe, users, multisig, swap } = await linkSafe()
    await swap(ben, dot, [ann, cem])
    const before = stage.events.count
    stage.clock.now += 1_000
    await Promise.all([1, 2, 3].map(() => stage.check(multisig)))
    await stage.check(multisig)
    expect((await getLink(stage, users.ann, safe.address)).staleAt).toBe(stage.clock.now)
    expect(await staleUpdates(stage)).toEqual({
      links: ['owners-changed'],
      others: [users.ben.id],
      host: 1,
    })
    expect(stage.events.count).toBe(before + 1)
  })

  test('a link signed on the chain goes stale with any owner of then, though the Safe still says yes', async () => {
    const { stage, safe, starter, multisig, cosigning, swap } = await linkSignedOnChain()
    await stage.check(multisig)
    expect((await getLink(stage, starter, safe.address)).staleAt).toBeNull()
    await swap(cem, dot, [ann, ben])
    const query = { address: safe.address, hash: textHash(cosigning.message), signature: '0x' }
    expect(await stage.reach.evmChains.isValidSignature(ETHEREUM, query)).toBe('accepted')
    stage.clock.now += 1_000
    await stage.check(multisig)
    expect((await getLink(stage, starter, safe.address)).staleAt).toBe(stage.clock.now)
    expect(await staleUpdates(stage)).toEqual({ links: ['owners-changed'], others: [], host: 1 })
  })

  test('a link signed on the chain holds when the threshold is raised, as the Safe says', async () => {
    const { stage, safe, starter, multisig } = await linkSignedOnChain()
    await world().safes.changeThreshold(safe, 3, [ann.secret, ben.secret])
    const { multisig: read } = await stage.check(multisig)
    expect(read.threshold).toBe(3)
    expect((await getLink(stage, starter, safe.address)).staleAt).toBeNull()
  })

  test('a contract wallet that reverts at the next check is a refusal', async () => {
    const { stage, safe, users, multisig } = await linkSafe()
    await revertVerdicts()
    stage.clock.now += NODE_LAG_MS
    await stage.check(multisig)
    expect((await getLink(stage, users.ann, safe.address)).staleAt).toBe(stage.clock.now)
    expect((await staleUpdates(stage)).links).toEqual(['not-accepted'])
  })

  test('is checked again later when a node behind its chain refused it soon after its proof', async () => {
    const { stage, safe, users, multisig } = await linkSafe()
    const putRight = await revertVerdicts()
    stage.clock.now += NODE_LAG_MS - 1
    await stage.check(multisig)
    expect((await getLink(stage, users.ann, safe.address)).staleAt).toBeNull()
    await putRight()
    stage.clock.now += MULTISIG_MAX_AGE_MS
    await stage.check(multisig)
    expect((await getLink(stage, users.ann, safe.address)).staleAt).toBeNull()
  })

  test.each([
    ['an error', () => Promise.resolve(Response.json(NODE_ERROR))],
    ['a timeout', () => Promise.reject(new DOMException('too late', 'TimeoutError'))],
    ['no answer', () => Promise.reject(new Error('no answer'))],
  ])(
    'a node that gives %s instead of the verdict, and again, leaves a link unchanged',
    async (_, answer) => {
      const { stage, safe, users, multisig } = await linkSafe()
      await revertVerdicts()
      stage.clock.now += NODE_LAG_MS
      const asked = stage.reach.verdicts()
      stage.reach.beforeVerdict(() => {
        stage.reach.beforeVerdict(answer)
        return answer()
      })
      await stage.check(multisig)
      expect((await getLink(stage, users.ann, safe.address)).staleAt).toBeNull()
      expect(stage.reach.verdicts()).toBe(asked + 2)
    },
  )

  test('a node that did not have the block of the reading is asked for the verdict once more', async () => {
    const { stage, safe, users, multisig } = await linkSafe()
    await revertVerdicts()
    stage.clock.now += NODE_LAG_MS
    stage.reach.beforeVerdict(() => Promise.resolve(Response.json(NODE_ERROR)))
    await stage.check(multisig)
    expect((await getLink(stage, users.ann, safe.address)).staleAt).toBe(stage.clock.now)
  })

  test('a link goes stale when its chain no longer shows a published Safe, and still none minutes later', async () => {
    const { stage, safe, users, multisig } = await linkSafe()
    await placeCode(getAnvil(), safe.address, ODD_CONTRACTS.alwaysYes)
    for (const passed of [0, GONE_AFTER_MS - 1]) {
      stage.clock.now += passed
      expect(await stage.check(multisig)).toMatchObject({ state: 'gone' })
      expect((await getLink(stage, users.ann, safe.address)).staleAt).toBeNull()
    }
    stage.clock.now += 1
    await stage.check(multisig)
    expect((await getLink(stage, users.ann, safe.address)).staleAt).toBe(stage.clock.now)
    expect((await staleUpdates(stage)).links).toEqual(['not-recognised'])
  })

  test('a link to what its account accepts as a contract holds where a published Safe is gone', async () => {
    const { stage, safe, starter, multisig, cosigning } = await openSignedOnChain()
    await linkAs('contract', stage, { starter, multisig, cosigning })
    await placeCode(getAnvil(), safe.address, ODD_CONTRACTS.alwaysYes)
    for (const passed of [0, GONE_AFTER_MS]) {
      stage.clock.now += passed
      expect(await stage.check(multisig)).toMatchObject({ state: 'gone' })
    }
    expect(await getLink(stage, starter, safe.address)).toMatchObject({
      kind: 'contract',
      staleAt: null,
    })
  })

  test('a link holds where a node shows nothing at its address now and then', async () => {
    const { stage, safe, users, multisig } = await linkSafe()
    for (let round = 0; round < 3; round += 1) {
      const putBack = await takeCode(getAnvil(), safe.address)
      expect(await stage.check(multisig)).toMatchObject({ state: 'gone' })
      await putBack()
      stage.clock.now += GONE_AFTER_MS
      expect(await stage.check(multisig)).toMatchObject({ state: 'current' })
      stage.clock.now += GONE_AFTER_MS
    }
    expect((await getLink(stage, users.ann, safe.address)).staleAt).toBeNull()
  })

  test('attack: swapped owners keep what no list shows, and the Safe still says yes to it', async () => {
    const { stage, safe, users, multisig, swap } = await linkSafe()
    await swap(ben, dot, [ann, cem])
    // A delegatecall writes the storage, so that Ben can sign again and is not listed.
    const { slot, value } = hiddenOwner(ben.address)
    await writeStorage(getAnvil(), safe.address, { slot, value })
    stage.clock.now += NODE_LAG_MS
    await stage.check(multisig)
    expect((await getLink(stage, users.ann, safe.address)).staleAt).toBe(stage.clock.now)
    expect((await staleUpdates(stage)).links).toEqual(['not-by-owners'])
    expect(await signedBy(stage, dot)).not.toContain(safe.address)
  })

  test('attack: was made as a Safe’s, long ago, by what its module signed on the chain: it was never its owners', async () => {
    const { stage, safe, starter, multisig, cosigning } = await openSignedOnChain()
    await linkAs('safe', stage, { starter, multisig, cosigning })
    expect(await getLink(stage, starter, safe.address)).toMatchObject({
      kind: 'safe',
      staleAt: null,
    })
    expect(await signedBy(stage, cem)).toContain(safe.address)
    stage.clock.now += NODE_LAG_MS
    await stage.check(multisig)
    expect((await staleUpdates(stage)).links).toEqual(['not-by-owners'])
    expect(await signedBy(stage, cem)).not.toContain(safe.address)
  })

  test('attack: is to a Safe that was handed to well-known owners, with a handler that says yes to whatever was signed', async () => {
    const { stage, safe, users, multisig, swap } = await linkSafe()
    await swap(ben, dot, [ann, cem])
    const handler = { address: getOwner(99).address, code: ODD_CONTRACTS.alwaysYes }
    await placeHandler(getAnvil(), safe.address, handler)
    await stage.check(multisig)
    expect((await getLink(stage, users.ann, safe.address)).staleAt).not.toBeNull()
    expect((await staleUpdates(stage)).links).toEqual(['owners-changed'])
  })

  test('shows a module that was added, and holds', async () => {
    const { stage, safe, users, multisig } = await linkSafe()
    await world().safes.enableModule(safe, dot.address, [ann.secret, ben.secret])
    await stage.check(multisig)
    const wallet = await getLink(stage, users.ann, safe.address)
    expect(wallet).toMatchObject({ staleAt: null, multisig: { modules: [dot.address] } })
  })

  test('a chain that is down during the check leaves the link and the reading unchanged', async () => {
    const { stage, safe, users, multisig, swap } = await linkSafe()
    await swap(ben, dot, [ann, cem])
    stage.reach.cut()
    stage.clock.now += 2 * MULTISIG_MAX_AGE_MS
    expect(await stage.check(multisig)).toMatchObject({ state: 'unreachable' })
    const wallet = await getLink(stage, users.ann, safe.address)
    expect(wallet).toMatchObject({ staleAt: null, multisig: { checkedAt: multisig.checkedAt } })
    stage.reach.fix()
    await stage.check(multisig)
    expect((await getLink(stage, users.ann, safe.address)).staleAt).not.toBeNull()
  })

  test('a link proven anew holds again, and by its new confirmations', async () => {
    const { stage, safe, users, multisig, swap } = await linkSafe()
    await swap(ben, dot, [ann, cem])
    await stage.check(multisig)
    stage.clock.now += 1_000
    const cosigning = await stage.started(users.ann, multisig)
    taken(await stage.sign(users.ann, cosigning, ann))
    taken(await stage.sign(await stage.member('Dot'), cosigning, dot))
    const wallet = await getLink(stage, users.ann, safe.address)
    expect(wallet).toMatchObject({ staleAt: null, verifiedAt: stage.clock.now })
    await stage.check(multisig)
    expect((await getLink(stage, users.ann, safe.address)).staleAt).toBeNull()
  })

  test('a link proven anew while it is judged by the old proof keeps the new one', async () => {
    const { stage, safe, users, multisig, swap } = await linkSafe()
    stage.clock.now += 1_000
    const cosigning = await stage.started(users.ann, multisig)
    taken(await stage.sign(users.ann, cosigning, ann))
    await swap(ben, dot, [ann, cem])
    stage.reach.beforeVerdict(async () => {
      taken(await stage.sign(await stage.owner('Dot', dot), cosigning, dot))
    })
    await stage.check(multisig)
    expect(await getLink(stage, users.ann, safe.address)).toMatchObject({
      staleAt: null,
      verifiedAt: stage.clock.now,
    })
  })
})

describe('a link at quorum level', () => {
  test('each link goes stale when one who agreed is no longer an owner', async () => {
    const { stage, safe, users, multisig, swap } = await linkSafe({ handler: 'none' })
    await swap(ben, dot, [ann, cem])
    await stage.check(multisig)
    await stage.check(multisig)
    for (const user of Object.values(users))
      expect((await getLink(stage, user, safe.address)).staleAt).not.toBeNull()
    expect(await staleUpdates(stage)).toEqual({
      links: ['owners-changed', 'owners-changed'],
      others: [],
      host: 2,
    })
    expect(stage.reach.verdicts()).toBe(0)
  })
})

describe('the hourly check', () => {
  test('the check comes back to a Safe that was not there, and its link goes stale', async () => {
    const { stage, safe, users } = await linkSafe()
    await takeCode(getAnvil(), safe.address)
    stage.clock.now += MULTISIG_MAX_AGE_MS + 1
    for (const passed of [0, LEASE_MS]) {
      stage.clock.now += passed
      await checkOnce(stage)
      expect((await getLink(stage, users.ann, safe.address)).staleAt).toBeNull()
    }
    stage.clock.now += GONE_AFTER_MS - LEASE_MS
    await checkOnce(stage)
    expect((await getLink(stage, users.ann, safe.address)).staleAt).toBe(stage.clock.now)
  })

  test('the check finds changes, and leaves what was read within the hour', async () => {
    const { stage, safe, users, swap } = await linkSafe()
    await swap(ben, dot, [ann, cem])
    stage.reach.asked.length = 0
    stage.clock.now += MULTISIG_MAX_AGE_MS - 1
    await checkOnce(stage)
    expect(stage.reach.asked).toEqual([])
    stage.clock.now += 2
    await checkOnce(stage)
    expect((await getLink(stage, users.ann, safe.address)).staleAt).toBe(stage.clock.now)
  })

  test('the check repeats automatically, and stops with nothing under way', async () => {
    const { stage, safe, users, swap } = await linkSafe()
    await swap(ben, dot, [ann, cem])
    stage.clock.now += MULTISIG_MAX_AGE_MS + 1
    const checks = createMultisigChecks(stage.deps)
    checks.start()
    await vi.waitFor(
      async () =>
        expect((await getLink(stage, users.ann, safe.address)).staleAt).toBe(stage.clock.now),
      { timeout: 10_000, interval: 20 },
    )
    await checks.stop()
  })

  test('only one of two processes reads', async () => {
    const { stage } = await linkSafe()
    const other = await setStage(world(), { store: stage.store })
    stage.clock.now += MULTISIG_MAX_AGE_MS + 1
    other.clock.now = stage.clock.now
    stage.reach.asked.length = 0
    await Promise.all([stage, other].map(checkOnce))
    const readings = [stage, other].flatMap(({ reach }) => reach.asked).filter(isReading)
    expect(readings).toHaveLength(1)
  })

  test('the check queries a chain that is down again later', async () => {
    const { stage, safe, users, swap } = await linkSafe()
    await swap(ben, dot, [ann, cem])
    stage.reach.cut()
    stage.clock.now += MULTISIG_MAX_AGE_MS + 1
    await checkOnce(stage)
    stage.reach.fix()
    // No check runs within its lease.
    await checkOnce(stage)
    expect((await getLink(stage, users.ann, safe.address)).staleAt).toBeNull()
    stage.clock.now += LEASE_MS
    await checkOnce(stage)
    expect((await getLink(stage, users.ann, safe.address)).staleAt).not.toBeNull()
  })

  test('the check survives a store that fails', async () => {
    const { stage } = await linkSafe()
    const store = { ...stage.store, leaseMultisigChecks: () => Promise.reject(new Error('away')) }
    await checkSome({ ...stage.deps, store }, new AbortController().signal)
    expect(stage.logLines.join('')).toContain('multisigs: store failed')
  })
})

const isReading = ({ body }: { body: string }) => body.includes('eth_getStorageAt')

async function checkOnce({ deps, idle }: MultisigStage): Promise<void> {
  await checkSome(deps, new AbortController().signal)
  await idle()
}
