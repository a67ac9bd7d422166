import { expect, test } from 'vitest'
import { sampleCosigning, saveSafe, confirmSample } from '#tests/support/multisig-samples.ts'
import {
  MINUTE,
  NOON,
  proveWallet,
  sampleAttempt,
  sampleMember,
  atOnce,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'
import type { AttemptChange } from '#server/store/linking/attempts.ts'

describeStore('outcomes of attempts', (stage) => {
  test('an attempt that is under way has no outcome', async () => {
    const { id: userId } = await sampleMember(stage.store)
    await sampleAttempt(stage.store, userId)
    expect(await stage.store.takeOutcomes(NOON, 9)).toEqual([])
  })

  test.each([
    { state: 'failed', errorCode: 'ton-proof-expired' },
    { state: 'cancelled' },
  ] as const satisfies AttemptChange[])(
    'the outcome of an attempt that is $state is taken once',
    async (change) => {
      const { id: userId } = await sampleMember(stage.store)
      const id = await sampleAttempt(stage.store, userId)
      await stage.store.advanceAttempt({ id, userId }, change, NOON)
      expect(await stage.store.takeOutcomes(NOON, 9)).toMatchObject([
        { id, ...change, lastState: change.state },
      ])
      expect(await stage.store.takeOutcomes(NOON, 9)).toEqual([])
    },
  )

  test('the outcome of a link or a confirmation is taken before its time is over', async () => {
    const { store } = stage
    const { id: userId } = await sampleMember(store)
    const { attemptId } = await proveWallet(store, userId)
    expect(await store.takeOutcomes(NOON, 9)).toMatchObject([{ id: attemptId, state: 'linked' }])
    const safe = await saveSafe(store)
    const { code } = await sampleCosigning(store, userId, safe)
    await confirmSample(store, userId, { code, owner: safe.owners[0] ?? '' })
    expect(await store.takeOutcomes(NOON, 9)).toMatchObject([{ state: 'cosigned' }])
  })

  test('the outcome of an attempt that runs out is expired, and says how far it came', async () => {
    const { store } = stage
    const { id: userId } = await sampleMember(store)
    const id = await sampleAttempt(store, userId)
    await store.advanceAttempt({ id, userId }, { state: 'opened' }, NOON)
    expect(await store.takeOutcomes(NOON + 5 * MINUTE - 1, 9)).toEqual([])
    expect(await store.takeOutcomes(NOON + 5 * MINUTE, 9)).toMatchObject([
      { id, state: 'expired', lastState: 'opened' },
    ])
  })

  test('no more outcomes are taken than requested, those first that run out first', async () => {
    const { store } = stage
    const { id: userId } = await sampleMember(store)
    const late = await sampleAttempt(store, userId, { now: NOON - 6 * MINUTE })
    const early = await sampleAttempt(store, userId, { now: NOON - 7 * MINUTE })
    expect(await store.takeOutcomes(NOON, 1)).toMatchObject([{ id: early }])
    expect(await store.takeOutcomes(NOON, 1)).toMatchObject([{ id: late }])
  })

  test('two processes never take the same outcome', async () => {
    const { store } = stage
    const another = await stage.openAnother()
    const { id: userId } = await sampleMember(store)
    for (let count = 0; count < 6; count += 1) await proveWallet(store, userId)
    const taken = await atOnce(6, (index) =>
      (index % 2 === 0 ? store : another).takeOutcomes(NOON, 3),
    )
    const ids = [...taken.flat(), ...(await store.takeOutcomes(NOON, 9))].map(({ id }) => id)
    expect(ids).toHaveLength(6)
    expect(new Set(ids).size).toBe(6)
  })
})
