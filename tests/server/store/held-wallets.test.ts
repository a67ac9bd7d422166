import { expect, test } from 'vitest'
import {
  linkSample,
  MINUTE,
  NOON,
  proveWallet,
  sampleMember,
  sampleWallet,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

describeStore('held wallets', (stage) => {
  test('a wallet is found by its address, with whose it is', async () => {
    const member = await sampleMember(stage.store)
    const wallet = await linkSample(stage.store, member.id)
    const page = await stage.store.findWalletsAt(placeOf(wallet.address), {
      after: null,
      limit: 10,
    })
    const user = { id: member.id, telegramId: member.telegramId }
    expect(page).toEqual({ held: [{ wallet, user }], next: null })
  })

  test('an unknown address, and the same one on another network, find nothing', async () => {
    const { id } = await sampleMember(stage.store)
    const { address } = await linkSample(stage.store, id)
    const all = { after: null, limit: 10 }
    const none = { held: [], next: null }
    expect(await stage.store.findWalletsAt(placeOf(sampleWallet().address), all)).toEqual(none)
    const testnet = { ...placeOf(address), network: '-3' } as const
    expect(await stage.store.findWalletsAt(testnet, all)).toEqual(none)
  })

  test('several holders of one address come in pages, those linked first coming first', async () => {
    const proven = sampleWallet()
    for (let index = 0; index < 5; index += 1) {
      const { id } = await sampleMember(stage.store)
      const { outcome } = await proveWallet(stage.store, id, sampleWallet())
      expect(outcome).toMatchObject({ outcome: 'linked' })
    }
    // Only key-level wallets are held by one member alone.
    await stage.alter(
      `update wallets set level = 'signer', address = '${proven.address}', linked_at = ${NOON} + length(id) % 2`,
    )
    const seen: string[] = []
    let after: string | null = null
    do {
      const page = await stage.store.findWalletsAt(placeOf(proven.address), { after, limit: 2 })
      seen.push(...page.held.map(({ wallet }) => wallet.id))
      after = page.next
    } while (after !== null)
    expect(new Set(seen).size).toBe(5)
    expect(seen).toHaveLength(5)
    const junk = { after: 'junk', limit: 2 }
    expect(await stage.store.findWalletsAt(placeOf(proven.address), junk)).toEqual({
      held: [],
      next: null,
    })
  })

  test('on the word of the owner a wallet is unlinked, told to the member and to the owner', async () => {
    const { id } = await sampleMember(stage.store)
    const wallet = await linkSample(stage.store, id)
    expect(await stage.store.unlinkHeldWallet(wallet.id, NOON)).toBe(true)
    expect(await stage.store.unlinkHeldWallet(wallet.id, NOON)).toBe(false)
    expect(await stage.store.listWallets(id)).toEqual([])
    const unlinked = { type: 'wallet.unlinked', userId: id, wallet, by: 'owner' }
    const receipts = await stage.store.leaseReceipts(NOON, NOON + MINUTE, 9)
    expect(receipts[1]?.event).toMatchObject(unlinked)
    const [, event] = await stage.store.listHostEvents({ after: 0, limit: 9 })
    expect(event?.event).toMatchObject(unlinked)
  })

  test('the member unlinking is told to the owner only', async () => {
    const { id } = await sampleMember(stage.store)
    const wallet = await linkSample(stage.store, id)
    await stage.store.unlinkWallet(wallet.id, id, NOON)
    expect(await stage.store.leaseReceipts(NOON, NOON + MINUTE, 9)).toHaveLength(1)
    const [, event] = await stage.store.listHostEvents({ after: 0, limit: 9 })
    expect(event?.event).toMatchObject({ type: 'wallet.unlinked', by: 'member' })
  })

  test('race: owner and member unlink one wallet at once: one event', async () => {
    const { id } = await sampleMember(stage.store)
    const wallet = await linkSample(stage.store, id)
    const unlinked = await Promise.all([
      stage.store.unlinkHeldWallet(wallet.id, NOON),
      stage.store.unlinkWallet(wallet.id, id, NOON),
      stage.store.unlinkHeldWallet(wallet.id, NOON),
    ])
    expect(unlinked.filter(Boolean)).toHaveLength(1)
    expect(await stage.store.listHostEvents({ after: 0, limit: 9 })).toHaveLength(2)
  })

  test('a wallet that the owner unlinks goes to whoever waits for it', async () => {
    const holder = await sampleMember(stage.store)
    const asker = await sampleMember(stage.store)
    const { proven } = await proveWallet(stage.store, holder.id)
    await proveWallet(stage.store, asker.id, proven)
    const [held] = await stage.store.listWallets(holder.id)
    await stage.store.unlinkHeldWallet(held?.id ?? '', NOON)
    expect(await stage.store.listWallets(asker.id)).toMatchObject([proven])
  })
})

function placeOf(address: string) {
  return { family: 'ton', network: '-239', address } as const
}
