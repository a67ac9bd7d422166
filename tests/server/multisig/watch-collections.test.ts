import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signAsSafe } from '#demo/evm/sign-as-safe.ts'
import { createCollectionTending } from '#server/multisig/tend-collections.ts'
import type { StoredCollection } from '#server/store/multisig-store.ts'
import type { StoredUser } from '#server/store/store.ts'
import { safeMessageHash, safeTypedData } from '#shared/safe-message.ts'
import { COLLECTION_TTL_MS, WALLETS_PER_USER } from '#shared/limits.ts'
import { createCollectionWatch, lookAfterSome } from '#server/multisig/watch-collections.ts'
import { hiddenOwner, placeWriter } from '#tests/support/hidden-authority.ts'
import { ofSignatures } from '#tests/support/multisig-samples.ts'
import { proveByText } from '#tests/support/store-samples.ts'
import { setCollection, setStage, type Stage, taken } from './multisig-stage.ts'
import { type MultisigWorld, type Owner, ownerOf, startMultisigWorld } from './multisig-world.ts'

const [ann, ben, cem] = [ownerOf(71), ownerOf(72), ownerOf(73)]
const LEASE_MS = 15_000
const HOUR_MS = 60 * 60_000

let world: MultisigWorld

beforeAll(async () => void (world = await startMultisigWorld()), 60_000)
afterAll(() => world.close())

const setSafe = (threshold = 2) => setCollection(world, [ann, ben, cem], { threshold })

/** What the poller does in one round. @param random 0: every look is due; just below 1: none that need not be */
async function watchOnce(stage: Stage, random = 0): Promise<void> {
  await lookAfterSome({ ...stage.deps, random: () => random }, new AbortController().signal)
}

/** What Safe's own app does, over the service's HTTP API. */
async function signInSafe(stage: Stage, collection: StoredCollection, key: Owner) {
  const { multisig, message } = ofSignatures(collection)
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

describe('words that came elsewhere', () => {
  test('signed on chain: linked without any word of ours, as a contract without owners', async () => {
    const { stage, safe, starter, collection } = await setSafe()
    await watchOnce(stage)
    expect((await stage.found(collection.code)).state).toBe('open')
    await world.safes.signOnChain(safe, ofSignatures(collection).message, [ann.secret, ben.secret])
    stage.clock.now += LEASE_MS
    await watchOnce(stage)
    expect((await stage.found(collection.code)).state).toBe('complete')
    const linked = await linkedAccount(stage, starter)
    expect(linked).toMatchObject({ address: safe.address, binding: 'hash', staleAt: null })
    expect(linked).toMatchObject({ kind: 'contract', multisig: null })
    expect(await stage.hostEvents()).not.toContain('multisig.completed')
    await stage.check(collection.multisig)
    expect((await stage.hostEvents()).filter((type) => type === 'wallet.stale')).toEqual([])
  })

  test('signed on chain, and no room for another wallet: the starter is told, until there is', async () => {
    const { stage, safe, starter, collection } = await setSafe()
    for (let count = 1; count < WALLETS_PER_USER; count += 1)
      await proveByText(stage.store, starter.id)
    await world.safes.signOnChain(safe, ofSignatures(collection).message, [ann.secret, ben.secret])
    for (let look = 0; look < 2; look += 1) {
      await watchOnce(stage)
      const found = await stage.found(collection.code)
      expect(found).toMatchObject({ state: 'open', problem: 'wallet-limit' })
      stage.clock.now += LEASE_MS
    }
    const [some] = await stage.walletsOf(starter)
    await stage.store.unlinkWallet(some?.id ?? '', starter.id, stage.clock.now)
    await watchOnce(stage)
    expect((await stage.found(collection.code)).state).toBe('complete')
  })

  test('the prepared signature of the Transaction Service: linked', async () => {
    const { stage, starter, collection } = await setSafe()
    await signInSafe(stage, collection, ben)
    await signInSafe(stage, collection, cem)
    await watchOnce(stage)
    expect((await stage.found(collection.code)).state).toBe('complete')
    const linked = await linkedAccount(stage, starter)
    expect(linked).toMatchObject({ kind: 'safe', multisig: { threshold: 2 } })
  })

  test('by eth_sign at the Transaction Service: counts with a word here', async () => {
    const { stage, starter, collection } = await setSafe()
    const { multisig, message } = ofSignatures(collection)
    const raw = safeMessageHash(multisig, message)
    const signature = await cem.signMessage({ message: { raw } })
    const last = Number.parseInt(signature.slice(-2), 16) + 4
    const marked = `0x${signature.slice(2, -2)}${last.toString(16)}`
    await lookAfterSome(gathering(stage, [marked], null), new AbortController().signal)
    const { words } = await stage.found(collection.code)
    expect(words).toMatchObject([{ owner: cem.address, user: null }])
    expect(taken(await stage.sign(starter, collection, ann)).state).toBe('complete')
    const linked = await linkedAccount(stage, starter)
    expect(linked).toMatchObject({ kind: 'safe', multisig: { threshold: 2 } })
  })

  test('attack: a prepared signature by keys that the Safe accepts and does not list', async () => {
    const [anvil] = world.anvils
    if (!anvil) throw new Error('there is an Ethereum')
    const hidden = [ownerOf(78), ownerOf(79)]
    const setupCode = await placeWriter(
      anvil,
      hidden.map(({ address }) => hiddenOwner(address)),
    )
    const opening = await setCollection(world, [ann, ben, cem], { threshold: 2, setupCode })
    const { stage, starter, safe, collection } = opening
    const { message } = ofSignatures(collection)
    const prepared = await signAsSafe(
      safe,
      message,
      hidden.map(({ secret }) => secret),
    )
    await lookAfterSome(gathering(stage, [], prepared), new AbortController().signal)
    const linked = await linkedAccount(stage, starter)
    expect(linked).toMatchObject({ kind: 'contract', level: 'account', multisig: null })
    const key = { family: 'evm', address: ben.address } as const
    const { found } = await stage.multisigs.ofSigner(key)
    expect(found.map(({ address }) => address)).not.toContain(safe.address)
  })

  test('one word there and one here are two', async () => {
    const { stage, starter, collection } = await setSafe()
    await signInSafe(stage, collection, cem)
    await watchOnce(stage)
    const gathered = await stage.found(collection.code)
    expect(gathered.words).toMatchObject([{ owner: cem.address, user: null }])
    expect(taken(await stage.sign(starter, collection, ann)).state).toBe('complete')
  })

  test('one word here and one there later are two', async () => {
    const { stage, starter, collection } = await setSafe()
    taken(await stage.sign(starter, collection, ann))
    await signInSafe(stage, collection, cem)
    await watchOnce(stage)
    expect((await stage.found(collection.code)).state).toBe('complete')
  })

  test('an owner who signs there, too, stays who they are here', async () => {
    const { stage, starter, collection } = await setSafe()
    taken(await stage.sign(starter, collection, ann))
    await signInSafe(stage, collection, ann)
    await watchOnce(stage)
    const { words } = await stage.found(collection.code)
    expect(words).toMatchObject([{ owner: ann.address, user: { id: starter.id } }])
  })

  test('attack: a service that makes words up is not believed', async () => {
    const { stage, collection } = await setSafe()
    const mallory = ownerOf(79)
    const { signature: forged } = await mallorySigns(mallory, collection)
    const prepared = `0x${forged.slice(2)}${forged.slice(2)}`
    const deps = gathering(stage, [forged, forged], prepared)
    await lookAfterSome(deps, new AbortController().signal)
    const seen = await stage.found(collection.code)
    expect(seen).toMatchObject({ state: 'open', words: [], problem: null })
  })
})

async function linkedAccount(stage: Stage, user: StoredUser) {
  return (await stage.walletsOf(user)).find(({ level }) => level === 'account')
}

/** With a Transaction Service that tells these signatures, whosever they are: the first as Ann's, the second as Ben's. */
function gathering({ deps }: Stage, signatures: readonly string[], prepared: string | null) {
  const confirmations = signatures.map((signature, index) => ({
    owner: index === 0 ? ann.address : ben.address,
    signature,
  }))
  return {
    ...deps,
    safeService: {
      safesOf: () => Promise.resolve([]),
      signaturesOf: () => Promise.resolve({ confirmations, prepared }),
    },
  }
}

async function mallorySigns(key: Owner, collection: StoredCollection) {
  const { multisig, message } = ofSignatures(collection)
  return { signature: await key.signTypedData(safeTypedData(multisig, message)) }
}

describe('what was down is tried again, and nothing is lost', () => {
  test('chain down when the last word came: linked by the next round that reaches it', async () => {
    const { stage, starter, collection } = await setSafe(1)
    stage.reach.cut()
    taken(await stage.sign(starter, collection, ann))
    await watchOnce(stage)
    expect((await stage.found(collection.code)).state).toBe('open')
    stage.reach.mend()
    // However old it is by then, it does not wait for the turn of looks elsewhere.
    stage.clock.now += 48 * HOUR_MS
    await watchOnce(stage, 0.999)
    expect((await stage.found(collection.code)).state).toBe('complete')
    expect(stage.events.count).toBeGreaterThan(1)
  })

  test('Transaction Service down, or busy: asked again later', async () => {
    const { stage, collection } = await setSafe()
    await signInSafe(stage, collection, ben)
    await signInSafe(stage, collection, cem)
    stage.service.setFault('down')
    await watchOnce(stage)
    expect((await stage.found(collection.code)).state).toBe('open')
    stage.service.setFault('none')
    stage.clock.now += HOUR_MS
    await watchOnce(stage)
    expect((await stage.found(collection.code)).state).toBe('complete')
  })

  test('one whose starter is gone does not keep the others waiting', async () => {
    const { stage, starter, collection } = await setSafe(1)
    const other = await stage.recognise(await world.createSafe([ben], 1))
    const second = await stage.started(await stage.owner('Ben', ben), other)
    stage.reach.cut()
    taken(await stage.sign(await stage.member('Guest'), collection, cem))
    taken(await stage.sign(second.starter, second, ben))
    stage.reach.mend()
    await stage.store.deleteUser(starter.id, stage.clock.now)
    await watchOnce(stage)
    expect((await stage.found(second.code)).state).toBe('complete')
  })
})

describe('the poller', () => {
  test('looks by itself, and is stopped with nothing under way', async () => {
    const { stage, starter, collection } = await setSafe(1)
    stage.reach.cut()
    taken(await stage.sign(starter, collection, ann))
    stage.reach.mend()
    const watch = createCollectionWatch(stage.deps)
    watch.start()
    await vi.waitFor(
      async () => expect((await stage.found(collection.code)).state).toBe('complete'),
      { timeout: 10_000, interval: 20 },
    )
    await watch.stop()
  })

  test('begins with none once it is told to stop', async () => {
    const { stage, collection } = await setSafe()
    await signInSafe(stage, collection, ben)
    stage.reach.asked.length = 0
    const asked = stage.service.asked()
    await lookAfterSome(stage.deps, AbortSignal.abort())
    expect([stage.reach.asked, stage.service.asked()]).toEqual([[], asked])
  })

  test('outlives a store that fails', async () => {
    const { stage } = await setSafe()
    const store = { ...stage.store, leaseCollections: () => Promise.reject(new Error('away')) }
    await lookAfterSome({ ...stage.deps, store }, new AbortController().signal)
    expect(stage.logLines.join('')).toContain('collections: store failed')
  })
})

describe('how often', () => {
  test('one that was looked at is left to itself for a while, by every process', async () => {
    const { stage } = await setSafe()
    const other = await setStage(world, { store: stage.store })
    await Promise.all([watchOnce(stage), watchOnce(other)])
    expect(stage.service.asked() + other.service.asked()).toBe(1)
    stage.clock.now += LEASE_MS
    await watchOnce(stage)
    expect(stage.service.asked() + other.service.asked()).toBe(2)
  })

  test('an old one is looked at in few rounds only', async () => {
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

async function tendOnce(stage: Stage): Promise<void> {
  const tending = createCollectionTending(stage.deps)
  tending.start()
  await tending.stop()
}

describe('tending', () => {
  test('reminds after a day, and closes what has had its time, each once', async () => {
    const { stage, starter, collection } = await setSafe()
    const fellow = await stage.owner('Ben', ben)
    taken(await stage.sign(fellow, collection, ben))
    const newsOf = async (id: string) =>
      (await stage.news()).flatMap((event) =>
        event.type === 'collection.news' && event.userId === id ? [event.news] : [],
      )
    await tendOnce(stage)
    expect(await newsOf(starter.id)).toEqual(['signed'])
    stage.clock.now += 24 * HOUR_MS
    await tendOnce(stage)
    await tendOnce(stage)
    stage.clock.now += COLLECTION_TTL_MS
    const before = stage.events.count
    await tendOnce(stage)
    expect(stage.events.count).toBe(before + 1)
    await tendOnce(stage)
    expect(stage.events.count).toBe(before + 1)
    const told = await stage.news()
    const news = told.flatMap((event) =>
      event.type === 'collection.news' ? [[event.userId, event.news]] : [],
    )
    expect(news).toContainEqual([starter.id, 'reminder'])
    expect(news).toContainEqual([starter.id, 'expired'])
    expect(news).toContainEqual([fellow.id, 'expired'])
    expect((await stage.found(collection.code)).state).toBe('expired')
  })
})
