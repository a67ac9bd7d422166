import { beforeEach, expect, test } from 'vitest'
import { MemberGoneError } from '#server/store/rows/user-rows.ts'
import type { Retention } from '#server/store/upkeep/sweep.ts'
import { MINUTE, NOON, sampleCode, sampleMember, sampleTwo } from '#tests/support/store-samples.ts'
import type { Store } from '#server/store/store.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const DAY = 24 * 60 * MINUTE
const FOREVER: Retention = { attemptsMs: 99 * DAY, eventsMs: 99 * DAY, idleMembersMs: 99 * DAY }

describeStore('starts', (stage) => {
  let store: Store
  beforeEach(() => void (store = stage.store))

  test('the latest code that a member brought is taken once', async () => {
    const { id: userId } = await sampleMember(store)
    const [former, code] = [sampleCode('r'), sampleCode('c')]
    for (const each of [former, code]) {
      await store.keepStart({ userId, code: each, expiresAt: NOON + MINUTE })
    }
    expect(await store.takeStart(userId, NOON)).toBe(code)
    expect(await store.takeStart(userId, NOON)).toBeNull()
  })

  test('one of two processes takes a code', async () => {
    const other = await stage.openAnother()
    const { id: userId } = await sampleMember(store)
    const code = sampleCode('r')
    await store.keepStart({ userId, code, expiresAt: NOON + MINUTE })
    const taken = await Promise.all([store, other].map((each) => each.takeStart(userId, NOON)))
    expect(taken.filter((each) => each !== null)).toEqual([code])
  })

  test('a code whose time is up leads nowhere', async () => {
    const { id: userId } = await sampleMember(store)
    await store.keepStart({ userId, code: sampleCode('r'), expiresAt: NOON + MINUTE })
    expect(await store.takeStart(userId, NOON + MINUTE)).toBeNull()
  })

  test('attack: the code that one member brought leads nobody else anywhere', async () => {
    const [{ id: userId }, { id: strangerId }] = await sampleTwo(store)
    const code = sampleCode('r')
    await store.keepStart({ userId, code, expiresAt: NOON + MINUTE })
    expect(await store.takeStart(strangerId, NOON)).toBeNull()
    expect(await store.takeStart(userId, NOON)).toBe(code)
  })

  test('codes go with their member, and when their time is up', async () => {
    const [gone, late, waiting] = [
      await sampleMember(store),
      await sampleMember(store),
      await sampleMember(store),
    ]
    await store.keepStart({ userId: gone.id, code: sampleCode('r'), expiresAt: NOON + 9 })
    await store.keepStart({ userId: late.id, code: sampleCode('r'), expiresAt: NOON + 1 })
    await store.keepStart({ userId: waiting.id, code: sampleCode('r'), expiresAt: NOON + 9 })
    await store.deleteUser(gone.id, NOON)
    await store.sweep(FOREVER, NOON + 2)
    expect((await stage.dump())['starts']).toMatchObject([{ user_id: waiting.id }])
    const anew = { userId: gone.id, code: sampleCode('r'), expiresAt: NOON + 9 }
    await expect(store.keepStart(anew)).rejects.toThrow(MemberGoneError)
  })
})
