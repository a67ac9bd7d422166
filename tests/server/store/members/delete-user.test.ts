import { expect, test } from 'vitest'
import { leaveTraces } from '#tests/support/leave-traces.ts'
import { sampleCosigning, saveSafe, confirmSample } from '#tests/support/multisig-samples.ts'
import { readEverything } from '#tests/support/store-secrets.ts'
import {
  linkSample,
  MINUTE,
  newRequest,
  NOON,
  sampleMember,
  sampleHolder,
  sampleTwo,
  dispute,
  handOver,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

/** More than a statement takes values, in any of our databases. */
const MANY = 70_000

describeStore('deleting everything', (stage) => {
  test('deleting leaves nothing: no Telegram id, name, address, label or signature in any table, sealed or not', async () => {
    const other = await sampleMember(stage.store)
    await linkSample(stage.store, other.id)
    const { userId, traces } = await leaveTraces(stage.store, other.id)
    const before = readEverything(await stage.dump(), stage.dataKey)
    expect(Object.entries(traces).filter(([, trace]) => !before.includes(trace))).toEqual([])
    await stage.store.deleteUser(userId, NOON)
    const after = readEverything(await stage.dump(), stage.dataKey)
    expect(Object.entries(traces).filter(([, trace]) => after.includes(trace))).toEqual([])
    // The data of others is still there, so the search works.
    expect(after.includes(other.telegramId)).toBe(true)
  })

  test('attack: a deletion works however many requests were made, and closes them all', async () => {
    const { store } = stage
    const { id } = await sampleMember(store)
    const last = await store.createRequest(newRequest({ userId: id }))
    const made = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MANY})`
    const columns = `created_by, families, created_at, expires_at, members_only, is_draft`
    await stage.alter(
      `insert into requests (code, ${columns}) ${made} select 'many-' || n, ${columns} from requests, numbers`,
    )
    await store.deleteUser(id, NOON)
    expect(await store.findUser(id)).toBeUndefined()
    for (const code of [last.code, 'many-1', `many-${MANY}`])
      expect(await store.findRequest(code)).toMatchObject({
        maker: { kind: 'gone' },
        closedAt: NOON,
      })
  })

  test('the operator is notified of a deletion under our own id alone', async () => {
    const { userId } = await leaveTraces(stage.store, (await sampleMember(stage.store)).id)
    await stage.store.deleteUser(userId, NOON)
    const deliveries = await stage.store.leaseDeliveries(NOON, NOON + 1, 9)
    const own = deliveries.filter(({ event }) => event.userId === userId)
    expect(own.map(({ event }) => event.type)).toEqual(['user.deleted'])
    expect(own[0]?.telegramIds).toEqual(new Map())
  })

  test('a deletion in the middle of a delivery neither stops that one nor brings it back', async () => {
    const { userId } = await sampleHolder(stage.store)
    const [underWay] = await stage.store.leaseDeliveries(NOON, NOON + 1, 9)
    await stage.store.deleteUser(userId, NOON)
    const retry = { state: 'retrying', nextAt: NOON, error: 'timeout' } as const
    await stage.store.settleDelivery(underWay?.event.sequence ?? 0, retry, NOON)
    const next = await stage.store.leaseDeliveries(NOON + 1, NOON + 2, 9)
    expect(next.map(({ event }) => event.type)).toEqual(['user.deleted'])
  })

  test('the operator is notified of a deletion only after what is on its way, so that the host stores no member who is gone', async () => {
    const { userId } = await sampleHolder(stage.store)
    const underWay = await stage.store.leaseDeliveries(NOON, NOON + MINUTE, 9)
    expect(underWay.map(({ event }) => event.type)).toEqual(['wallet.linked'])
    await stage.store.deleteUser(userId, NOON)
    expect(await stage.store.leaseDeliveries(NOON + MINUTE - 1, NOON + 2 * MINUTE, 9)).toEqual([])
    const next = await stage.store.leaseDeliveries(NOON + MINUTE, NOON + 2 * MINUTE, 9)
    expect(next.map(({ event }) => event.type)).toEqual(['user.deleted'])
  })

  test('a deletion does not wait for a retry that is hours away', async () => {
    const { userId } = await sampleHolder(stage.store)
    const [failed] = await stage.store.leaseDeliveries(NOON, NOON + MINUTE, 9)
    const retry = { state: 'retrying', nextAt: NOON + 60 * MINUTE, error: 'timeout' } as const
    await stage.store.settleDelivery(failed?.event.sequence ?? 0, retry, NOON)
    await stage.store.deleteUser(userId, NOON)
    const next = await stage.store.leaseDeliveries(NOON, NOON + MINUTE, 9)
    expect(next.map(({ event }) => event.type)).toEqual(['user.deleted'])
  })

  test('attack: a second account takes a wallet over and goes, so that the owner believes the first still has it', async () => {
    const move = await dispute(stage.store)
    const { holder: first, requester: second } = move
    await handOver(stage.store, move)
    await stage.store.deleteUser(second.id, NOON)
    const events = await stage.store.listHostEvents({ after: 0, limit: 9 })
    const moves = events.filter(({ event }) => event.type === 'wallet.moved')
    expect(moves.map(({ event }) => event)).toMatchObject([
      { userId: second.id, formerUserId: first.id },
    ])
    expect(moves[0]?.telegramIds).toEqual(new Map([[first.id, first.telegramId]]))
    const receipts = await stage.store.leaseReceipts(NOON, NOON + 1, 9)
    expect(receipts.map(({ event }) => event.type)).toContain('wallet.moved')
  })

  test('the receipt of a move does not keep who had it already, nor does a try that ends after the deletion', async () => {
    const { store } = stage
    const asked = await dispute(store)
    const { holder: first } = asked
    await handOver(store, asked)
    const receipts = await store.leaseReceipts(NOON, NOON + 1, 9)
    const move = receipts.find(({ event }) => event.type === 'wallet.moved')
    const next = { at: NOON, notified: first.id }
    const retry = () => store.retryReceipt(move?.event.sequence ?? 0, next)
    await retry()
    await store.deleteUser(first.id, NOON)
    await retry()
    const { events = [] } = await stage.dump()
    const left = events.filter((row) => row['type'] !== 'user.deleted')
    expect(left.flatMap((row) => Object.values(row))).not.toContain(first.id)
    expect(left.map((row) => row['type'])).toContain('wallet.moved')
  })

  test('a deletion notifies the owners who signed what the member started, once, and names nobody', async () => {
    const { store } = stage
    const [starter, owner, submitter, viewer] = [
      await sampleMember(store),
      await sampleMember(store),
      await sampleMember(store),
      await sampleMember(store),
    ]
    const safe = await saveSafe(store)
    const [first = '', second = '', third = ''] = safe.owners
    const { code } = await sampleCosigning(store, starter.id, safe)
    await confirmSample(store, starter.id, { code, owner: first })
    await confirmSample(store, owner.id, { code, owner: second })
    await confirmSample(store, submitter.id, { code, owner: third, binding: 'hash' })
    await store.noteViewer(code, viewer.id, NOON)
    await store.leaseReceipts(NOON, NOON + 99 * MINUTE, 99)
    await store.deleteUser(starter.id, NOON)
    const { family, chainId, address } = safe
    const receipts = await store.leaseReceipts(NOON, NOON + 1, 9)
    const ended = { type: 'cosigning.ended', method: 'signatures' }
    const multisig = { family, chainId, address }
    expect(receipts.map(({ event }) => event)).toMatchObject([
      { ...ended, userId: owner.id, multisig },
      { ...ended, userId: submitter.id, multisig },
    ])
    const kept = JSON.stringify(receipts)
    for (const trace of [starter.id, first, second, third]) expect(kept).not.toContain(trace)
  })

  test('a deletion notifies nobody of what had ended before the starter went', async () => {
    const { store } = stage
    const [starter, owner] = await sampleTwo(store)
    const safe = await saveSafe(store)
    const { code } = await sampleCosigning(store, starter.id, safe)
    await confirmSample(store, owner.id, { code, owner: safe.owners[1] ?? '' })
    await store.cancelCosigning(code, starter.id, NOON)
    await store.deleteUser(starter.id, NOON)
    const receipts = await store.leaseReceipts(NOON, NOON + 1, 99)
    expect(receipts.filter(({ event }) => event.type === 'cosigning.ended')).toEqual([])
  })

  test('deletions by both sides of a move leave nothing of it, in either order', async () => {
    for (const order of ['requester first', 'holder first']) {
      const move = await dispute(stage.store)
      await handOver(stage.store, move)
      const members = [move.requester, move.holder]
      if (order === 'holder first') members.reverse()
      for (const { id } of members) await stage.store.deleteUser(id, NOON)
    }
    const events = await stage.store.listHostEvents({ after: 0, limit: 99 })
    expect([...new Set(events.map(({ event }) => event.type))]).toEqual(['user.deleted'])
  })
})
