import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { bytesToHex, hexToBytes } from 'viem/utils'
import { SAFE_ADDRESSES } from '#demo/evm/safe-contracts.ts'
import { signAsSafe } from '#demo/evm/sign-as-safe.ts'
import { viewCosigning } from '#server/http/multisig-views.ts'
import { refreshSome } from '#server/multisig/watch-cosignings.ts'
import type { SignedCosigning } from '#server/store/rows/cosigning-rows.ts'
import type { StoredUser, StoredSafe } from '#server/store/database/stored.ts'
import { safeTypedData } from '#shared/safe-message.ts'
import { ODD_CONTRACTS, placeCode, placeHandler, takeCode } from '#tests/support/evm-contracts.ts'
import { ofSignatures } from '#tests/support/multisig-samples.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import { proveByText, sampleEvmWallet } from '#tests/support/store-samples.ts'
import { setStage, signedBy, type MultisigStage, taken, verifiedBy } from './multisig-stage.ts'
import {
  BASE,
  ETHEREUM,
  type MultisigWorld,
  type TestOwner,
  getOwner,
  startMultisigWorld,
} from './multisig-world.ts'
import { sampleProof } from '#tests/support/proof-samples.ts'

const [ann, ben, cem, dan] = [getOwner(21), getOwner(22), getOwner(23), getOwner(24)]
const mallory = getOwner(66)
const SITE = { boot: { bot: { username: 'clasp_test_bot', appShortName: null } } }

const world = shareAmongTests(startMultisigWorld)
let stage: MultisigStage
let safe: Awaited<ReturnType<MultisigWorld['createSafe']>>
let multisig: StoredSafe
let cosigning: SignedCosigning
let members: Record<'ann' | 'ben' | 'cem', StoredUser>

beforeEach(async () => {
  stage = await setStage(world())
  safe = await world().createSafe([ann, ben, cem, dan], 2)
  members = {
    ann: await stage.owner('Ann', ann),
    ben: await stage.owner('Ben', ben),
    cem: await stage.owner('Cem', cem),
  }
  multisig = await stage.recognise(safe)
  cosigning = ofSignatures(await stage.started(members.ann, multisig))
})

/** Two confirmations of owners link it, so nothing before them has counted or broken anything. */
async function expectOthersStillLink(
  first: [StoredUser, TestOwner],
  second: [StoredUser, TestOwner],
) {
  taken(await stage.sign(first[0], cosigning, first[1]))
  const done = taken(await stage.sign(second[0], cosigning, second[1]))
  expect(done.state).toBe('complete')
}

async function expectNothingLinked() {
  const wallets = await Promise.all(Object.values(members).map((user) => stage.getWallets(user)))
  expect(wallets.flat().filter(({ level }) => level !== 'key')).toEqual([])
}

describe('attack: a signature of something else, or of somebody else, does not count', () => {
  test('by a non-owner', async () => {
    const stranger = await stage.owner('Mallory', mallory)
    const outcome = await stage.sign(stranger, cosigning, mallory)
    expect(outcome).toEqual({ ok: false, code: 'cosign-not-owner' })
    expect((await stage.found(cosigning.code)).confirmations).toEqual([])
    await expectOthersStillLink([members.ann, ann], [members.ben, ben])
  })

  test('by a non-owner, passed off as an owner’s', async () => {
    const stranger = await stage.owner('Mallory', mallory)
    const { signature } = await signedBy(mallory, cosigning)
    const outcome = await stage.confirm(stranger, cosigning, { owner: ben.address, signature })
    expect(outcome).toEqual({ ok: false, code: 'evm-signature-invalid' })
    await expectOthersStillLink([members.ann, ann], [members.ben, ben])
  })

  test('by an owner removed since', async () => {
    taken(await stage.sign(members.ann, cosigning, ann))
    const signed = await signedBy(ben, cosigning)
    const change = { from: ben.address, to: mallory.address }
    await world().safes.swapOwner(safe, change, [ann.secret, cem.secret])
    const outcome = await stage.confirm(members.ben, cosigning, signed)
    expect(outcome).toEqual({ ok: false, code: 'cosign-not-owner' })
    expect((await stage.found(cosigning.code)).state).toBe('open')
    await expectNothingLinked()
  })

  test('twice by the same owner', async () => {
    taken(await stage.sign(members.ann, cosigning, ann))
    const again = taken(await stage.sign(members.ann, cosigning, ann))
    expect(again).toMatchObject({ state: 'open', confirmations: [{ owner: ann.address }] })
    const other = await stage.member('Mallory')
    const elsewhere = taken(await stage.sign(other, cosigning, ann))
    expect(elsewhere.confirmations).toMatchObject([
      { owner: ann.address, user: { id: members.ann.id } },
    ])
    expect(elsewhere.state).toBe('open')
    await expectNothingLinked()
  })

  test('twice by the same owner, in two forms of one signature', async () => {
    const { signature, owner } = await signedBy(ann, cosigning)
    taken(await stage.confirm(members.ann, cosigning, { owner, signature }))
    const rebased = hexToBytes(signature)
    rebased[64] = (rebased[64] ?? 27) - 27
    const again = taken(
      await stage.confirm(members.ann, cosigning, { owner, signature: bytesToHex(rebased) }),
    )
    expect(again).toMatchObject({ state: 'open', confirmations: [{ owner: ann.address }] })
  })

  test('for another Safe of the same owners', async () => {
    const other = await stage.recognise(await world().createSafe([ann, ben, cem], 2))
    const confirmation = await signedBy(ben, { ...cosigning, multisig: other })
    const outcome = await stage.confirm(members.ben, cosigning, confirmation)
    expect(outcome).toEqual({ ok: false, code: 'evm-signature-invalid' })
  })

  test('for the Safe at this address on another chain', async () => {
    const elsewhere = { ...multisig, chainId: BASE }
    const confirmation = await signedBy(ben, { ...cosigning, multisig: elsewhere })
    const outcome = await stage.confirm(members.ben, cosigning, confirmation)
    expect(outcome).toEqual({ ok: false, code: 'evm-signature-invalid' })
  })

  test('for another text, and of the text itself in place of its hash', async () => {
    const message = cosigning.message.replace('wants you', 'asks you')
    const confirmation = await signedBy(ben, { ...cosigning, message })
    const refused = { ok: false, code: 'evm-signature-invalid' }
    expect(await stage.confirm(members.ben, cosigning, confirmation)).toEqual(refused)
    const plain = await ben.signMessage({ message: cosigning.message })
    const personal = { owner: ben.address, signature: plain }
    expect(await stage.confirm(members.ben, cosigning, personal)).toEqual(refused)
  })

  test('for another user’s cosigning of the same Safe', async () => {
    const hers = await stage.started(members.cem, multisig)
    expect(hers.code).not.toBe(cosigning.code)
    const confirmation = await signedBy(ben, ofSignatures(hers))
    const outcome = await stage.confirm(members.ben, cosigning, confirmation)
    expect(outcome).toEqual({ ok: false, code: 'evm-signature-invalid' })
  })

  test('verified for another cosigning, and handed to this one', async () => {
    const hers = ofSignatures(await stage.started(members.cem, multisig))
    const attempt = await stage.startConfirming(members.ben, cosigning)
    const agreement = {
      method: 'agreements',
      owner: ben.address,
      binding: 'text',
      proof: sampleProof(),
    } as const
    for (const confirmation of [await verifiedBy(ben, hers), agreement]) {
      const given = { user: members.ben, attempt, confirmation, showsName: true }
      const outcome = await stage.cosignings.confirm(cosigning.code, given)
      expect(outcome).toEqual({ ok: false, code: 'evm-signature-invalid' })
    }
    expect((await stage.found(cosigning.code)).confirmations).toEqual([])
  })

  test('given by an attempt for another cosigning', async () => {
    const hers = await stage.started(members.cem, multisig)
    const attempt = await stage.startConfirming(members.ben, hers)
    const confirmation = await verifiedBy(ben, cosigning)
    const given = { user: members.ben, attempt, confirmation, showsName: true }
    expect(await stage.cosignings.confirm(cosigning.code, given)).toMatchObject({ ok: false })
    expect((await stage.found(cosigning.code)).confirmations).toEqual([])
  })

  test('a confirmation that Safe would read as an approval on the chain', async () => {
    const signature = new Uint8Array(65)
    signature.set(hexToBytes(ben.address), 12)
    signature[64] = 1
    const approval = { owner: ben.address, signature: bytesToHex(signature) }
    const outcome = await stage.confirm(members.ben, cosigning, approval)
    expect(outcome).toEqual({ ok: false, code: 'evm-signature-malformed' })
  })
})

describe('attack: a stranger submits an owner’s published signature', () => {
  test('it counts anonymously, and gives the stranger no name, nothing to take back, and no update but that of the end', async () => {
    const stranger = await stage.member('Mallory')
    taken(await stage.sign(members.cem, cosigning, cem))
    // Safe's own app publishes what its owners sign.
    const confirmation = await signedBy(ben, cosigning)
    // Confirmations of one moment come in no order.
    stage.clock.now += 1_000
    const done = taken(await stage.confirm(stranger, cosigning, confirmation))
    expect(done.state).toBe('complete')
    expect(done.confirmations.map(({ owner, user }) => [owner, user?.id ?? null])).toEqual([
      [cem.address, members.cem.id],
      [ben.address, null],
    ])
    const updates = (await stage.update()).filter(({ userId }) => userId === stranger.id)
    expect(updates).toMatchObject([{ type: 'cosigning.updated', update: 'completed' }])
    expect(await stage.getWallets(stranger)).toEqual([])
  })

  test('the stranger sees no names of owners and withdraws nothing', async () => {
    const stranger = await stage.member('Mallory')
    taken(await stage.confirm(stranger, cosigning, await signedBy(ben, cosigning)))
    const { code } = cosigning
    expect(await stage.store.withdrawConfirmation(code, stranger.id, stage.clock.now)).toBe(false)
    const after = taken(await stage.sign(members.ann, cosigning, ann))
    const shown = viewCosigning(after, { user: stranger, wallets: [] }, SITE)
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
      const confirmation = await signedBy(key, cosigning)
      taken(await stage.confirm(stranger, cosigning, confirmation))
      if (when === 'linked after') {
        // The wallet is not linked yet, so the signature still counts without a name.
        const anonymous = taken(await stage.confirm(owner, cosigning, confirmation))
        expect(anonymous.confirmations).toMatchObject([{ user: null }])
        await proveByText(stage.store, owner.id, sampleEvmWallet(key.address))
      }
      const own = taken(await stage.confirm(owner, cosigning, confirmation))
      expect(own.confirmations).toMatchObject([{ owner: key.address, user: { id: owner.id } }])
      // The stranger cannot take it away again either.
      const again = taken(await stage.confirm(stranger, cosigning, confirmation))
      expect(again.confirmations).toMatchObject([{ owner: key.address, user: { id: owner.id } }])
      expect(
        await stage.store.withdrawConfirmation(cosigning.code, owner.id, stage.clock.now),
      ).toBe(true)
    },
  )

  test('the starter is informed that one more has signed, and the update names nobody', async () => {
    const stranger = await stage.member('Mallory')
    taken(await stage.confirm(stranger, cosigning, await signedBy(ben, cosigning)))
    await stage.store.deleteUser(stranger.id, stage.clock.now)
    expect((await stage.found(cosigning.code)).confirmations).toMatchObject([
      { owner: ben.address },
    ])
    const update = (await stage.update()).filter(({ userId }) => userId === members.ann.id)
    expect(update).toContainEqual(expect.objectContaining({ update: 'signed' }))
  })
})

describe('attack: what stands at the address is no Safe', () => {
  test.each(['own-code', 'own-singleton'] as const)(
    'a fake contract that answers like a Safe, by its %s',
    async (disguise) => {
      const owners = [mallory.address]
      const fake = await world().safes.createLookalike({ owners, threshold: 1, disguise })
      const location = { family: 'evm', address: fake.address, chainId: ETHEREUM } as const
      const { found, hasLookalike } = await stage.multisigs.at(location)
      expect({ found, hasLookalike }).toEqual({ found: [], hasLookalike: true })
    },
  )

  test('a contract wallet that reverts', async () => {
    const { address } = await world().safes.createReverting()
    const seen = await stage.multisigs.at({ family: 'evm', address, chainId: ETHEREUM })
    expect(seen).toMatchObject({ found: [], hasLookalike: false, unreachable: [] })
  })

  test('a contract wallet that reverts when it is asked for its verdict (ERC-1271)', async () => {
    const putRight = await takeCode(getAnvil(), SAFE_ADDRESSES.handler)
    onTestFinished(putRight)
    await placeCode(getAnvil(), SAFE_ADDRESSES.handler, ODD_CONTRACTS.reverts)
    taken(await stage.sign(members.ann, cosigning, ann))
    const both = taken(await stage.sign(members.ben, cosigning, ben))
    expect(both).toMatchObject({ state: 'open', problem: 'evm-contract-refused' })
    await expectNothingLinked()
    await putRight()
    expect(await stage.cosignings.settle(cosigning)).toMatchObject({
      state: 'complete',
      problem: null,
    })
  })

  test('a Safe that becomes a contract that says yes to everything, while collecting', async () => {
    taken(await stage.sign(members.ann, cosigning, ann))
    await placeCode(getAnvil(), safe.address, ODD_CONTRACTS.alwaysYes)
    const outcome = await stage.sign(members.ben, cosigning, ben)
    expect(outcome).toEqual({ ok: false, code: 'multisig-not-found' })
    expect(await stage.cosignings.settle(cosigning)).toMatchObject({
      state: 'open',
      problem: 'multisig-not-found',
    })
    await expectNothingLinked()
  })

  test('a Safe whose handler becomes one that says yes to everything, while collecting', async () => {
    const handler = { address: mallory.address, code: ODD_CONTRACTS.alwaysYes }
    await placeHandler(getAnvil(), safe.address, handler)
    await refreshSome(stage.deps, new AbortController().signal)
    await expectNothingLinked()
    taken(await stage.sign(members.ann, cosigning, ann))
    const both = taken(await stage.sign(members.ben, cosigning, ben))
    expect(both).toMatchObject({ state: 'open', problem: 'evm-contract-refused' })
    await expectNothingLinked()
  })
})

function getAnvil() {
  const anvil = world().anvils.find(({ chainId }) => chainId === ETHEREUM)
  if (!anvil) throw new Error('there is an Ethereum')
  return anvil
}

describe('attack: the multisig changes while its owners confirm', () => {
  test('the threshold is raised while collecting: a third confirmation is needed', async () => {
    taken(await stage.sign(members.ann, cosigning, ann))
    await world().safes.changeThreshold(safe, 3, [ann.secret, ben.secret])
    const second = taken(await stage.sign(members.ben, cosigning, ben))
    expect(second).toMatchObject({ state: 'open', problem: null, multisig: { threshold: 3 } })
    await expectNothingLinked()
    const third = taken(await stage.sign(members.cem, cosigning, cem))
    expect(third.state).toBe('complete')
  })

  test('owners are swapped between cosigning and verification: their confirmations do not count', async () => {
    taken(await stage.sign(members.ann, cosigning, ann))
    const change = { from: ann.address, to: mallory.address }
    await world().safes.swapOwner(safe, change, [ben.secret, cem.secret])
    const second = taken(await stage.sign(members.ben, cosigning, ben))
    expect(second).toMatchObject({ state: 'open', problem: null })
    await expectNothingLinked()
    // Two who are owners now are enough.
    const third = taken(await stage.sign(members.cem, cosigning, cem))
    expect(third.state).toBe('complete')
    const linked = await stage.getWallets(members.ann)
    expect(linked).toContainEqual(
      expect.objectContaining({ address: safe.address, level: 'account' }),
    )
  })

  test('owners are swapped while the chain is asked for its verdict: the chain has the last confirmation', async () => {
    taken(await stage.sign(members.ann, cosigning, ann))
    const confirmation = await verifiedBy(ben, cosigning)
    const attempt = await stage.startConfirming(members.ben, cosigning)
    const change = { from: ann.address, to: mallory.address }
    stage.reach.afterOwners(() => world().safes.swapOwner(safe, change, [ben.secret, cem.secret]))
    const given = { user: members.ben, attempt, confirmation, showsName: true }
    const outcome = taken(await stage.cosignings.confirm(cosigning.code, given))
    expect(outcome).toMatchObject({ state: 'open', problem: 'evm-contract-refused' })
    await expectNothingLinked()
  })
})

describe('the server, while something is down,', () => {
  test('asks an account that was no owner to try again while the chain is down, without a verdict', async () => {
    await stage.owner('Mallory', mallory)
    stage.reach.cut()
    const outcome = await stage.sign(members.ann, cosigning, mallory)
    expect(outcome).toEqual({ ok: false, code: 'evm-chain-unreachable' })
  })

  test('starts nothing while the chain is down, and uses nothing up', async () => {
    const other = await stage.recognise(await world().createSafe([ann, ben], 2))
    stage.reach.cut()
    const asked = { multisigId: other.id, requestCode: null }
    for (let round = 0; round < 8; round += 1)
      expect(await stage.cosignings.start(members.ann, asked)).toEqual({
        ok: false,
        code: 'evm-chain-unreachable',
      })
    stage.reach.fix()
    expect(await stage.cosignings.start(members.ann, asked)).toMatchObject({ ok: true })
  })

  test('the owners’ own confirmations link a Safe while the Transaction Service is down', async () => {
    stage.service.setFault('down')
    await expectOthersStillLink([members.ann, ann], [members.ben, ben])
  })
})

describe('a starter who vanishes', () => {
  test('the others still link the Safe when the starter blocks the bot', async () => {
    await stage.store.setMayMessage(members.ann.id, false)
    await expectOthersStillLink([members.ben, ben], [members.cem, cem])
    expect(await stage.getWallets(members.ann)).toHaveLength(2)
  })

  test('a signature that is taken back while the chain checks it does not count', async () => {
    const { code } = cosigning
    taken(await stage.sign(members.ben, cosigning, ben))
    stage.reach.beforeVerdict(async () => {
      expect(await stage.store.withdrawConfirmation(code, members.ben.id, stage.clock.now)).toBe(
        true,
      )
    })
    const second = taken(await stage.sign(members.ann, cosigning, ann))
    expect(second).toMatchObject({
      state: 'open',
      problem: null,
      confirmations: [{ owner: ann.address }],
    })
    await expectNothingLinked()
    expect(taken(await stage.sign(members.cem, cosigning, cem)).state).toBe('complete')
  })
})

test('attack: somebody who owns nothing of a Safe starts no link to it', async () => {
  const stranger = await stage.owner('Mallory', mallory)
  const asked = { multisigId: multisig.id, requestCode: null }
  expect(await stage.cosignings.start(stranger, asked)).toEqual({
    ok: false,
    code: 'multisig-not-signer',
  })
})

test('attack: a Safe’s whole signature of the text, from somebody who has only that, is no confirmation', async () => {
  const bundle = await signAsSafe(safe, cosigning.message, [ann.secret, ben.secret])
  const confirmation = { owner: ann.address, signature: bundle }
  const outcome = await stage.confirm(members.ann, cosigning, confirmation)
  expect(outcome).toEqual({ ok: false, code: 'evm-signature-malformed' })
})

test('the signed text names the Safe and its starter', () => {
  const data = safeTypedData(multisig, cosigning.message)
  expect(data.domain).toEqual({ chainId: ETHEREUM, verifyingContract: safe.address })
  expect(cosigning.message).toContain(`tg://user?id=${members.ann.telegramId}`)
  expect(cosigning.message).toContain('@ann_test')
  expect(cosigning.message).toContain(safe.address)
})
