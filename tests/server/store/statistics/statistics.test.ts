import { expect, test } from 'vitest'
import type { Store } from '#server/store/store.ts'
import {
  linkSample,
  MINUTE,
  NOON,
  proveWallet,
  sampleAttempt,
  sampleMember,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const DAY = 24 * 60 * MINUTE
const KEEP_ALL = { attemptsMs: 0, eventsMs: 99 * DAY, idleMembersMs: 99 * DAY }
const TALLY = [
  { outcome: 'expired', platform: 'unknown', walletApp: null, count: 3 },
  { outcome: 'ton-proof-expired', platform: 'ios', walletApp: 'Tonkeeper', count: 2 },
  { outcome: 'linked', platform: 'unknown', walletApp: null, count: 1 },
]

describeStore('statistics', (stage) => {
  test('linked wallets are counted, in all and by UTC day', async () => {
    const { id: userId } = await sampleMember(stage.store)
    for (let index = 0; index < 3; index += 1) await linkSample(stage.store, userId)
    const [oldest] = await stage.store.listWallets(userId)
    await stage.alter(
      `update wallets set linked_at = ${Date.UTC(2026, 10, 18, 23, 59, 59, 999)} where id = '${oldest?.id}'`,
    )
    expect(await stage.store.countLinked()).toBe(3)
    expect(await stage.store.linkedByDay(0)).toEqual([
      { day: '2026-11-18', count: 1 },
      { day: '2026-11-20', count: 2 },
    ])
    expect(await stage.store.linkedByDay(NOON)).toEqual([{ day: '2026-11-20', count: 2 }])
    await stage.store.unlinkWallet(oldest?.id ?? '', userId, NOON)
    expect(await stage.store.countLinked()).toBe(2)
  })

  test('settled attempts are counted by outcome, client and wallet app, open ones are not', async () => {
    await makeAttempts(stage.store)
    expect(await stage.store.tallyAttempts(NOON - DAY, NOON)).toEqual(TALLY)
  })

  test('attempts that were swept stay counted, once, and together with later ones', async () => {
    await makeAttempts(stage.store)
    const later = NOON + 6 * MINUTE
    await Promise.all([
      stage.store.sweep(KEEP_ALL, later),
      (await stage.openAnother()).sweep(KEEP_ALL, later),
    ])
    const { attempts } = await stage.dump()
    expect(attempts).toEqual([])
    // The one that was open has run out meanwhile.
    const swept = [{ ...TALLY[0], count: 4 }, TALLY[1], TALLY[2]]
    expect(await stage.store.tallyAttempts(NOON - DAY, NOON)).toEqual(swept)
    await makeAttempts(stage.store)
    const both = [
      { ...TALLY[0], count: 7 },
      { ...TALLY[1], count: 4 },
      { ...TALLY[2], count: 2 },
    ]
    expect(await stage.store.tallyAttempts(NOON - DAY, NOON)).toEqual(both)
    expect(await stage.store.tallyAttempts(NOON + DAY, NOON + DAY)).toEqual([])
  })

  test('attempts of a deleted member stay counted, without the member', async () => {
    const userId = await makeAttempts(stage.store)
    await stage.store.deleteUser(userId, NOON)
    expect(await stage.store.tallyAttempts(NOON - DAY, NOON)).toEqual(TALLY)
  })
})

/** Three that expired, two that failed, one that linked, one that is open; the member's id. */
async function makeAttempts(store: Store): Promise<string> {
  const { id: userId } = await sampleMember(store)
  for (let index = 0; index < 3; index += 1) {
    await sampleAttempt(store, userId, { now: NOON - 10 * MINUTE })
  }
  for (let index = 0; index < 2; index += 1) {
    const client = { platform: 'ios', version: '8.0' } as const
    const id = await sampleAttempt(store, userId, { client })
    const target = { id, userId }
    const chosen = { state: 'awaiting-wallet', walletApp: 'Tonkeeper' } as const
    await store.advanceAttempt(target, chosen, NOON)
    const failed = { state: 'failed', errorCode: 'ton-proof-expired' } as const
    await store.advanceAttempt(target, failed, NOON)
  }
  await proveWallet(store, userId)
  await sampleAttempt(store, userId)
  return userId
}
