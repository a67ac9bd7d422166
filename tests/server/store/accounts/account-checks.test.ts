import { beforeEach, expect, test } from 'vitest'
import type { Store } from '#server/store/store.ts'
import { ACCOUNT_MAX_AGE_MS } from '#shared/limits.ts'
import { provenSafe, sampleSafe } from '#tests/support/multisig-samples.ts'
import {
  getAccount,
  NOON,
  proveByText,
  sampleContract,
  sampleLink,
  sampleMember,
  sampleSigning,
  atOnce,
  linkContract,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const ACCEPTED = { hash: HASH, signature: `0x${'12'.repeat(64)}` } as const
const DUE = NOON + ACCOUNT_MAX_AGE_MS

const lease = (chainId = 1, limit = 20) => ({ chainId, until: DUE + 300_000, limit })

describeStore('links to contract accounts', (stage) => {
  let store: Store
  beforeEach(() => void (store = stage.store))

  const linkOn = async (chainId: number) =>
    linkContract(store, (await sampleMember(store)).id, { chainId, ...ACCEPTED })

  test('links are due an hour after their proof, on their own chain, with what the account accepted', async () => {
    const { id, userId, address } = await linkOn(1)
    await linkOn(10)
    await proveByText(store, userId)
    expect(await store.leaseAccountChecks(lease(), DUE - 1)).toEqual([])
    const [link, ...others] = await store.leaseAccountChecks(lease(), DUE)
    expect(others).toEqual([])
    expect(link).toMatchObject({ chainId: 1, address, ...ACCEPTED })
    expect(link?.wallet).toEqual({ id, userId, verifiedAt: NOON })
  })

  test('links are not due where the account is a multisig, or what it accepted is not known', async () => {
    const { id: userId } = await sampleMember(store)
    const safe = provenSafe(sampleSafe())
    const attemptId = await sampleSigning(store, userId, { account: getAccount(safe) })
    await store.linkWallet({ ...sampleLink({ attemptId, userId }, safe), accepted: ACCEPTED })
    await proveByText(store, userId, sampleContract())
    const { wallets = [] } = await stage.dump()
    expect(wallets.map(({ checked_at, check_at }) => [checked_at, check_at])).toEqual([
      [null, null],
      [null, null],
    ])
  })

  test('links are leased to one process each, and come back after the lease', async () => {
    for (let count = 0; count < 7; count += 1) await linkOn(1)
    const another = await stage.openAnother()
    const leased = await atOnce(10, (index) =>
      (index % 2 === 0 ? store : another).leaseAccountChecks(lease(1, 2), DUE),
    )
    const ids = leased.flat().map(({ wallet }) => wallet.id)
    expect(new Set(ids).size).toBe(ids.length)
    const rest = await store.leaseAccountChecks(lease(), DUE)
    expect(ids.length + rest.length).toBe(7)
    expect(await store.leaseAccountChecks(lease(), DUE + 299_999)).toEqual([])
    expect(await store.leaseAccountChecks(lease(), DUE + 300_000)).toHaveLength(7)
  })

  test('links that were accepted again are due again an hour after the check', async () => {
    const { id } = await linkOn(1)
    const links = await store.leaseAccountChecks(lease(), DUE)
    await store.noteAccepted(links, DUE)
    const read = { walletIds: [id], checkedBefore: DUE }
    expect(await store.findAccountLinks(read)).toEqual([])
    expect(await store.findAccountLinks({ ...read, checkedBefore: DUE + 1 })).toEqual(links)
    expect(await store.leaseAccountChecks(lease(), DUE + ACCOUNT_MAX_AGE_MS - 1)).toEqual([])
    expect(await store.leaseAccountChecks(lease(), DUE + ACCOUNT_MAX_AGE_MS)).toEqual(links)
  })

  test('links without a contract note since when, until they are accepted again', async () => {
    await linkOn(1)
    const [link] = await store.leaseAccountChecks(lease(), DUE)
    if (!link) throw new Error('it is due')
    expect(await store.noteNoContract(link, DUE)).toBe(DUE)
    expect(await store.noteNoContract(link, DUE + 5)).toBe(DUE)
    await store.noteAccepted([link], DUE + 6)
    expect(await store.noteNoContract(link, DUE + 5)).toBeNull()
    expect(await store.noteNoContract(link, DUE + 7)).toBe(DUE + 7)
  })

  test('stale links are no longer checked', async () => {
    const wallet = await linkOn(1)
    expect(await store.markStale({ wallet, reason: 'not-accepted' }, DUE)).toBe(true)
    expect(await store.leaseAccountChecks(lease(), DUE)).toEqual([])
    const read = { walletIds: [wallet.id], checkedBefore: DUE }
    expect(await store.findAccountLinks(read)).toEqual([])
  })
})
