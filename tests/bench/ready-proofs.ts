import type { Insertable } from 'kysely'
import { createToken, hashToken } from '#server/http/admission.ts'
import type { Schema } from '#server/store/database/schema.ts'
import { randomId } from '#server/store/rows/transaction.ts'
import { DOMAIN } from '#tests/support/test-server.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import { openBenchStore, openDatabase } from './bench-store.ts'
import { batches, getId, memberRow } from './seed-database.ts'
import type { ReadyProof } from './submit-proof.ts'
import { makeTonProofCases, type TonProofCase } from './ton-proof-cases.ts'

const HOUR_MS = 3_600_000

/** How long proofs are handed out after they were signed, in milliseconds: the server takes them for five minutes. */
const FRESH_MS = 120_000

let signed: ProofCase[] = []
let signedAt = Number.NEGATIVE_INFINITY

/** Proofs of so many wallets. Signing takes its time, so each database gets the same ones, as long as they are fresh. */
export function getProofs(count: number): ProofCase[] {
  if (signed.length < count || Date.now() - signedAt > FRESH_MS) {
    signedAt = Date.now()
    const timestamp = Math.floor(signedAt / 1_000)
    signed = makeTonProofCases(count, { domain: DOMAIN, network: '-239', timestamp }).map(toTonCase)
  }
  return signed.slice(0, count)
}

/** A proof, and what its attempt has. `signed`: of an EVM account, the message that was written for it. */
export type ProofCase = {
  nonce: string
  proof: object
  signed?: { account: EvmAccount; message: string }
}

export function toTonCase({ committed: { nonce }, proof }: TonProofCase): ProofCase {
  return { nonce, proof }
}

/** A member of its own for each proof, with a session and an attempt, in an existing database. */
export async function readyProofs(
  databaseUrl: string,
  cases: readonly ProofCase[],
): Promise<ReadyProof[]> {
  const database = await openDatabase(databaseUrl)
  const ready = cases.map(({ proof }) => ({
    token: createToken(),
    attemptId: randomId(),
    body: JSON.stringify(proof),
  }))
  for (const indexes of batches(cases.length)) {
    const users = indexes.map((index) => memberRow(index))
    const sessions = indexes.map((index) => sessionRow(index, ready[index]))
    const attempts = indexes.map((index) => attemptRow(index, ready[index], cases[index]))
    await database.write(async (sql) => {
      await sql.insertInto('users').values(users).execute()
      await sql.insertInto('sessions').values(sessions).execute()
      await sql.insertInto('attempts').values(attempts).execute()
    })
  }
  await database.close()
  await fixAccounts(databaseUrl, cases, ready)
  return ready
}

async function fixAccounts(
  databaseUrl: string,
  cases: readonly ProofCase[],
  ready: readonly ReadyProof[],
): Promise<void> {
  const store = await openBenchStore(databaseUrl)
  await Promise.all(
    cases.map(async ({ signed }, index) => {
      if (signed === undefined) return
      const target = { id: ready[index]?.attemptId ?? '', userId: getId('member', index) }
      const account = { family: 'evm', ...signed.account } as const
      const fixed = { account, message: signed.message, expiresAt: null }
      await store.fixAccount(target, fixed, Date.now())
    }),
  )
  await store.close()
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
  proofCase: ProofCase | undefined,
): Insertable<Schema['attempts']> {
  return {
    id: ready?.attemptId ?? '',
    user_id: getId('member', member),
    family: proofCase?.signed === undefined ? 'ton' : 'evm',
    state: 'created',
    nonce: proofCase?.nonce ?? '',
    created_at: Date.now(),
    expires_at: Date.now() + HOUR_MS,
    shows_name: 0,
    outcome_taken: 0,
  }
}
