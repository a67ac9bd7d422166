import { expect, test } from 'vitest'
import {
  linkedWallet,
  linkSample,
  MINUTE,
  NOON,
  proveByText,
  proveWallet,
  sampleContract,
  sampleEvmWallet,
  sampleMember,
  sampleWallet,
  sampleTwo,
} from '#tests/support/store-samples.ts'
import type { StoredUser, StoredWallet } from '#server/store/database/stored.ts'
import type { HolderUser } from '#server/store/rows/user-rows.ts'
import type { HeldWallet, WalletFilter } from '#server/store/linking/held-wallets.ts'
import type { Store } from '#server/store/store.ts'
import { describeStore } from '#tests/support/store-suite.ts'

describeStore('held wallets', (stage) => {
  test('a wallet is found by its address, with its holder', async () => {
    const member = await sampleMember(stage.store)
    const wallet = await linkSample(stage.store, member.id)
    const page = await stage.store.findWalletsAt(getPlace(wallet.address), {
      after: null,
      limit: 10,
    })
    expect(page).toEqual({ held: [{ wallet, user: toHolder(member) }], next: null })
  })

  test('an unknown address, and the same one on another network, find nothing', async () => {
    const { id } = await sampleMember(stage.store)
    const { address } = await linkSample(stage.store, id)
    const all = { after: null, limit: 10 }
    const none = { held: [], next: null }
    expect(await stage.store.findWalletsAt(getPlace(sampleWallet().address), all)).toEqual(none)
    const testnet = { ...getPlace(address), network: '-3' } as const
    expect(await stage.store.findWalletsAt(testnet, all)).toEqual(none)
  })

  test('an EVM address finds its key and its contracts on every chain, and all who have them', async () => {
    const { store } = stage
    const [one, other] = await sampleTwo(store)
    const key = sampleEvmWallet()
    const { address } = key
    const linked = [
      await proveByText(store, one.id, key),
      await proveByText(store, one.id, sampleContract(1, address)),
      await proveByText(store, other.id, sampleContract(1, address)),
      await proveByText(store, other.id, sampleContract(8453, address)),
    ]
    await proveByText(store, other.id)
    const place = { family: 'evm', address } as const
    const { held, next } = await store.findWalletsAt(place, { after: null, limit: 9 })
    expect(next).toBeNull()
    expect(new Set(held.map(({ wallet }) => wallet.id))).toEqual(
      new Set(linked.map(({ outcome }) => linkedWallet(outcome).id)),
    )
    expect(held.every(({ wallet, user }) => wallet.userId === user.id)).toBe(true)
    const page = await store.findWalletsAt(place, { after: null, limit: 3 })
    const rest = await store.findWalletsAt(place, { after: page.next, limit: 3 })
    expect([...page.held, ...rest.held]).toEqual(held)
    const ton = { family: 'ton', network: '-239', address } as const
    expect(await store.findWalletsAt(ton, { after: null, limit: 9 })).toEqual({
      held: [],
      next: null,
    })
  })

  test('a contract account that one member loses stays with the others', async () => {
    const { store } = stage
    const [{ id: oneId }, { id: otherId }] = await sampleTwo(store)
    const proven = sampleContract()
    const { outcome } = await proveByText(store, oneId, proven)
    await proveByText(store, otherId, proven)
    expect(await store.unlinkHeldWallet(linkedWallet(outcome).id, NOON)).toBe(true)
    expect(await store.listWallets(oneId)).toEqual([])
    expect(await store.listWallets(otherId)).toMatchObject([proven])
    const events = await store.listHostEvents({ after: 0, limit: 9 })
    expect(events.at(-1)?.event).toMatchObject({ type: 'wallet.unlinked', wallet: proven })
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
      `update wallets set level = 'quorum', kind = 'multisig-v2', key_source = 'owners', address = '${proven.address}', linked_at = ${NOON} + length(id) % 2`,
    )
    const seen: string[] = []
    let after: string | null = null
    do {
      const page = await stage.store.findWalletsAt(getPlace(proven.address), { after, limit: 2 })
      seen.push(...page.held.map(({ wallet }) => wallet.id))
      after = page.next
    } while (after !== null)
    expect(new Set(seen).size).toBe(5)
    expect(seen).toHaveLength(5)
    const junk = { after: 'junk', limit: 2 }
    expect(await stage.store.findWalletsAt(getPlace(proven.address), junk)).toEqual({
      held: [],
      next: null,
    })
  })

  test('all wallets come in pages with their holders, those linked first coming first, as the filter says', async () => {
    const { store } = stage
    const [one, other] = await sampleTwo(store)
    await linkSample(store, one.id)
    await linkSample(store, other.id)
    await proveByText(store, one.id)
    await proveByText(store, other.id, sampleEvmWallet())
    await proveByText(store, other.id, sampleContract())
    await stage.alter(`update wallets set linked_at = ${NOON} - length(address)`)
    const held = (await Promise.all([one, other].map((member) => listOwn(store, member))))
      .flat()
      .toSorted(({ wallet: a }, { wallet: b }) => order(a) - order(b) || (a.id < b.id ? -1 : 1))

    for (const filter of [
      {},
      { family: 'ton' },
      { family: 'evm', level: 'key' },
      { level: 'account' },
      { binding: 'text' },
      { family: 'ton', binding: 'hash' },
    ] as const) {
      const expected = held.filter(({ wallet }) => fits(wallet, filter))
      expect(await readAll(store, filter)).toEqual(expected)
    }
    expect(held).toHaveLength(5)
  })

  test('the member and the operator are notified when the operator unlinks a wallet', async () => {
    const { id } = await sampleMember(stage.store)
    const wallet = await linkSample(stage.store, id)
    expect(await stage.store.unlinkHeldWallet(wallet.id, NOON)).toBe(true)
    expect(await stage.store.unlinkHeldWallet(wallet.id, NOON)).toBe(false)
    expect(await stage.store.listWallets(id)).toEqual([])
    const unlinked = { type: 'wallet.unlinked', userId: id, wallet, by: 'operator' }
    const receipts = await stage.store.leaseReceipts(NOON, NOON + MINUTE, 9)
    expect(receipts[1]?.event).toMatchObject(unlinked)
    const [, event] = await stage.store.listHostEvents({ after: 0, limit: 9 })
    expect(event?.event).toMatchObject(unlinked)
  })

  test('the operator alone is notified when the member unlinks', async () => {
    const { id } = await sampleMember(stage.store)
    const wallet = await linkSample(stage.store, id)
    await stage.store.unlinkWallet(wallet.id, id, NOON)
    expect(await stage.store.leaseReceipts(NOON, NOON + MINUTE, 9)).toHaveLength(1)
    const [, event] = await stage.store.listHostEvents({ after: 0, limit: 9 })
    expect(event?.event).toMatchObject({ type: 'wallet.unlinked', by: 'member' })
  })

  test('race: one event results when operator and member unlink one wallet at the same time', async () => {
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
})

/** Addresses of TON are longer: they were linked first, each family in one moment. */
function order({ address }: StoredWallet): number {
  return -address.length
}

function fits(wallet: StoredWallet, filter: WalletFilter): boolean {
  const { family = wallet.family, level = wallet.level, binding = wallet.binding } = filter
  return wallet.family === family && wallet.level === level && wallet.binding === binding
}

function toHolder({ id, telegramId, firstName, username }: StoredUser): HolderUser {
  return { id, telegramId, firstName, username }
}

async function listOwn(store: Store, member: StoredUser): Promise<HeldWallet[]> {
  const wallets = await store.listWallets(member.id)
  return wallets.map((wallet) => ({ wallet, user: toHolder(member) }))
}

async function readAll(store: Store, filter: WalletFilter): Promise<HeldWallet[]> {
  const seen: HeldWallet[] = []
  let after: string | null = null
  do {
    const page = await store.listHeldWallets(filter, { after, limit: 2 })
    expect(page.held.length).toBeLessThanOrEqual(2)
    seen.push(...page.held)
    after = page.next
  } while (after !== null)
  return seen
}

function getPlace(address: string) {
  return { family: 'ton', network: '-239', address } as const
}
