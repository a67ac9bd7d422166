import type { Insertable, Selectable } from 'kysely'
import { prepareQuery } from './database/prepared-query.ts'
import type { Schema } from './database/schema.ts'
import type { Sql, SqlDatabase } from './database/sql-database.ts'
import { prepareClaim, waitsForProof, waitsForText } from './linking/claim-queries.ts'
import { prepareFindExclusiveHolder, prepareFindSharedHolder } from './linking/holder-queries.ts'
import { waitsBehind } from './events/delivery-queue.ts'
import type { EpochMs } from './stored.ts'

export type PreparedQueries = ReturnType<typeof createPreparedQueries>

/** The statements that run for every proof, compiled once for the dialect. */
export function createPreparedQueries({ read: db, nextSequence }: SqlDatabase) {
  return {
    findSession: prepareFindSession(db),
    findAttempt: prepareFindAttempt(db),
    findHolder: { exclusive: prepareFindExclusiveHolder(db), shared: prepareFindSharedHolder(db) },
    claimAttempt: {
      linked: prepareClaim(db, 'linked', waitsForProof),
      'awaiting-consent': prepareClaim(db, 'awaiting-consent', waitsForProof),
      failed: prepareClaim(db, 'failed', waitsForProof),
    },
    claimByText: {
      linked: prepareClaim(db, 'linked', waitsForText),
      failed: prepareClaim(db, 'failed', waitsForText),
    },
    insertWallet: prepareInsertWallet(db),
    insertEvent: prepareInsertEvent(db, nextSequence),
  }
}

function prepareFindSession(db: Sql) {
  type SessionValues = { tokenHash: Uint8Array; now: EpochMs }
  type SessionRow = Selectable<Schema['users']> & { attempt_id: string | null }
  return prepareQuery<SessionValues, SessionRow>((value) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .selectAll('users')
      .select('sessions.attempt_id')
      .where('token_hash', '=', value('tokenHash'))
      .where('expires_at', '>', value('now')),
  )
}

function prepareFindAttempt(db: Sql) {
  type AttemptValues = { id: string; userId: string }
  return prepareQuery<AttemptValues, Selectable<Schema['attempts']>>((value) =>
    db
      .selectFrom('attempts')
      .selectAll()
      .where('id', '=', value('id'))
      .where('user_id', '=', value('userId')),
  )
}

function prepareInsertWallet(db: Sql) {
  return prepareQuery<Selectable<Schema['wallets']>, object>((value) =>
    db.insertInto('wallets').values({
      id: value('id'),
      user_id: value('user_id'),
      family: value('family'),
      network: value('network'),
      address: value('address'),
      kind: value('kind'),
      level: value('level'),
      binding: value('binding'),
      key_source: value('key_source'),
      label: value('label'),
      is_primary: value('is_primary'),
      linked_at: value('linked_at'),
      verified_at: value('verified_at'),
      proof: value('proof'),
      stale_at: value('stale_at'),
      evidence: value('evidence'),
      cosigning_code: value('cosigning_code'),
      checked_at: value('checked_at'),
      check_at: value('check_at'),
      missing_since: value('missing_since'),
    }),
  )
}

function prepareInsertEvent(db: Sql, nextSequence: SqlDatabase['nextSequence']) {
  type EventValues = Omit<
    Insertable<Schema['events']>,
    'sequence' | 'position' | 'tries' | 'waits_behind' | 'delivery_tries' | 'delivery_error'
  >
  return prepareQuery<EventValues, object>((value) =>
    db.insertInto('events').values({
      sequence: nextSequence,
      id: value('id'),
      type: value('type'),
      user_id: value('user_id'),
      other_user_id: value('other_user_id'),
      body: value('body'),
      created_at: value('created_at'),
      notify_at: value('notify_at'),
      tries: 0,
      delivery: value('delivery'),
      deliver_at: value('deliver_at'),
      waits_behind: waitsBehind(value('user_id'), value('other_user_id')),
      delivery_tries: 0,
    }),
  )
}
