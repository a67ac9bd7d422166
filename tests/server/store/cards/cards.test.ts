import { beforeEach, expect, test } from 'vitest'
import {
  linkedWallet,
  linkSample,
  MINUTE,
  NOON,
  proveByText,
  proveWallet,
  sampleCode,
  sampleMember,
  sampleWallet,
  sampleHolder,
  sampleTwo,
} from '#tests/support/store-samples.ts'
import type { Store } from '#server/store/store.ts'
import type { Retention } from '#server/store/upkeep/sweep.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const DAY = 24 * 60 * MINUTE
const MONTH: Retention = { attemptsMs: 99 * DAY, eventsMs: 30 * DAY, idleMembersMs: 999 * DAY }

describeStore('cards', (stage) => {
  let store: Store
  beforeEach(() => void (store = stage.store))

  test('a shared wallet is shown with its holder, as they are now', async () => {
    const holder = await sampleMember(store)
    const wallet = await linkSample(store, holder.id)
    const code = sampleCode('c')
    const created = { createdAt: NOON, sentAt: NOON }
    const card = {
      code,
      walletId: wallet.id,
      ...created,
      showsProof: false,
      opens: 0,
      lastOpenedAt: null,
    }
    const share = { code, walletId: wallet.id, userId: holder.id }
    expect(await store.shareWallet(share, NOON)).toEqual(card)
    expect(await store.findCard(code)).toEqual({ kind: 'live', card, wallet, holder })
    const renamed = await store.saveUser({ ...holder, firstName: 'Orpheus' }, NOON + 1)
    expect(await store.findCard(code)).toMatchObject({ holder: renamed })
    expect(await store.listCards(holder.id)).toEqual([card])
    expect(await store.findCard(sampleCode('c'))).toBeUndefined()
  })

  test('a card that inline mode offers is not shared before a member sends it, and has one code', async () => {
    const { userId, walletId } = await sampleHolder(store)
    const code = sampleCode('c')
    const offer = { code: sampleCode('c'), walletId, userId }
    expect(await store.offerCard({ ...offer, code }, NOON)).toMatchObject({ code, sentAt: null })
    expect(await store.offerCard(offer, NOON + 1)).toMatchObject({ code, sentAt: null })
    await store.noteCardSent(code, NOON + 2)
    await store.noteCardOpened(code, NOON + 3)
    expect(await store.listCards(userId)).toMatchObject([
      { code, sentAt: NOON + 2, opens: 1, lastOpenedAt: NOON + 3 },
    ])
    expect(await store.shareWallet(offer, NOON + 4)).toMatchObject({ code, sentAt: NOON + 2 })
  })

  test('a wallet has one live card, however often and by however many processes it is shared', async () => {
    const other = await stage.openAnother()
    const { userId, walletId } = await sampleHolder(store)
    const shares = await Promise.all(
      [store, other, store, other].map((each) =>
        each.shareWallet({ code: sampleCode('c'), walletId, userId }, NOON),
      ),
    )
    expect(new Set(shares.map((card) => card?.code)).size).toBe(1)
    expect(await store.listCards(userId)).toHaveLength(1)
  })

  test('a card that is taken back is gone for good, and the next has another code', async () => {
    const { userId, walletId } = await sampleHolder(store)
    const code = await shareAnew(store, { walletId, userId })
    expect(await store.revokeCard({ code, userId }, NOON + 1)).toBe(true)
    expect(await store.revokeCard({ code, userId }, NOON + 2)).toBe(false)
    expect(await store.findCard(code)).toEqual({ kind: 'gone' })
    expect(await store.listCards(userId)).toEqual([])
    const next = await shareAnew(store, { walletId, userId })
    expect(next).not.toBe(code)
    expect(await store.findCard(next)).toMatchObject({ kind: 'live' })
    expect(await store.findCard(code)).toEqual({ kind: 'gone' })
  })

  test('the card of an unlinked wallet is gone, also when the same wallet is linked again', async () => {
    const { id: userId } = await sampleMember(store)
    const proven = sampleWallet()
    const wallet = linkedWallet((await proveWallet(store, userId, proven)).outcome)
    const code = await shareAnew(store, { walletId: wallet.id, userId })
    await store.unlinkWallet(wallet.id, userId, NOON)
    expect(await store.findCard(code)).toEqual({ kind: 'gone' })
    expect(await store.revokeCard({ code, userId }, NOON)).toBe(false)
    await proveWallet(store, userId, proven)
    expect(await store.findCard(code)).toEqual({ kind: 'gone' })
    expect(await store.listCards(userId)).toEqual([])
  })

  test('a card stays while its wallet is proven again, and goes when another account takes the wallet', async () => {
    const [{ id: userId }, { id: otherId }] = await sampleTwo(store)
    const { outcome, proven } = await proveByText(store, userId)
    const code = await shareAnew(store, { walletId: linkedWallet(outcome).id, userId })
    await proveByText(store, userId, proven)
    expect(await store.findCard(code)).toMatchObject({ kind: 'live', holder: { id: userId } })
    await proveByText(store, otherId, proven)
    expect(await store.findCard(code)).toEqual({ kind: 'gone' })
  })

  test("attack: nobody shares another member's wallet, or takes back another member's card", async () => {
    const [{ id: userId }, { id: strangerId }] = await sampleTwo(store)
    const { id: walletId } = await linkSample(store, userId)
    const forged = { code: sampleCode('c'), walletId, userId: strangerId }
    expect(await store.shareWallet(forged, NOON)).toBeUndefined()
    const code = await shareAnew(store, { walletId, userId })
    expect(await store.revokeCard({ code, userId: strangerId }, NOON)).toBe(false)
    expect(await store.findCard(code)).toMatchObject({ kind: 'live', holder: { id: userId } })
    expect(await store.listCards(strangerId)).toEqual([])
  })

  test('the cards of a member who deletes everything go with them', async () => {
    const { userId, walletId } = await sampleHolder(store)
    const code = await shareAnew(store, { walletId, userId })
    await store.deleteUser(userId, NOON)
    expect(await store.findCard(code)).toBeUndefined()
    expect((await stage.dump())['cards']).toEqual([])
  })

  test('a card that is gone stays known as gone for the time that events are stored', async () => {
    const { id: userId } = await sampleMember(store)
    const wallets = [await linkSample(store, userId), await linkSample(store, userId)]
    const [revoked = '', unlinked = ''] = await Promise.all(
      wallets.map(({ id }) => shareAnew(store, { walletId: id, userId })),
    )
    const { id: kept } = await linkSample(store, userId)
    const live = await shareAnew(store, { walletId: kept, userId })
    await store.revokeCard({ code: revoked, userId }, NOON)
    await store.unlinkWallet(wallets[1]?.id ?? '', userId, NOON)
    await store.sweep(MONTH, NOON + DAY)
    await store.sweep(MONTH, NOON + 30 * DAY)
    expect(await store.findCard(revoked)).toEqual({ kind: 'gone' })
    await store.sweep(MONTH, NOON + 30 * DAY + 1)
    expect(await store.findCard(revoked)).toBeUndefined()
    expect(await store.findCard(unlinked)).toEqual({ kind: 'gone' })
    await store.sweep(MONTH, NOON + 31 * DAY + 1)
    expect(await store.findCard(unlinked)).toBeUndefined()
    expect(await store.findCard(live)).toMatchObject({ kind: 'live' })
  })
})

async function shareAnew(
  store: Store,
  wallet: { walletId: string; userId: string },
): Promise<string> {
  const card = await store.shareWallet({ ...wallet, code: sampleCode('c') }, NOON)
  if (!card) throw new Error('not shared')
  return card.code
}
