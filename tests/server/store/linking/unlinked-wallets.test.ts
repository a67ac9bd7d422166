import { createHash, randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { StoredUser, StoredWallet } from '#server/store/database/stored.ts'
import type { StoredProof } from '#server/store/rows/proof-rows.ts'
import type { Store } from '#server/store/store.ts'
import { HOUR, sampleSafe } from '#tests/support/multisig-samples.ts'
import {
  linkedWallet,
  linkSample,
  MINUTE,
  NOON,
  proveByText,
  proveWallet,
  sampleApiKey,
  sampleCode,
  sampleContract,
  sampleMember,
  sampleRequest,
  atOnce,
  linkContract,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const LONG = { attemptsMs: 999 * HOUR, eventsMs: 999 * HOUR, idleMembersMs: 999 * HOUR }
const LATER = NOON + 10 * MINUTE

const getDigest = ({ evidence }: StoredProof) =>
  createHash('sha256').update(JSON.stringify(evidence)).digest()

describeStore('unlinking that can be undone', (stage) => {
  let store: Store
  let member: StoredUser
  let wallet: StoredWallet

  beforeEach(async () => {
    store = stage.store
    member = await sampleMember(store)
    wallet = await linkSample(store, member.id)
  })

  const own = (id = wallet.id) => ({ id, userId: member.id })
  const unlink = (now = NOON) => store.unlinkUndoably(own(), now)
  const undo = (now = LATER) => store.undoUnlink({ ...own(), walletLimit: 10 }, now)

  async function listEvents(): Promise<string[]> {
    const events = await store.listHostEvents({ after: 0, limit: 99 })
    return events.map(({ event }) => event.type)
  }

  test('undo brings back the wallet, its label, proof and place, and notifies the host', async () => {
    const second = await linkSample(store, member.id)
    await store.setLabel(wallet.id, member.id, 'Treasure of the temple')
    const before = await store.listWallets(member.id)
    const proof = await store.findProof(wallet.id)
    const labelled = before.find(({ id }) => id === wallet.id)
    expect(await unlink()).toEqual(labelled)
    expect(await store.listWallets(member.id)).toMatchObject([{ id: second.id, primary: true }])
    expect(await store.listUnlinkedWallets(member.id)).toEqual([
      { wallet: labelled, unlinkedAt: NOON },
    ])
    expect(await undo()).toBe('undone')
    expect(await store.listWallets(member.id)).toEqual(before)
    expect(await store.findProof(wallet.id)).toEqual(proof)
    expect(await store.listUnlinkedWallets(member.id)).toEqual([])
    expect(await listEvents()).toEqual([
      'wallet.linked',
      'wallet.linked',
      'wallet.unlinked',
      'wallet.linked',
    ])
  })

  test('undo brings back a contract account with what it accepted', async () => {
    wallet = await linkContract(store, member.id)
    const before = (await stage.dump())['wallets']?.length
    await unlink()
    expect(await undo()).toBe('undone')
    expect(await store.findWallet(wallet.id, member.id)).toEqual(wallet)
    expect((await stage.dump())['wallets']).toHaveLength(before ?? 0)
  })

  test('everything that referred to the wallet does again: an answer, a card, and the status of its proof', async () => {
    const request = await sampleRequest(store, (await sampleApiKey(store)).id)
    await store.answerRequest({ code: request, userId: member.id, walletId: wallet.id }, NOON)
    const code = sampleCode('c')
    await store.shareWallet({ code, walletId: wallet.id, userId: member.id }, NOON)
    const proof = await store.handOutProof(wallet.id, getDigest, NOON)
    const digest = proof?.digest ?? randomBytes(32)
    await unlink()
    expect(await store.findAnswer(request, member.id)).toMatchObject({ walletId: null })
    expect(await store.findCard(code)).toEqual({ kind: 'gone' })
    expect(await store.findProofStatus(digest)).toEqual({ status: 'ended', since: NOON })
    // A sweep meanwhile takes cards without a wallet for revoked.
    await store.sweep(LONG, NOON + MINUTE)
    await undo()
    expect(await store.findAnswer(request, member.id)).toMatchObject({ walletId: wallet.id })
    expect(await store.findCard(code)).toMatchObject({ kind: 'live', wallet })
    expect(await store.findProofStatus(digest)).toEqual({ status: 'linked', since: NOON })
  })

  test('race: a card that its holder takes back while the wallet is unlinked does not come back with it', async () => {
    const ROUNDS = 20
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id: walletId } = await linkSample(store, member.id)
      const code = sampleCode('c')
      await store.shareWallet({ code, walletId, userId: member.id }, NOON)
      const [isRevoked] = await Promise.all([
        store.revokeCard({ code, userId: member.id }, NOON),
        store.unlinkUndoably(own(walletId), NOON),
      ])
      await store.undoUnlink({ ...own(walletId), walletLimit: 99 }, LATER)
      expect((await store.findCard(code))?.kind).toBe(isRevoked ? 'gone' : 'live')
      await store.unlinkWallet(walletId, member.id, LATER)
    }
  })

  test('an answer that was taken back or given with another wallet meanwhile stays so, and a revoked card too', async () => {
    const key = await sampleApiKey(store)
    const codes = [await sampleRequest(store, key.id), await sampleRequest(store, key.id)] as const
    for (const code of codes)
      await store.answerRequest({ code, userId: member.id, walletId: wallet.id }, NOON)
    const card = sampleCode('c')
    await store.shareWallet({ code: card, walletId: wallet.id, userId: member.id }, NOON)
    await store.revokeCard({ code: card, userId: member.id }, NOON)
    const other = await linkSample(store, member.id)
    await unlink()
    await store.withdrawAnswer({ code: codes[0], userId: member.id }, LATER)
    await store.answerRequest({ code: codes[1], userId: member.id, walletId: other.id }, LATER)
    await undo()
    expect(await store.findAnswer(codes[0], member.id)).toBeUndefined()
    expect(await store.findAnswer(codes[1], member.id)).toMatchObject({ walletId: other.id })
    expect(await store.findCard(card)).toEqual({ kind: 'gone' })
  })

  test('repeated calls of undo change nothing and give the first outcome', async () => {
    expect(await unlink()).toEqual(wallet)
    expect(await unlink(NOON + MINUTE)).toEqual(wallet)
    expect(await undo()).toBe('undone')
    expect(await undo()).toBe('undone')
    expect(await listEvents()).toEqual(['wallet.linked', 'wallet.unlinked', 'wallet.linked'])
  })

  test('many calls at once undo an unlinking once', async () => {
    await unlink()
    const outcomes = await atOnce(8, () => undo())
    expect(new Set(outcomes)).toEqual(new Set(['undone']))
    expect(await listEvents()).toEqual(['wallet.linked', 'wallet.unlinked', 'wallet.linked'])
  })

  test('attack: after an hour undo is over, whether or not the sweep was there, and the sweep leaves nothing', async () => {
    await unlink()
    expect(await undo(NOON + HOUR)).toBe('over')
    await store.sweep(LONG, NOON + HOUR - 1)
    expect((await stage.dump())['unlinked_wallets']).toHaveLength(1)
    await store.sweep(LONG, NOON + HOUR)
    expect((await stage.dump())['unlinked_wallets']).toEqual([])
    expect(await undo(NOON + HOUR - 1)).toBe('over')
  })

  test('attack: another member undoes nothing, and unlinks nothing', async () => {
    const { id: userId } = await sampleMember(store)
    expect(await store.unlinkUndoably({ id: wallet.id, userId }, NOON)).toBeUndefined()
    await unlink()
    expect(await store.undoUnlink({ id: wallet.id, userId, walletLimit: 10 }, LATER)).toBe('over')
    expect(await store.listWallets(userId)).toEqual([])
    expect(await undo()).toBe('undone')
  })

  test('attack: a wallet that another account has proven meanwhile does not come back, also once that account has unlinked it', async () => {
    const { id: userId } = await sampleMember(store)
    await unlink()
    const { outcome } = await proveWallet(store, userId, getTon(wallet))
    expect(await undo()).toBe('over')
    await store.unlinkWallet(linkedWallet(outcome).id, userId, LATER)
    expect(await undo()).toBe('over')
    expect((await stage.dump())['wallets']).toEqual([])
  })

  test('attack: a wallet that another account has proven does not come back once that account has deleted everything', async () => {
    const { id: userId } = await sampleMember(store)
    await unlink()
    await proveWallet(store, userId, getTon(wallet))
    await store.deleteUser(userId, LATER)
    expect(await undo()).toBe('over')
  })

  test('a newer proof of the member stays, and an admin who unlinks it ends the earlier one, too', async () => {
    await unlink()
    const newer = linkedWallet((await proveWallet(store, member.id, getTon(wallet))).outcome)
    expect(await undo()).toBe('over')
    expect(await store.listWallets(member.id)).toEqual([newer])
    await store.unlinkHeldWallet(newer.id, LATER)
    expect(await undo()).toBe('over')
    expect(await store.listWallets(member.id)).toEqual([])
  })

  test('a contract account that two members have comes back although the other one unlinks theirs', async () => {
    const { id: userId } = await sampleMember(store)
    const proven = sampleContract()
    wallet = linkedWallet((await proveByText(store, member.id, proven)).outcome)
    const theirs = linkedWallet((await proveByText(store, userId, proven)).outcome)
    await unlink()
    await store.unlinkWallet(theirs.id, userId, NOON)
    expect(await undo()).toBe('undone')
  })

  test('attack: "delete everything" leaves nothing that could come back', async () => {
    await unlink()
    await store.deleteUser(member.id, NOON)
    expect((await stage.dump())['unlinked_wallets']).toEqual([])
    expect(await undo()).toBe('over')
  })

  test('attack: an owner who deletes everything takes their agreement out of links that could come back', async () => {
    const owner = await sampleMember(store)
    await unlink()
    await stage.alter(`update unlinked_wallets set level = 'quorum'`)
    await store.deleteUser(owner.id, NOON)
    expect((await stage.dump())['unlinked_wallets']).toEqual([])
  })

  test('attack: a link to a multisig that is no longer read does not come back, because nothing would end it', async () => {
    const safe = sampleSafe()
    const proven = { ...sampleContract(1, safe.address), kind: 'safe' as const }
    wallet = linkedWallet((await proveByText(store, member.id, proven)).outcome)
    await unlink()
    expect(await undo()).toBe('over')
    await store.saveMultisig(safe, NOON)
    expect(await undo()).toBe('undone')
  })

  test('undo waits while there are as many wallets as one may have', async () => {
    const second = await linkSample(store, member.id)
    await unlink()
    const limited = { ...own(), walletLimit: 1 }
    expect(await store.undoUnlink(limited, LATER)).toBe('wallet-limit')
    await store.unlinkWallet(second.id, member.id, LATER)
    expect(await store.undoUnlink(limited, LATER)).toBe('undone')
    expect(await store.listWallets(member.id)).toMatchObject([{ id: wallet.id, primary: true }])
  })
})

function getTon(wallet: StoredWallet) {
  if (wallet.family !== 'ton' || wallet.level !== 'key') throw new Error('no TON wallet of a key')
  const { family, network, address, kind, level, binding, keySource } = wallet
  return { family, network, address, kind, level, binding, keySource }
}
