import { describe, expect, test, vi } from 'vitest'
import { signAsSafe } from '#demo/evm/sign-as-safe.ts'
import { createCosigningSweeper } from '#server/multisig/cosigning-sweeper.ts'
import type { StoredCosigning } from '#server/store/rows/cosigning-rows.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
import { safeMessageHash, safeTypedData } from '#shared/safe-message.ts'
import { COSIGNING_TTL_MS, WALLETS_PER_USER } from '#shared/limits.ts'
import { createCosigningWatch, refreshSome } from '#server/multisig/watch-cosignings.ts'
import { hiddenOwner, placeWriter } from '#tests/support/hidden-authority.ts'
import { ofSignatures } from '#tests/support/multisig-samples.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import { proveByText } from '#tests/support/store-samples.ts'
import { setCosigning, setStage, type MultisigStage, taken } from './multisig-stage.ts'
import { type TestOwner, getOwner, startMultisigWorld } from './multisig-world.ts'

const [ann, ben, cem] = [getOwner(71), getOwner(72), getOwner(73)]
const LEASE_MS = 15_000
const HOUR_MS = 60 * 60_000

const world = shareAmongTests(startMultisigWorld)

const setSafe = (threshold = 2) => setCosigning(world(), [ann, ben, cem], { threshold })

/** Runs one round of the poller. @param random 0: every poll is due; just below 1: only the necessary ones */
async function watchOnce(stage: MultisigStage, random = 0): Promise<void> {
  await refreshSome({ ...stage.deps, random: () => random }, new AbortController().signal)
}

/** Acts as Safe's own app, over the service's HTTP API. */
async function signInSafe(stage: MultisigStage, cosigning: StoredCosigning, key: TestOwner) {
  const { multisig, message } = ofSignatures(cosigning)
  const signature = await key.signTypedData(safeTypedData(multisig, message))
  const hash = safeMessageHash(multisig, message)
  const known = await stage.service.routes.request(`/eth/api/v1/messages/${hash}/`)
  const path = known.ok ? `messages/${hash}/signatures/` : `safes/${multisig.address}/messages/`
  const response = await stage.service.routes.request(`/eth/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(known.ok ? { signature } : { message, signature }),
  })
  expect(response.status).toBe(201)
}

describe('confirmations that came elsewhere', () => {
  test('a Safe signed on chain is linked without any confirmation of ours, as a contract without owners', async () => {
    const { stage, safe, starter, cosigning } = await setSafe()
    await watchOnce(stage)
    expect((await stage.found(cosigning.code)).state).toBe('open')
    await world().safes.signOnChain(safe, ofSignatures(cosigning).message, [ann.secret, ben.secret])
    stage.clock.now += LEASE_MS
    await watchOnce(stage)
    expect((await stage.found(cosigning.code)).state).toBe('complete')
    const linked = await linkedAccount(stage, starter)
    expect(linked).toMatchObject({ address: safe.address, binding: 'hash', staleAt: null })
    expect(linked).toMatchObject({ kind: 'contract', multisig: null })
    expect(await stage.hostEvents()).not.toContain('multisig.completed')
    await stage.check(cosigning.multisig)
    expect((await stage.hostEvents()).filter((type) => type === 'wallet.stale')).toEqual([])
  })

  test('the starter of a Safe signed on chain is notified that there is no room for another wallet, until there is', async () => {
    const { stage, safe, starter, cosigning } = await setSafe()
    for (let count = 1; count < WALLETS_PER_USER; count += 1)
      await proveByText(stage.store, starter.id)
    await world().safes.signOnChain(safe, ofSignatures(cosigning).message, [ann.secret, ben.secret])
    for (let look = 0; look < 2; look += 1) {
      await watchOnce(stage)
      const found = await stage.found(cosigning.code)
      expect(found).toMatchObject({ state: 'open', problem: 'wallet-limit' })
      stage.clock.now += LEASE_MS
    }
    const [some] = await stage.getWallets(starter)
    await stage.store.unlinkWallet(some?.id ?? '', starter.id, stage.clock.now)
    await watchOnce(stage)
    expect((await stage.found(cosigning.code)).state).toBe('complete')
  })

  test('the prepared signature of the Transaction Service links a Safe', async () => {
    const { stage, starter, cosigning } = await setSafe()
    await signInSafe(stage, cosigning, ben)
    await signInSafe(stage, cosigning, cem)
    await watchOnce(stage)
    expect((await stage.found(cosigning.code)).state).toBe('complete')
    const linked = await linkedAccount(stage, starter)
    expect(linked).toMatchObject({ kind: 'safe', multisig: { threshold: 2 } })
  })

  test('an eth_sign at the Transaction Service counts with a confirmation here', async () => {
    const { stage, starter, cosigning } = await setSafe()
    const { multisig, message } = ofSignatures(cosigning)
    const raw = safeMessageHash(multisig, message)
    const signature = await cem.signMessage({ message: { raw } })
    const last = Number.parseInt(signature.slice(-2), 16) + 4
    const marked = `0x${signature.slice(2, -2)}${last.toString(16)}`
    await refreshSome(gathering(stage, [marked], null), new AbortController().signal)
    const { confirmations } = await stage.found(cosigning.code)
    expect(confirmations).toMatchObject([{ owner: cem.address, user: null }])
    expect(taken(await stage.sign(starter, cosigning, ann)).state).toBe('complete')
    const linked = await linkedAccount(stage, starter)
    expect(linked).toMatchObject({ kind: 'safe', multisig: { threshold: 2 } })
  })

  test('attack: a prepared signature by keys that the Safe accepts and does not list links a contract without owners', async () => {
    const [anvil] = world().anvils
    if (!anvil) throw new Error('there is an Ethereum')
    const hidden = [getOwner(78), getOwner(79)]
    const setupCode = await placeWriter(
      anvil,
      hidden.map(({ address }) => hiddenOwner(address)),
    )
    const opening = await setCosigning(world(), [ann, ben, cem], { threshold: 2, setupCode })
    const { stage, starter, safe, cosigning } = opening
    const { message } = ofSignatures(cosigning)
    const prepared = await signAsSafe(
      safe,
      message,
      hidden.map(({ secret }) => secret),
    )
    await refreshSome(gathering(stage, [], prepared), new AbortController().signal)
    const linked = await linkedAccount(stage, starter)
    expect(linked).toMatchObject({ kind: 'contract', level: 'account', multisig: null })
    const key = { family: 'evm', address: ben.address } as const
    const { found } = await stage.multisigs.findBySigner(key)
    expect(found.map(({ address }) => address)).not.toContain(safe.address)
  })

  test('one confirmation there and one here count as two', async () => {
    const { stage, starter, cosigning } = await setSafe()
    await signInSafe(stage, cosigning, cem)
    await watchOnce(stage)
    const gathered = await stage.found(cosigning.code)
    expect(gathered.confirmations).toMatchObject([{ owner: cem.address, user: null }])
    expect(taken(await stage.sign(starter, cosigning, ann)).state).toBe('complete')
  })

  test('one confirmation here and one there later count as two', async () => {
    const { stage, starter, cosigning } = await setSafe()
    taken(await stage.sign(starter, cosigning, ann))
    await signInSafe(stage, cosigning, cem)
    await watchOnce(stage)
    expect((await stage.found(cosigning.code)).state).toBe('complete')
  })

  test('an owner who signs there, too, stays the same member here', async () => {
    const { stage, starter, cosigning } = await setSafe()
    taken(await stage.sign(starter, cosigning, ann))
    await signInSafe(stage, cosigning, ann)
    await watchOnce(stage)
    const { confirmations } = await stage.found(cosigning.code)
    expect(confirmations).toMatchObject([{ owner: ann.address, user: { id: starter.id } }])
  })

  test('attack: a service that makes confirmations up is not believed', async () => {
    const { stage, cosigning } = await setSafe()
    const mallory = getOwner(79)
    const { signature: forged } = await mallorySigns(mallory, cosigning)
    const prepared = `0x${forged.slice(2)}${forged.slice(2)}`
    const deps = gathering(stage, [forged, forged], prepared)
    await refreshSome(deps, new AbortController().signal)
    const seen = await stage.found(cosigning.code)
    expect(seen).toMatchObject({ state: 'open', confirmations: [], problem: null })
  })
})

async function linkedAccount(stage: MultisigStage, user: StoredUser) {
  return (await stage.getWallets(user)).find(({ level }) => level === 'account')
}

/** A Transaction Service that shows any signatures as owners': the first as Ann's, the second as Ben's. */
function gathering(
  { deps }: MultisigStage,
  signatures: readonly string[],
  prepared: string | null,
) {
  const confirmations = signatures.map((signature, index) => ({
    owner: index === 0 ? ann.address : ben.address,
    signature,
  }))
  return {
    ...deps,
    safeService: {
      getSafes: () => Promise.resolve([]),
      getSignatures: () => Promise.resolve({ confirmations, prepared }),
    },
  }
}

async function mallorySigns(key: TestOwner, cosigning: StoredCosigning) {
  const { multisig, message } = ofSignatures(cosigning)
  return { signature: await key.signTypedData(safeTypedData(multisig, message)) }
}

describe('what was down is tried again, and nothing is lost', () => {
  test('a cosigning whose chain was down at the last confirmation is linked in the next round that reaches it', async () => {
    const { stage, starter, cosigning } = await setSafe(1)
    stage.reach.cut()
    taken(await stage.sign(starter, cosigning, ann))
    await watchOnce(stage)
    expect((await stage.found(cosigning.code)).state).toBe('open')
    stage.reach.fix()
    // However old it is by then, it does not wait for the polls elsewhere.
    stage.clock.now += 48 * HOUR_MS
    await watchOnce(stage, 0.999)
    expect((await stage.found(cosigning.code)).state).toBe('complete')
    expect(stage.events.count).toBeGreaterThan(1)
  })

  test('a Transaction Service that is down, or busy, is queried again later', async () => {
    const { stage, cosigning } = await setSafe()
    await signInSafe(stage, cosigning, ben)
    await signInSafe(stage, cosigning, cem)
    stage.service.setFault('down')
    await watchOnce(stage)
    expect((await stage.found(cosigning.code)).state).toBe('open')
    stage.service.setFault('none')
    stage.clock.now += HOUR_MS
    await watchOnce(stage)
    expect((await stage.found(cosigning.code)).state).toBe('complete')
  })

  test('a cosigning whose starter is gone does not keep the others waiting', async () => {
    const { stage, starter, cosigning } = await setSafe(1)
    const other = await stage.recognise(await world().createSafe([ben], 1))
    const second = await stage.started(await stage.owner('Ben', ben), other)
    stage.reach.cut()
    taken(await stage.sign(await stage.member('Guest'), cosigning, cem))
    taken(await stage.sign(second.starter, second, ben))
    stage.reach.fix()
    await stage.store.deleteUser(starter.id, stage.clock.now)
    await watchOnce(stage)
    expect((await stage.found(second.code)).state).toBe('complete')
  })
})

describe('the poller', () => {
  test('the poller runs automatically, and stops with nothing under way', async () => {
    const { stage, starter, cosigning } = await setSafe(1)
    stage.reach.cut()
    taken(await stage.sign(starter, cosigning, ann))
    stage.reach.fix()
    const watch = createCosigningWatch(stage.deps)
    watch.start()
    await vi.waitFor(
      async () => expect((await stage.found(cosigning.code)).state).toBe('complete'),
      { timeout: 10_000, interval: 20 },
    )
    await watch.stop()
  })

  test('the poller checks no cosigning once it has to stop', async () => {
    const { stage, cosigning } = await setSafe()
    await signInSafe(stage, cosigning, ben)
    stage.reach.asked.length = 0
    const asked = stage.service.asked()
    await refreshSome(stage.deps, AbortSignal.abort())
    expect([stage.reach.asked, stage.service.asked()]).toEqual([[], asked])
  })

  test('the poller survives a store that fails', async () => {
    const { stage } = await setSafe()
    const store = { ...stage.store, leaseCosignings: () => Promise.reject(new Error('away')) }
    await refreshSome({ ...stage.deps, store }, new AbortController().signal)
    expect(stage.logLines.join('')).toContain('cosignings: store failed')
  })
})

describe('the pace of polling', () => {
  test('no process polls a cosigning again for a while', async () => {
    const { stage } = await setSafe()
    const other = await setStage(world(), { store: stage.store })
    await Promise.all([watchOnce(stage), watchOnce(other)])
    expect(stage.service.asked() + other.service.asked()).toBe(1)
    stage.clock.now += LEASE_MS
    await watchOnce(stage)
    expect(stage.service.asked() + other.service.asked()).toBe(2)
  })

  test('an old cosigning is polled in few rounds only', async () => {
    const { stage } = await setSafe()
    stage.clock.now += 48 * HOUR_MS
    stage.reach.asked.length = 0
    await watchOnce(stage, 0.02)
    expect(stage.reach.asked).toEqual([])
    stage.clock.now += LEASE_MS
    await watchOnce(stage, 0.01)
    expect(stage.service.asked()).toBe(1)
  })
})

async function sweepOnce(stage: MultisigStage): Promise<void> {
  const tending = createCosigningSweeper(stage.deps)
  tending.start()
  await tending.stop()
}

describe('reminders and ends', () => {
  test('the sweeper reminds after a day, and closes what has had its time, each once', async () => {
    const { stage, starter, cosigning } = await setSafe()
    const fellow = await stage.owner('Ben', ben)
    taken(await stage.sign(fellow, cosigning, ben))
    const getUpdates = async (id: string) =>
      (await stage.update()).flatMap((event) =>
        event.type === 'cosigning.updated' && event.userId === id ? [event.update] : [],
      )
    await sweepOnce(stage)
    expect(await getUpdates(starter.id)).toEqual(['signed'])
    stage.clock.now += 24 * HOUR_MS
    await sweepOnce(stage)
    await sweepOnce(stage)
    stage.clock.now += COSIGNING_TTL_MS
    const before = stage.events.count
    await sweepOnce(stage)
    expect(stage.events.count).toBe(before + 1)
    await sweepOnce(stage)
    expect(stage.events.count).toBe(before + 1)
    const notified = await stage.update()
    const update = notified.flatMap((event) =>
      event.type === 'cosigning.updated' ? [[event.userId, event.update]] : [],
    )
    expect(update).toContainEqual([starter.id, 'reminder'])
    expect(update).toContainEqual([starter.id, 'expired'])
    expect(update).toContainEqual([fellow.id, 'expired'])
    expect((await stage.found(cosigning.code)).state).toBe('expired')
  })
})
