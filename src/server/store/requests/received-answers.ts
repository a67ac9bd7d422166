import { setImmediate } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { cutPage, isAfter, type HostPage } from '../rows/page-cursor.ts'
import { findRowsById } from '../database/find-row.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs, StoredWallet, StoredUser } from '../database/stored.ts'
import { toOperatorUser, toStoredUser, type OperatorUser } from '../rows/user-rows.ts'
import { unsealWallets } from '../rows/wallet-rows.ts'
import type { SqlContext, RowReader } from '../rows/transaction.ts'

/** An answer as the request's maker sees it. The wallet is null after it is unlinked or the answer is withdrawn. */
export type StoredReceivedAnswer = {
  user: OperatorUser
  wallet: StoredWallet | null
  answeredAt: EpochMs
  withdrawnAt: EpochMs | null
}

/** An answer as the member who made the request sees it. */
export type PersonalAnswer = Omit<StoredReceivedAnswer, 'user'> & { user: StoredUser }

/**
 * Answers per page when all are read. It is small because SQLite reads and we unseal in this thread, so others wait.
 */
const PAGE_SIZE = 100

export function createReceivedAnswers(context: SqlContext) {
  return {
    /** In the order in which they were given. */
    async listAnswers(
      code: string,
      page: HostPage,
    ): Promise<{ answers: StoredReceivedAnswer[]; next: string | null }> {
      const { rows, next } = await findPage(context.database.read, code, page)
      const unseal = await answerUnsealer(context, rows)
      const answers = rows.map((row) =>
        Object.assign(unseal(row), { user: toOperatorUser(row, context.cipher) }),
      )
      return { answers, next }
    },

    /** The newest first, at most `limit`. */
    async listPeople(code: string, limit: number): Promise<PersonalAnswer[]> {
      const rows = await selectAnswers(context.database.read, code)
        .orderBy('answers.answered_at', 'desc')
        .orderBy('answers.id', 'desc')
        .limit(limit)
        .execute()
      return unsealPeople(context, rows)
    },

    /** All answers in the order in which they were given, read in pages. */
    readPeople: (code: string) => readPeople(context, code),
  }
}

async function* readPeople(context: SqlContext, code: string): AsyncGenerator<PersonalAnswer> {
  let after: string | null = null
  do {
    const page: AnswerPage = await findPage(context.database.read, code, {
      after,
      limit: PAGE_SIZE,
    })
    yield* await unsealPeople(context, page.rows)
    after = page.next
    await setImmediate()
  } while (after !== null)
}

type AnsweringRow = Selectable<Schema['users']> & {
  answer_id: string
  wallet_id: string | null
  answered_at: EpochMs
  withdrawn_at: EpochMs | null
}
type AnswerPage = { rows: AnsweringRow[]; next: string | null }

/** Selects answers, each with the row of the member who gave it. */
function selectAnswers(sql: Sql, code: string) {
  return sql
    .selectFrom('answers')
    .innerJoin('users', 'users.id', 'answers.user_id')
    .selectAll('users')
    .select(['answers.id as answer_id', 'wallet_id', 'answered_at', 'withdrawn_at'])
    .where('request_code', '=', code)
}

async function findPage(sql: Sql, code: string, { after, limit }: HostPage): Promise<AnswerPage> {
  const found = await selectAnswers(sql, code)
    .where(isAfter(after, { at: 'answers.answered_at', id: 'answers.id' }))
    .orderBy('answers.answered_at')
    .orderBy('answers.id')
    .limit(limit + 1)
    .execute()
  const { page, next } = cutPage(found, limit, ({ answered_at, answer_id }) => ({
    at: answered_at,
    id: answer_id,
  }))
  return { rows: page, next }
}

async function unsealPeople(
  context: SqlContext,
  rows: readonly AnsweringRow[],
): Promise<PersonalAnswer[]> {
  const unseal = await answerUnsealer(context, rows)
  return rows.map((row) => Object.assign(unseal(row), { user: toStoredUser(row, context.cipher) }))
}

type UnsealedAnswer = {
  wallet: StoredWallet | null
  answeredAt: EpochMs
  withdrawnAt: EpochMs | null
}

/** Returns a function that unseals answers, with all their wallets read in one query. */
async function answerUnsealer(
  context: SqlContext,
  rows: readonly AnsweringRow[],
): Promise<(row: AnsweringRow) => UnsealedAnswer> {
  const wallets = await findWallets(context, rows)
  return ({ wallet_id, answered_at, withdrawn_at }) => {
    const wallet = wallet_id === null ? undefined : wallets.get(wallet_id)
    return {
      wallet: wallet ?? null,
      answeredAt: answered_at,
      withdrawnAt: withdrawn_at,
    }
  }
}

async function findWallets(
  { sql, cipher }: RowReader,
  answers: readonly AnsweringRow[],
): Promise<Map<string, StoredWallet>> {
  const ids = answers.map(({ wallet_id }) => wallet_id)
  const rows = await findRowsById(sql, 'wallets', ids)
  const wallets = await unsealWallets({ sql, cipher }, [...rows.values()])
  return new Map(wallets.map((wallet) => [wallet.id, wallet]))
}
