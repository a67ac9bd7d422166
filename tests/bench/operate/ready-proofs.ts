import type { Insertable } from 'kysely'
import { createToken, hashToken } from '#server/http/admission.ts'
import type { Schema } from '#server/store/database/schema.ts'
import { createFieldCipher } from '#server/store/database/field-cipher.ts'
import { openStore } from '#server/store/open-store.ts'
import { randomId } from '#server/store/rows/transaction.ts'
import { DOMAIN } from '#tests/support/test-server.ts'
import { batches, getId, memberRow, openDatabase } from '../seed-database.ts'
import type { ReadyProof } from '../submit-proof.ts'
import { makeTonProofCases, type TonProofCase } from '../ton-proof-cases.ts'
import { DATA_KEY } from './stage.ts'

const HOUR_MS = 3_600_000

/** How long proofs are handed out after they were signed, in milliseconds: the server takes them for five minutes. */
const FRESH_MS = 120_000

/** Proofs of so many wallets. Signing takes its time, so each database gets the same ones, as long as they are fresh. */
export function createProofSource(): (count: number) => TonProofCase[] {
  let cases: TonProofCase[] = []
  let signedAt = Number.NEGATIVE_INFINITY
  return (count) => {
    if (cases.length < count || Date.now() - signedAt > FRESH_MS) {
      signedAt = Date.now()
      const timestamp = Math.floor(signedAt / 1_000)
      cases = makeTonProofCases(count, { domain: DOMAIN, network: '-239', timestamp })
    }
    return cases.slice(0, count)
  }
}

/** Makes the tables of an empty database. */
export async function makeTables(databaseUrl: string): Promise<void> {
  const store = await openStore({ databaseUrl, dataKey: DATA_KEY, delivers: true })
  await store.close()
}

/** A member of its own for each proof, with a session and an attempt, in an existing database. */
export async function readyProofs(
  databaseUrl: string,
  cases: readonly TonProofCase[],
): Promise<ReadyProof[]> {
  const database = await openDatabase(databaseUrl)
  const cipher = createFieldCipher(DATA_KEY)
  const ready = cases.map(({ proof }) => ({
    token: createToken(),
    attemptId: randomId(),
    body: JSON.stringify(proof),
  }))
  for (const indexes of batches(cases.length)) {
    const users = indexes.map((index) => memberRow(index, cipher))
    const sessions = indexes.map((index) => sessionRow(index, ready[index]))
    const attempts = indexes.map((index) => attemptRow(index, ready[index], cases[index]))
    await database.write(async (sql) => {
      await sql.insertInto('users').values(users).execute()
      await sql.insertInto('sessions').values(sessions).execute()
      await sql.insertInto('attempts').values(attempts).execute()
    })
  }
  await database.close()
  return ready
}

function sessionRow(member: number, ready: ReadyProof | undefined): Insertable<Schema['sessions']> {
  return {
    token_hash: hashToken(ready?.token ?? ''),
    user_id: getId('member', member),
    expires_at: Date.now() + HOUR_MS,
    attempt_id: null,
  }
}

function attemptRow(
  member: number,
  ready: ReadyProof | undefined,
  proofCase: TonProofCase | undefined,
): Insertable<Schema['attempts']> {
  return {
    id: ready?.attemptId ?? '',
    user_id: getId('member', member),
    family: 'ton',
    state: 'created',
    nonce: proofCase?.committed.nonce ?? '',
    created_at: Date.now(),
    expires_at: Date.now() + HOUR_MS,
    shows_name: 0,
    outcome_taken: 0,
  }
}
