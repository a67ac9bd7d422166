import { expressionBuilder, type RawBuilder, sql as raw } from 'kysely'
import { findRow } from '../database/find-row.ts'
import { unsealText } from '../database/field-cipher.ts'
import type { Schema } from '../database/schema.ts'
import { placeOf } from '../database/sealed-tables.ts'
import type { EpochMs, StoredMultisig, StoredWallet } from '../database/stored.ts'
import {
  applyVerdict,
  decide,
  HOST_TTL_MS,
  type JoinRow,
  judgeJoin,
  openedBy,
  updateJoin,
} from '../rows/join-rows.ts'
import { hasDue, leaseDue } from '../rows/lease-due.ts'
import { findMultisig } from '../rows/multisig-rows.ts'
import { inTransaction, type SqlContext, type Transaction } from '../rows/transaction.ts'
import { unsealWallet } from '../rows/wallet-rows.ts'
import { type StoredJoin, unsealJoins } from './joins.ts'

/** A request to join about which Telegram has to hear something. */
export type DueJoin = StoredJoin & {
  /** Of Telegram; null for a request without one. */
  queryId: string | null
  tries: number
  /** The tag that is set, or may be after a try without an answer. */
  tag: string | null
  /** Whether the door sets tags, and Telegram has not refused one. */
  wantsTag: boolean
  /** The multisig whose owners the door lets in. */
  multisig: StoredMultisig | null
  /** The wallet that let the person in, while that holds. */
  wallet: StoredWallet | null
  /** Whether it did as an owner's of a multisig. */
  isOwner: boolean
}

/** After how long a chain that did not answer is asked again, in milliseconds, and for how long that goes on. */
const AGAIN_MS = 10 * 60_000
const AGAIN_TTL_MS = 24 * 60 * 60_000

export function createJoinTelling(context: SqlContext) {
  const { database } = context

  /** One statement. What has changed since the lease has made the row due earlier than the lease did, and stays due. */
  async function free(id: string, columns: Partial<JoinRow>, dueAt: RawBuilder<EpochMs | null>) {
    const due_at = raw<EpochMs | null>`case when due_at = free_at then ${dueAt} else due_at end`
    await database.statement((sql) =>
      sql
        .updateTable('joins')
        .set({ ...columns, free_at: 0, due_at })
        .where('id', '=', id)
        .execute(),
    )
  }

  return {
    /** Requests that are due, leased so that no second process deals with them too. */
    async leaseJoins(now: EpochMs, until: EpochMs, limit: number): Promise<DueJoin[]> {
      if (!(await hasDue(database.read, { table: 'joins', at: 'due_at' }, now))) return []
      return inTransaction(context, now, async (trx) => {
        const among = expressionBuilder<Schema, 'joins'>()('free_at', '<=', now)
        const lease = { table: 'joins', key: 'id', at: 'due_at', until, limit, among } as const
        return listDue(trx, await leaseDue(trx, { ...lease, sets: raw`free_at = ${until}` }))
      })
    },

    /**
     * Judges a leased request by what is known now, after its chain was asked: without a recent reading, people decide.
     * Undefined once it is gone.
     *
     * @param told what Telegram was told since the lease
     * @param until the end of the lease from now on
     */
    judgeLeased: (
      leased: Pick<DueJoin, 'id' | 'told'>,
      until: EpochMs,
      now: EpochMs,
    ): Promise<DueJoin | undefined> =>
      inTransaction(context, now, async (trx) => {
        const row = await holdRow(trx, leased.id)
        if (row === undefined) return undefined
        await judge(trx, { ...row, told: leased.told })
        await updateJoin(trx, row.id, { told: leased.told, free_at: until, due_at: until })
        const judged = await findRow(trx.sql, 'joins', { id: leased.id })
        const [due] = await listDue(trx, judged ? [judged] : [])
        return due
      }),

    /** Telegram was told, and what else was to be done is done. */
    settleJoin({ id, told, tag }: SettledJoin, now: EpochMs): Promise<void> {
      const isForChain = raw`state = 'queued' and why = 'chain-away' and asked_at > ${now - AGAIN_TTL_MS}`
      const next = raw<EpochMs | null>`case when state = 'asked' then decide_by
        when ${isForChain} then ${now + AGAIN_MS} end`
      return free(id, { told, tag, tries: 0 }, next)
    },

    /** Telegram has not answered: the same again at `nextAt`, or what it has changed to since, now. */
    retryJoin: (
      { id, told, tag, tries }: SettledJoin & Pick<DueJoin, 'tries'>,
      nextAt: EpochMs,
    ): Promise<void> => free(id, { told, tag, tries: tries + 1 }, raw`${nextAt}`),

    /** Telegram does not let the bot do what was decided. `closed-there`: it no longer has the request. */
    giveUpJoin: (
      { id, why }: { id: string; why: 'closed-there' | 'not-allowed' },
      now: EpochMs,
    ): Promise<void> =>
      inTransaction(context, now, async (trx) => {
        const row = await holdRow(trx, id)
        if (row === undefined || row.state === 'withdrawn') return
        const state = why === 'not-allowed' ? 'queued' : 'withdrawn'
        if (row.state !== state) await decide(trx, row, { state, why })
        await updateJoin(trx, id, { told: 'queue', due_at: null, free_at: 0, wallet_id: null })
      }),
  }
}

type SettledJoin = Pick<DueJoin, 'id' | 'told' | 'tag'>

async function holdRow(trx: Transaction, id: string): Promise<JoinRow | undefined> {
  const seen = await findRow(trx.sql, 'joins', { id })
  if (seen === undefined) return undefined
  await trx.lock(`user:${seen.user_id}`)
  return findRow(trx.sql, 'joins', { id })
}

async function judge(trx: Transaction, row: JoinRow): Promise<void> {
  if (isProvenOnly(row)) return judgeAgain(trx, row)
  // Where Telegram has refused once, only a new proof or a new request is another try.
  if (!isOpen(row) || row.why === 'not-allowed') return
  const verdict = await judgeJoin(trx, row)
  if (verdict.verdict === 'waits' && verdict.why === 'reading') return leaveUnread(trx, row)
  await applyVerdict(trx, row, verdict)
  if (verdict.verdict !== 'waits' || row.state !== 'asked' || !isOver(row, trx.now)) return
  const why = verdict.why === 'host' ? 'host-silent' : 'time-over'
  await decide(trx, row, { state: 'queued', why })
}

function isOpen({ state }: JoinRow): boolean {
  return state === 'asked' || state === 'queued'
}

/** The chain was asked, and has not answered. */
async function leaveUnread(trx: Transaction, row: JoinRow): Promise<void> {
  const why = 'chain-away'
  if (row.state === 'asked') await decide(trx, row, { state: 'queued', why })
  else await updateJoin(trx, row.id, { why })
}

/** Telegram has not heard of the approval, which rests on a proof. */
function isProvenOnly({ state, why, told }: JoinRow): boolean {
  return state === 'approved' && why === 'proven' && told !== 'approve'
}

/** What let the person in may have ended since, or the door may ask for something else: then people decide. */
async function judgeAgain(trx: Transaction, row: JoinRow): Promise<void> {
  const verdict = await judgeJoin(trx, row)
  if (verdict.verdict === 'qualifies')
    return updateJoin(trx, row.id, await openedBy(trx, row, verdict.wallet))
  const why = verdict.why === 'reading' ? 'chain-away' : verdict.why
  await decide(trx, row, { state: 'queued', why })
  await updateJoin(trx, row.id, { wallet_id: null, ended_at: null, ended_why: null })
}

/** Whether the time is over: the person's, or Telegram's for a query that it has heard nothing about. */
function isOver({ decide_by: decideBy, asked_at: askedAt, told, query_id }: JoinRow, now: EpochMs) {
  const isUnheard = told === 'nothing' && query_id !== null && now >= askedAt + HOST_TTL_MS
  return now >= decideBy || isUnheard || told === 'queue'
}

async function listDue(trx: Transaction, rows: readonly JoinRow[]): Promise<DueJoin[]> {
  const due: DueJoin[] = []
  for (const row of rows) {
    const [join] = await unsealJoins(trx, [row])
    if (join) due.push(await toDue(trx, join, row))
  }
  return due
}

export async function toDue(trx: Transaction, join: StoredJoin, row: JoinRow): Promise<DueJoin> {
  const { sql, cipher } = trx
  const door = await findRow(sql, 'doors', { chat_id: row.chat_id })
  const multisig = await findMultisig(sql, door?.multisig_id ?? null)
  const walletId = row.ended_at === null ? row.wallet_id : null
  const wallet = walletId === null ? undefined : await findRow(sql, 'wallets', { id: walletId })
  return {
    ...join,
    queryId: row.query_id && unsealText(row.query_id, placeOf('joins', 'query_id', row.id), cipher),
    tries: row.tries,
    tag: row.tag,
    wantsTag: door?.tags === 1 && door.tags_refused === 0,
    multisig: multisig ?? null,
    wallet: wallet ? await unsealWallet(trx, wallet) : null,
    isOwner: row.multisig_id !== null,
  }
}
