import type { Insertable } from 'kysely'
import { sealJson } from '#server/store/database/field-cipher.ts'
import type { Schema } from '#server/store/database/schema.ts'
import { placeOf } from '#server/store/database/sealed-tables.ts'
import type { EventBody } from '#server/store/database/stored-event.ts'
import { randomId } from '#server/store/rows/transaction.ts'
import { fillDatabase, followSequence } from '../scale/fill-database.ts'
import { sampleWallet } from '#tests/support/store-samples.ts'
import { CIPHER, openDatabase } from '../bench-store.ts'
import { batches, getId, memberRow } from '../seed-database.ts'

/** Events of one member, of which only the first may go. */
const EVENTS_A_MEMBER = 2
/** Index of the first member with waiting events: before them stand those of other seeds. */
const FIRST_MEMBER = 100_000

/**
 * Fills a database with members of two wallets each, and with deliveries that wait. What nobody reads here is no more than bytes.
 */
export async function loadBacklog(
  databaseUrl: string,
  { wallets, waiting }: { wallets: number; waiting: number },
): Promise<void> {
  await fillDatabase(databaseUrl, { from: 0, to: wallets })
  const database = await openDatabase(databaseUrl)
  const { last } = await database.read
    .selectFrom('event_positions')
    .select('last')
    .executeTakeFirstOrThrow()
  for (const indexes of batches(waiting / EVENTS_A_MEMBER)) {
    const members = indexes.map((index) => memberRow(FIRST_MEMBER + index))
    await database.statement((sql) => sql.insertInto('users').values(members).execute())
  }
  for (const indexes of batches(waiting)) {
    const events = indexes.map((index) => eventRow(index, last + 1 + index))
    await database.statement((sql) => sql.insertInto('events').values(events).execute())
  }
  await database.close()
  await followSequence(databaseUrl)
}

function eventRow(index: number, sequence: number): Insertable<Schema['events']> {
  const id = randomId()
  const userId = getId('member', FIRST_MEMBER + Math.floor(index / EVENTS_A_MEMBER))
  const now = Date.now()
  const standing = { label: null, primary: true, verifiedAt: now, staleAt: null, multisig: null }
  const wallet = { ...sampleWallet(), ...standing, id: randomId(), userId }
  const body: EventBody = { type: 'wallet.linked', userId, wallet }
  return {
    sequence,
    id,
    type: 'wallet.linked',
    user_id: userId,
    body: sealJson(body, placeOf('events', 'body', id), CIPHER),
    created_at: now,
    tries: 0,
    delivery: 'pending',
    deliver_at: now,
    waits_behind: index % EVENTS_A_MEMBER === 0 ? 0 : 1,
    delivery_tries: 0,
  }
}
