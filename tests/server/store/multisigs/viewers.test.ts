import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SqlDatabase } from '#server/store/database/sql-database.ts'
import { openSqliteDatabase } from '#server/store/database/sqlite-database.ts'
import type { Store } from '#server/store/store.ts'
import { storeOver } from '#tests/support/store-over.ts'
import { LIFE, sampleCosigning, saveSafe } from '#tests/support/multisig-samples.ts'
import { NOON, sampleMember, sampleTwo } from '#tests/support/store-samples.ts'

let database: SqlDatabase
let store: Store
let transactions: number

beforeEach(async () => {
  database = await openSqliteDatabase(':memory:')
  transactions = 0
  const write: SqlDatabase['write'] = (work) => {
    transactions += 1
    return database.write(work)
  }
  store = storeOver({ ...database, write }, { delivers: false })
})
afterEach(() => database.close())

test('a member who opens a cosigning every few seconds is written down once', async () => {
  const [starter, viewer] = await sampleTwo(store)
  const { code } = await sampleCosigning(store, starter.id, await saveSafe(store))
  await store.noteViewer(code, viewer.id, NOON)
  const before = transactions
  for (let look = 1; look <= 10; look += 1)
    await store.noteViewer(code, viewer.id, NOON + look * 3_000)
  expect(transactions).toBe(before)
  expect(await store.listCosignings(viewer.id, NOON + LIFE - 1)).toMatchObject([{ code }])
})

test('members after the first 100 are not written down, which costs no transaction either', async () => {
  const starter = await sampleMember(store)
  const { code } = await sampleCosigning(store, starter.id, await saveSafe(store))
  for (let viewers = 0; viewers < 100; viewers += 1)
    await store.noteViewer(code, (await sampleMember(store)).id, NOON)
  const late = await sampleMember(store)
  const before = transactions
  await store.noteViewer(code, late.id, NOON)
  expect(transactions).toBe(before)
  expect(await store.listCosignings(late.id, NOON)).toEqual([])
})
