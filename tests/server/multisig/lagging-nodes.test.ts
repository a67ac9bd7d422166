import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type SafeAccount, signAsSafe } from '#demo/evm/sign-as-safe.ts'
import { EvmBlockSchema } from '#proof/document.ts'
import { refreshSome } from '#server/multisig/watch-cosignings.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
import { readLatestBlock } from '#tests/support/evm-contracts.ts'
import { isOwners, isProbe } from '#tests/support/lagging-node.ts'
import { ofSignatures } from '#tests/support/multisig-samples.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import { type MultisigStage, setCosigning, taken } from './multisig-stage.ts'
import { ETHEREUM, getOwner, startMultisigWorld } from './multisig-world.ts'

const [ann, ben, cem, dot] = [getOwner(61), getOwner(62), getOwner(63), getOwner(64)]
const LEASE_MS = 15_000
const NODE_LAG_MS = 10 * 60_000

const world = shareAmongTests(startMultisigWorld)

async function readHead(): Promise<number> {
  const [anvil] = world().anvils
  if (!anvil) throw new Error('there is an Ethereum')
  return (await readLatestBlock(anvil)).number
}

const putDotForCem = (safe: SafeAccount) =>
  world().safes.swapOwner(safe, { from: cem.address, to: dot.address }, [ann.secret, ben.secret])

/** A Safe, 2 of 3, in which Dot has just taken the place of Cem; `before` is the block before. */
async function setSwapped(options: { handler?: 'none' } = {}) {
  const opening = await setCosigning(world(), [ann, ben, cem], { threshold: 2, ...options })
  const before = await readHead()
  await putDotForCem(opening.safe)
  return { ...opening, before }
}

async function getLink(stage: MultisigStage, user: StoredUser, { address }: SafeAccount) {
  const wallet = (await stage.getWallets(user)).find((one) => one.address === address)
  if (!wallet) throw new Error('it is not linked')
  const stored = await stage.store.findProof(wallet.id)
  if (!stored) throw new Error('it has no proof')
  return { wallet, evidence: stored.evidence }
}

/** Owners and threshold at the block that the evidence names. */
async function readNamed(stage: MultisigStage, { address }: SafeAccount, evidence: object) {
  const { block } = v.parse(v.object({ block: EvmBlockSchema }), evidence)
  const read = await stage.reach.evmChains.readSafe(ETHEREUM, address, block)
  if (typeof read === 'string') throw new Error(read)
  return { owners: read.owners, threshold: read.threshold }
}

describe('behind one address, a node is behind the others:', () => {
  test('a Safe that its owners signed elsewhere is linked as theirs, once their node has the block', async () => {
    const { stage, safe, starter, cosigning, before } = await setSwapped()
    const prepared = await signAsSafe(safe, ofSignatures(cosigning).message, [
      ann.secret,
      dot.secret,
    ])
    const safeService = {
      getSafes: () => Promise.resolve('none' as const),
      getSignatures: () => Promise.resolve({ confirmations: [], prepared }),
    }
    const watch = () => refreshSome({ ...stage.deps, safeService }, new AbortController().signal)
    stage.reach.setLag({ head: before, asked: isOwners })
    await watch()
    expect((await stage.found(cosigning.code)).state).toBe('open')
    stage.reach.setLag(null)
    stage.clock.now += LEASE_MS
    await watch()
    expect((await stage.found(cosigning.code)).state).toBe('complete')
    const { wallet, evidence } = await getLink(stage, starter, safe)
    expect(wallet).toMatchObject({ kind: 'safe', multisig: { isBypassed: false } })
    expect(evidence).toMatchObject(await readNamed(stage, safe, evidence))
  })

  test('the evidence of owners who agreed names the block at which they were read', async () => {
    const { stage, safe, starter, cosigning, before } = await setSwapped({ handler: 'none' })
    taken(await stage.agree(starter, cosigning, { owner: ann.address }))
    stage.reach.setLag({ head: before })
    stage.reach.afterOwners(() => Promise.resolve(stage.reach.setLag(null)))
    const member = await stage.owner('Ben', ben)
    taken(await stage.agree(member, cosigning, { owner: ben.address }))
    const { evidence } = await getLink(stage, starter, safe)
    expect(evidence).toMatchObject(await readNamed(stage, safe, evidence))
  })

  test('a refusal from before the owners were read is not noted as one', async () => {
    const { stage, starter, cosigning, before } = await setSwapped()
    const signed = ofSignatures(cosigning)
    taken(await stage.sign(starter, signed, ann))
    // The owners are read at the latest block, and the verdict comes from the node that is behind.
    stage.reach.afterOwners(() => Promise.resolve(stage.reach.setLag({ head: before })))
    const given = taken(await stage.sign(await stage.member('Dot'), signed, dot))
    expect(given).toMatchObject({ state: 'open', problem: null })
    stage.reach.setLag(null)
    expect(await stage.cosignings.settle(cosigning)).toMatchObject({ state: 'complete' })
  })

  test.each([['signatures'], ['agreements']] as const)(
    'a fresh link by %s does not end by owners of an earlier block',
    async (method) => {
      const options = method === 'agreements' ? { handler: 'none' as const } : {}
      const { stage, safe, starter, multisig, cosigning, before } = await setSwapped(options)
      const member = await stage.owner('Dot', dot)
      for (const [user, key] of [[starter, ann] as const, [member, dot] as const])
        taken(
          method === 'agreements'
            ? await stage.agree(user, cosigning, { owner: key.address })
            : await stage.sign(user, cosigning, key),
        )
      stage.reach.setLag({ head: before })
      stage.clock.now += NODE_LAG_MS - 1
      await stage.check(multisig)
      const { wallet } = await getLink(stage, starter, safe)
      expect(wallet).toMatchObject({ staleAt: null, multisig: { isBypassed: false } })
      expect(wallet.multisig?.owners).toContain(dot.address)
    },
  )

  test('a verdict of an earlier block makes no Safe a bypassed one', async () => {
    const { stage, safe, starter, multisig, cosigning } = await setSwapped()
    const signed = ofSignatures(cosigning)
    taken(await stage.sign(starter, signed, ann))
    taken(await stage.sign(await stage.member('Ben'), signed, ben))
    const before = await readHead()
    await world().safes.changeThreshold(safe, 3, [ann.secret, ben.secret])
    stage.clock.now += NODE_LAG_MS
    stage.reach.setLag({ head: before, asked: isProbe })
    await stage.check(multisig)
    expect((await getLink(stage, starter, safe)).wallet).toMatchObject({
      staleAt: null,
      multisig: { isBypassed: false },
    })
    stage.reach.setLag(null)
    await stage.check(multisig)
    const update = (await stage.update()).find(({ type }) => type === 'wallet.stale')
    expect(update).toMatchObject({ reason: 'threshold-raised' })
  })

  test('a chain that was set back long ago is read as it is', async () => {
    const { stage, multisig, before } = await setSwapped()
    await stage.check(multisig)
    stage.reach.setLag({ head: before })
    stage.clock.now += NODE_LAG_MS
    const { multisig: read } = await stage.check(multisig)
    expect(read.owners).toContain(cem.address)
  })
})
