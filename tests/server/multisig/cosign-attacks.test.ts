import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { hexToBytes } from 'viem/utils'
import { SAFE_ADDRESSES } from '#demo/evm/safe-addresses.ts'
import { signAsSafe } from '#demo/evm/sign-as-safe.ts'
import { viewCollection } from '#server/http/multisig-views.ts'
import { lookAfterSome } from '#server/multisig/watch-collections.ts'
import type { SignedCollection, StoredSafe } from '#server/store/multisig-store.ts'
import type { StoredUser } from '#server/store/store.ts'
import { safeTypedData } from '#shared/safe-message.ts'
import { COLLECTION_TTL_MS } from '#shared/limits.ts'
import { ODD_CONTRACTS, placeCode, placeHandler, takeCode } from '#tests/support/evm-contracts.ts'
import { ofSignatures } from '#tests/support/multisig-samples.ts'
import { proveByText, sampleEvmWallet } from '#tests/support/store-samples.ts'
import { setStage, signedBy, type Stage, taken } from './multisig-stage.ts'
import {
  BASE,
  ETHEREUM,
  type MultisigWorld,
  type Owner,
  ownerOf,
  startMultisigWorld,
} from './multisig-world.ts'

const [ann, ben, cem, dan] = [ownerOf(21), ownerOf(22), ownerOf(23), ownerOf(24)]
const mallory = ownerOf(66)
const SITE = { boot: { bot: { username: 'clasp_test_bot', appShortName: null } } }

let world: MultisigWorld
let stage: Stage
let safe: Awaited<ReturnType<MultisigWorld['createSafe']>>
let multisig: StoredSafe
let collection: SignedCollection
let members: Record<'ann' | 'ben' | 'cem', StoredUser>

beforeAll(async () => void (world = await startMultisigWorld()), 60_000)
afterAll(() => world.close())
beforeEach(async () => {
  stage = await setStage(world)
  safe = await world.createSafe([ann, ben, cem, dan], 2)
  members = {
    ann: await stage.owner('Ann', ann),
    ben: await stage.owner('Ben', ben),
    cem: await stage.owner('Cem', cem),
  }
  multisig = await stage.recognise(safe)
  collection = ofSignatures(await stage.started(members.ann, multisig))
})

/** Two words of owners link it, so whatever went before has neither counted nor broken anything. */
async function expectOthersStillLink(first: [StoredUser, Owner], second: [StoredUser, Owner]) {
  taken(await stage.sign(first[0], collection, first[1]))
  const done = taken(await stage.sign(second[0], collection, second[1]))
  expect(done.state).toBe('complete')
}

async function expectNothingLinked() {
  const wallets = await Promise.all(Object.values(members).map((user) => stage.walletsOf(user)))
  expect(wallets.flat().filter(({ level }) => level !== 'key')).toEqual([])
}

describe('attack: a signature of something else, or of somebody else', () => {
  test('by a non-owner', async () => {
    const stranger = await stage.owner('Mallory', mallory)
    const outcome = await stage.sign(stranger, collection, mallory)
    expect(outcome).toEqual({ ok: false, code: 'cosign-not-owner' })
    expect((await stage.found(collection.code)).words).toEqual([])
    await expectOthersStillLink([members.ann, ann], [members.ben, ben])
  })

  test('by a non-owner, passed off as an owner’s', async () => {
    const stranger = await stage.owner('Mallory', mallory)
    const { signature } = await signedBy(mallory, collection)
    const word = { owner: ben.address, binding: 'hash', signature } as const
    const outcome = await stage.give(stranger, collection, word)
    expect(outcome).toEqual({ ok: false, code: 'evm-signature-invalid' })
    await expectOthersStillLink([members.ann, ann], [members.ben, ben])
  })

  test('by an owner removed since', async () => {
    taken(await stage.sign(members.ann, collection, ann))
    const signed = await signedBy(ben, collection)
    const change = { from: ben.address, to: mallory.address }
    await world.safes.swapOwner(safe, change, [ann.secret, cem.secret])
    const outcome = await stage.give(members.ben, collection, signed)
    expect(outcome).toEqual({ ok: false, code: 'cosign-not-owner' })
    expect((await stage.found(collection.code)).state).toBe('open')
    await expectNothingLinked()
  })

  test('twice by the same owner', async () => {
    taken(await stage.sign(members.ann, collection, ann))
    const again = taken(await stage.sign(members.ann, collection, ann))
    expect(again).toMatchObject({ state: 'open', words: [{ owner: ann.address }] })
    const other = await stage.member('Mallory')
    const elsewhere = taken(await stage.sign(other, collection, ann))
    expect(elsewhere.words).toMatchObject([{ owner: ann.address, user: { id: members.ann.id } }])
    expect(elsewhere.state).toBe('open')
    await expectNothingLinked()
  })

  test('twice by the same owner, in two forms of one signature', async () => {
    const { signature, ...word } = await signedBy(ann, collection)
    taken(await stage.give(members.ann, collection, { ...word, signature }))
    const rebased = Uint8Array.from(signature)
    rebased[64] = (rebased[64] ?? 27) - 27
    const again = taken(await stage.give(members.ann, collection, { ...word, signature: rebased }))
    expect(again).toMatchObject({ state: 'open', words: [{ owner: ann.address }] })
  })

  test('for another Safe of the same owners', async () => {
    const other = await stage.recognise(await world.createSafe([ann, ben, cem], 2))
    const word = await signedBy(ben, { ...collection, multisig: other })
    const outcome = await stage.give(members.ben, collection, word)
    expect(outcome).toEqual({ ok: false, code: 'evm-signature-invalid' })
  })

  test('for the Safe at this address on another chain', async () => {
    const elsewhere = { ...multisig, chainId: BASE }
    const word = await signedBy(ben, { ...collection, multisig: elsewhere })
    const outcome = await stage.give(members.ben, collection, word)
    expect(outcome).toEqual({ ok: false, code: 'evm-signature-invalid' })
  })

  test('for another text, and of the text itself in place of its hash', async () => {
    const message = collection.message.replace('wants you', 'asks you')
    const word = await signedBy(ben, { ...collection, message })
    const refused = { ok: false, code: 'evm-signature-invalid' }
    expect(await stage.give(members.ben, collection, word)).toEqual(refused)
    const plain = await ben.signMessage({ message: collection.message })
    const personal = { owner: ben.address, binding: 'text', signature: hexToBytes(plain) } as const
    expect(await stage.give(members.ben, collection, personal)).toEqual(refused)
  })

  test('for another user’s collection of the same Safe', async () => {
    const hers = await stage.started(members.cem, multisig)
    expect(hers.code).not.toBe(collection.code)
    const word = await signedBy(ben, ofSignatures(hers))
    const outcome = await stage.give(members.ben, collection, word)
    expect(outcome).toEqual({ ok: false, code: 'evm-signature-invalid' })
  })

  test('given by an attempt for another collection', async () => {
    const hers = await stage.started(members.cem, multisig)
    const attempt = await stage.cosigning(members.ben, hers)
    const word = await signedBy(ben, collection)
    const given = { user: members.ben, attempt, word, showsName: true }
    expect(await stage.collections.give(collection.code, given)).toMatchObject({ ok: false })
    expect((await stage.found(collection.code)).words).toEqual([])
  })

  test('a word that Safe would read as an approval on the chain', async () => {
    const signature = new Uint8Array(65)
    signature.set(hexToBytes(ben.address), 12)
    signature[64] = 1
    const word = { owner: ben.address, binding: 'hash', signature } as const
    const outcome = await stage.give(members.ben, collection, word)
    expect(outcome).toEqual({ ok: false, code: 'evm-signature-invalid' })
  })
})

describe('attack: a stranger submits an owner’s published signature', () => {
  test('it counts anonymously, and gives the stranger no name, no news and nothing to take back', async () => {
    const stranger = await stage.member('Mallory')
    taken(await stage.sign(members.cem, collection, cem))
    // Safe's own app publishes what its owners sign.
    const word = await signedBy(ben, collection)
    // Words of one moment come in no order.
    stage.clock.now += 1_000
    const done = taken(await stage.give(stranger, collection, word))
    expect(done.state).toBe('complete')
    expect(done.words.map(({ owner, user }) => [owner, user?.id ?? null])).toEqual([
      [cem.address, members.cem.id],
      [ben.address, null],
    ])
    const news = (await stage.news()).filter(({ userId }) => userId === stranger.id)
    expect(news).toEqual([])
    expect(await stage.walletsOf(stranger)).toEqual([])
  })

  test('the stranger sees no names of owners and withdraws nothing', async () => {
    const stranger = await stage.member('Mallory')
    taken(await stage.give(stranger, collection, await signedBy(ben, collection)))
    const { code } = collection
    expect(await stage.store.withdrawWord(code, stranger.id, stage.clock.now)).toBe(false)
    const after = taken(await stage.sign(members.ann, collection, ann))
    const shown = viewCollection(after, { user: stranger, wallets: [] }, SITE)
    expect(shown).toMatchObject({ signed: 2, signedAs: null })
    expect(shown.owners.map(({ person, mine }) => [person, mine])).toEqual([
      [null, false],
      [null, false],
      [null, false],
      [null, false],
    ])
  })

  test.each(['linked before', 'linked after'])(
    'the owner whose wallet is %s replaces the anonymous confirmation with their own',
    async (when) => {
      const owner = when === 'linked before' ? members.ben : await stage.member('Dan')
      const key = when === 'linked before' ? ben : dan
      const stranger = await stage.member('Mallory')
      const word = await signedBy(key, collection)
      taken(await stage.give(stranger, collection, word))
      if (when === 'linked after') {
        // Not linked yet: the signature counts on, still without a name.
        const anonymous = taken(await stage.give(owner, collection, word))
        expect(anonymous.words).toMatchObject([{ user: null }])
        await proveByText(stage.store, owner.id, sampleEvmWallet(key.address))
      }
      const own = taken(await stage.give(owner, collection, word))
      expect(own.words).toMatchObject([{ owner: key.address, user: { id: owner.id } }])
      // Nor does the stranger take it away again.
      const again = taken(await stage.give(stranger, collection, word))
      expect(again.words).toMatchObject([{ owner: key.address, user: { id: owner.id } }])
      expect(await stage.store.withdrawWord(collection.code, owner.id, stage.clock.now)).toBe(true)
    },
  )

  test('the starter is informed that one more has signed, and the news names nobody', async () => {
    const stranger = await stage.member('Mallory')
    taken(await stage.give(stranger, collection, await signedBy(ben, collection)))
    await stage.store.deleteUser(stranger.id, stage.clock.now)
    expect((await stage.found(collection.code)).words).toMatchObject([{ owner: ben.address }])
    const news = (await stage.news()).filter(({ userId }) => userId === members.ann.id)
    expect(news).toContainEqual(expect.objectContaining({ news: 'signed' }))
  })
})

describe('attack: what stands at the address is no Safe', () => {
  test.each(['own-code', 'own-singleton'] as const)(
    'a fake contract that answers like a Safe, by its %s',
    async (disguise) => {
      const owners = [mallory.address]
      const fake = await world.safes.createLookalike({ owners, threshold: 1, disguise })
      const place = { family: 'evm', address: fake.address, chainId: ETHEREUM } as const
      const { found, hasLookalike } = await stage.multisigs.at(place)
      expect({ found, hasLookalike }).toEqual({ found: [], hasLookalike: true })
    },
  )

  test('a contract wallet that reverts', async () => {
    const { address } = await world.safes.createReverting()
    const seen = await stage.multisigs.at({ family: 'evm', address, chainId: ETHEREUM })
    expect(seen).toMatchObject({ found: [], hasLookalike: false, unreachable: [] })
  })

  test('a contract wallet that reverts when it is asked for its verdict (ERC-1271)', async () => {
    const putRight = await takeCode(anvilOf(), SAFE_ADDRESSES.handler)
    onTestFinished(putRight)
    await placeCode(anvilOf(), SAFE_ADDRESSES.handler, ODD_CONTRACTS.reverts)
    taken(await stage.sign(members.ann, collection, ann))
    const both = taken(await stage.sign(members.ben, collection, ben))
    expect(both).toMatchObject({ state: 'open', problem: 'evm-contract-refused' })
    await expectNothingLinked()
    await putRight()
    expect(await stage.collections.settle(collection)).toMatchObject({
      state: 'complete',
      problem: null,
    })
  })

  test('a Safe that becomes a contract that says yes to everything, while collecting', async () => {
    taken(await stage.sign(members.ann, collection, ann))
    await placeCode(anvilOf(), safe.address, ODD_CONTRACTS.alwaysYes)
    const outcome = await stage.sign(members.ben, collection, ben)
    expect(outcome).toEqual({ ok: false, code: 'multisig-not-found' })
    expect(await stage.collections.settle(collection)).toMatchObject({
      state: 'open',
      problem: 'multisig-not-found',
    })
    await expectNothingLinked()
  })

  test('a Safe whose handler becomes one that says yes to everything, while collecting', async () => {
    const handler = { address: mallory.address, code: ODD_CONTRACTS.alwaysYes }
    await placeHandler(anvilOf(), safe.address, handler)
    await lookAfterSome(stage.deps, new AbortController().signal)
    await expectNothingLinked()
    taken(await stage.sign(members.ann, collection, ann))
    const both = taken(await stage.sign(members.ben, collection, ben))
    expect(both).toMatchObject({ state: 'open', problem: 'evm-contract-refused' })
    await expectNothingLinked()
  })
})

function anvilOf() {
  const anvil = world.anvils.find(({ chainId }) => chainId === ETHEREUM)
  if (!anvil) throw new Error('there is an Ethereum')
  return anvil
}

describe('attack: the multisig changes while its owners speak', () => {
  test('threshold raised while collecting: a third word is needed', async () => {
    taken(await stage.sign(members.ann, collection, ann))
    await world.safes.changeThreshold(safe, 3, [ann.secret, ben.secret])
    const second = taken(await stage.sign(members.ben, collection, ben))
    expect(second).toMatchObject({ state: 'open', problem: null, multisig: { threshold: 3 } })
    await expectNothingLinked()
    const third = taken(await stage.sign(members.cem, collection, cem))
    expect(third.state).toBe('complete')
  })

  test('owners swapped between collection and verification: their words do not count', async () => {
    taken(await stage.sign(members.ann, collection, ann))
    const change = { from: ann.address, to: mallory.address }
    await world.safes.swapOwner(safe, change, [ben.secret, cem.secret])
    const second = taken(await stage.sign(members.ben, collection, ben))
    expect(second).toMatchObject({ state: 'open', problem: null })
    await expectNothingLinked()
    // Two who are owners now are enough.
    const third = taken(await stage.sign(members.cem, collection, cem))
    expect(third.state).toBe('complete')
    const linked = await stage.walletsOf(members.ann)
    expect(linked).toContainEqual(
      expect.objectContaining({ address: safe.address, level: 'account' }),
    )
  })

  test('owners swapped while the chain is asked for its verdict: the chain has the last word', async () => {
    taken(await stage.sign(members.ann, collection, ann))
    const word = await signedBy(ben, collection)
    const attempt = await stage.cosigning(members.ben, collection)
    const change = { from: ann.address, to: mallory.address }
    stage.reach.beforeVerdict(() => world.safes.swapOwner(safe, change, [ben.secret, cem.secret]))
    const given = { user: members.ben, attempt, word, showsName: true }
    const outcome = taken(await stage.collections.give(collection.code, given))
    expect(outcome).toMatchObject({ state: 'open', problem: 'evm-contract-refused' })
    await expectNothingLinked()
  })
})

describe('something is down', () => {
  test('chain down when the last word comes: it is kept, and links once the chain answers', async () => {
    taken(await stage.sign(members.ann, collection, ann))
    stage.reach.cut()
    const kept = taken(await stage.sign(members.ben, collection, ben))
    expect(kept).toMatchObject({ state: 'open', problem: null })
    expect(kept.words).toHaveLength(2)
    expect(await stage.collections.settle(collection)).toMatchObject({ state: 'open' })
    stage.reach.mend()
    expect(await stage.collections.settle(collection)).toMatchObject({ state: 'complete' })
  })

  test('chain down: whoever was no owner is told to try again, not that they are none', async () => {
    await stage.owner('Mallory', mallory)
    stage.reach.cut()
    const outcome = await stage.sign(members.ann, collection, mallory)
    expect(outcome).toEqual({ ok: false, code: 'evm-chain-unreachable' })
  })

  test('chain down: nothing is started, and nothing is used up', async () => {
    const other = await stage.recognise(await world.createSafe([ann, ben], 2))
    stage.reach.cut()
    const asked = { multisigId: other.id, requestCode: null }
    for (let turn = 0; turn < 8; turn += 1)
      expect(await stage.collections.start(members.ann, asked)).toEqual({
        ok: false,
        code: 'evm-chain-unreachable',
      })
    stage.reach.mend()
    expect(await stage.collections.start(members.ann, asked)).toMatchObject({ ok: true })
  })

  test('Transaction Service down: the owners’ own words link it all the same', async () => {
    stage.service.setFault('down')
    await expectOthersStillLink([members.ann, ann], [members.ben, ben])
  })
})

describe('a starter who vanishes', () => {
  test('deletes everything: the collection is gone, and nobody is linked', async () => {
    taken(await stage.sign(members.ben, collection, ben))
    const attempt = await stage.cosigning(members.cem, collection)
    const word = await signedBy(cem, collection)
    await stage.store.deleteUser(members.ann.id, stage.clock.now)
    const given = { user: members.cem, attempt, word, showsName: true }
    expect(await stage.collections.give(collection.code, given)).toEqual({
      ok: false,
      code: 'cosign-closed',
    })
    expect(await stage.collections.settle(collection)).not.toMatchObject({ state: 'complete' })
    expect(await stage.walletsOf(members.ben)).toHaveLength(1)
  })

  test('blocks the bot: the others link it all the same', async () => {
    await stage.store.setMayMessage(members.ann.id, false)
    await expectOthersStillLink([members.ben, ben], [members.cem, cem])
    expect(await stage.walletsOf(members.ann)).toHaveLength(2)
  })

  test('lets it expire: words that come too late are refused', async () => {
    taken(await stage.sign(members.ben, collection, ben))
    stage.clock.now += COLLECTION_TTL_MS
    const late = await stage.sign(members.cem, collection, cem)
    expect(late).toEqual({ ok: false, code: 'cosign-closed' })
    expect(await stage.collections.settle(collection)).toMatchObject({ state: 'expired' })
    await expectNothingLinked()
  })

  test('and a fellow who takes the signature back while the chain is asked: it does not count', async () => {
    const { code } = collection
    taken(await stage.sign(members.ben, collection, ben))
    stage.reach.beforeVerdict(async () => {
      expect(await stage.store.withdrawWord(code, members.ben.id, stage.clock.now)).toBe(true)
    })
    const second = taken(await stage.sign(members.ann, collection, ann))
    expect(second).toMatchObject({ state: 'open', problem: null, words: [{ owner: ann.address }] })
    await expectNothingLinked()
    expect(taken(await stage.sign(members.cem, collection, cem)).state).toBe('complete')
  })

  test('gives it up while the last word is on its way: nothing is linked', async () => {
    taken(await stage.sign(members.ann, collection, ann))
    stage.reach.beforeVerdict(async () => {
      await stage.store.cancelCollection(collection.code, members.ann.id, stage.clock.now)
    })
    const outcome = taken(await stage.sign(members.ben, collection, ben))
    expect(outcome.state).toBe('cancelled')
    await expectNothingLinked()
  })
})

test('attack: a link to a Safe by somebody who owns nothing of it', async () => {
  const stranger = await stage.owner('Mallory', mallory)
  const asked = { multisigId: multisig.id, requestCode: null }
  expect(await stage.collections.start(stranger, asked)).toEqual({
    ok: false,
    code: 'multisig-not-signer',
  })
})

test('attack: a Safe’s whole signature of the text, from whoever has only that, is no word', async () => {
  const bundle = await signAsSafe(safe, collection.message, [ann.secret, ben.secret])
  const word = { owner: ann.address, binding: 'hash', signature: hexToBytes(bundle) } as const
  const outcome = await stage.give(members.ann, collection, word)
  expect(outcome).toEqual({ ok: false, code: 'evm-signature-invalid' })
})

test('what is signed names the Safe and its starter', () => {
  const data = safeTypedData(multisig, collection.message)
  expect(data.domain).toEqual({ chainId: ETHEREUM, verifyingContract: safe.address })
  expect(collection.message).toContain(`tg://user?id=${members.ann.telegramId}`)
  expect(collection.message).toContain('@ann_test')
  expect(collection.message).toContain(safe.address)
})
