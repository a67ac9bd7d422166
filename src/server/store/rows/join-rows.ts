import { sql as raw, type Selectable } from 'kysely'
import * as v from 'valibot'
import { type DoorRule, DoorRuleSchema } from '#shared/door-rule.ts'
import type { JoinEnd, JoinReason, JoinState } from '#shared/join.ts'
import { type DoorFacts, type DoorVerdict, judgeDoor, judgeKnown } from '../../door/judge-door.ts'
import { findRow } from '../database/find-row.ts'
import type { Schema } from '../database/schema.ts'
import type { StoredWallet } from '../database/stored.ts'
import { toStoredChat } from './chat-rows.ts'
import { appendEvent } from './events.ts'
import { toStoredMultisig } from './multisig-rows.ts'
import type { Transaction, WalletChange } from './transaction.ts'
import { unsealWallets } from './wallet-rows.ts'

export type JoinRow = Selectable<Schema['joins']>
export type DoorRow = Selectable<Schema['doors']>

/** How long a person has to prove a wallet before administrators are asked, in milliseconds. */
export const PROVE_TTL_MS = 10 * 60_000
/** How long the operator's code may take, in milliseconds: less than the ten seconds of Telegram. */
export const HOST_TTL_MS = 8_000

const StoredRuleSchema = v.pipe(v.string(), v.parseJson(), DoorRuleSchema)

/** Null for a rule that this build cannot read. */
export function readRule({ rule }: Pick<DoorRow, 'rule'>): DoorRule | null {
  const read = v.safeParse(StoredRuleSchema, rule)
  return read.success ? read.output : null
}

/** Has those who wait judged anew, and tags taken away where the door sets none. */
export async function followDoor({ sql, now }: Transaction, chatId: string): Promise<void> {
  const tagging = sql.selectFrom('doors').select('chat_id').where('tags', '=', 1)
  await sql
    .updateTable('joins')
    .set({ due_at: now })
    .where('chat_id', '=', chatId)
    .where((query) =>
      query.or([
        query('state', 'in', ['asked', 'queued']),
        query.and([query('tag', 'is not', null), query('chat_id', 'not in', tagging)]),
      ]),
    )
    .execute()
}

/** What is known of a member for the rule of a door. */
async function findFacts(
  trx: Transaction,
  userId: string,
  { multisig_id: multisigId }: DoorRow,
): Promise<DoorFacts> {
  const rows = await trx.sql
    .selectFrom('wallets')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('is_primary', 'desc')
    .orderBy('linked_at')
    .execute()
  const wallets = await unsealWallets(trx, rows)
  const multisig = multisigId && (await findRow(trx.sql, 'multisigs', { id: multisigId }))
  const owned = multisig
    ? { multisig: toStoredMultisig(multisig), isMissing: multisig.missing_since !== null }
    : undefined
  return { wallets, owned, accepts: trx.accepts }
}

/** Judges one request to join by what is stored now. The member's lock must be held. */
export async function judgeJoin(
  trx: Transaction,
  row: Pick<JoinRow, 'chat_id' | 'user_id'>,
): Promise<DoorVerdict | { verdict: 'people'; why: 'door-off' }> {
  return judgeBy((rule, facts) => judgeDoor(rule, facts, trx.now), trx, row)
}

async function judgeBy(
  judge: (rule: DoorRule | null, facts: DoorFacts) => DoorVerdict,
  trx: Transaction,
  { chat_id: chatId, user_id: userId }: Pick<JoinRow, 'chat_id' | 'user_id'>,
): ReturnType<typeof judgeJoin> {
  const door = await findRow(trx.sql, 'doors', { chat_id: chatId })
  if (door === undefined) return { verdict: 'people', why: 'door-off' }
  return judge(readRule(door), await findFacts(trx, userId, door))
}

/**
 * Decides the open requests to join of members whose wallets have changed, and notes where what let somebody in holds no
 * longer, or holds again. Their locks are held, because their events are written.
 */
export async function reviewJoins(
  trx: Transaction,
  changes: readonly WalletChange[],
): Promise<void> {
  for (const { userId, event } of changes) {
    const rows = await trx.sql
      .selectFrom('joins')
      .selectAll()
      .where('user_id', '=', userId)
      .where('state', 'in', ['asked', 'queued', 'approved'])
      .execute()
    for (const row of rows) {
      if (event !== 'linked') await endUnlessHeld(trx, row, event)
      else if (row.state !== 'approved') await applyVerdict(trx, row, await judgeJoin(trx, row))
      else if (row.ended_at !== null) await renew(trx, row)
    }
  }
}

/** Reasons that hold no longer where a wallet could let the person in again. */
const PASSING: ReadonlySet<JoinReason> = new Set([
  'chain-away',
  'multisig-unsure',
  'rule-unknown',
  'door-off',
])

/** Writes what a verdict changes. A proof that comes late still lets in who waits. */
export async function applyVerdict(
  trx: Transaction,
  row: JoinRow,
  verdict: Awaited<ReturnType<typeof judgeJoin>>,
): Promise<void> {
  switch (verdict.verdict) {
    case 'qualifies':
      return decide(trx, row, { state: 'approved', why: 'proven', wallet: verdict.wallet })
    case 'people':
      return row.state === 'asked'
        ? decide(trx, row, { state: 'queued', why: verdict.why })
        : updateJoin(trx, row.id, { why: verdict.why })
    case 'waits': {
      const isRead = verdict.why === 'reading'
      const isOver = verdict.why === 'no-wallet' && PASSING.has(row.why)
      const why = row.state === 'asked' || isOver ? { why: verdict.why } : {}
      await updateJoin(trx, row.id, { ...why, ...(isRead ? { due_at: trx.now } : {}) })
    }
  }
}

export type JoinDecision = {
  state: Exclude<JoinState, 'asked'>
  why: JoinReason
  wallet?: StoredWallet
}

/** Decides a request to join, with its event. The member's lock must be held. */
export async function decide(
  trx: Transaction,
  row: JoinRow,
  { state, why, wallet }: JoinDecision,
): Promise<void> {
  await updateJoin(trx, row.id, {
    state,
    why,
    decided_at: trx.now,
    due_at: state === 'withdrawn' ? null : trx.now,
    tries: 0,
    ...(wallet && (await openedBy(trx, row, wallet))),
  })
  const { user_id: userId, id: joinId } = row
  const chat = await getChat(trx, row)
  const decided = { userId, joinId, chat, state, why, provenBy: wallet ?? null }
  await appendEvent(trx, { type: 'join.decided', ...decided })
}

/** What lets a person in by the door as it is now, and holds. */
export async function openedBy(
  { sql }: Transaction,
  { chat_id: chatId }: Pick<JoinRow, 'chat_id'>,
  { id }: StoredWallet,
): Promise<Pick<JoinRow, 'wallet_id' | 'multisig_id' | 'ended_at' | 'ended_why'>> {
  const door = await findRow(sql, 'doors', { chat_id: chatId })
  const multisigId = door?.multisig_id ?? null
  return { wallet_id: id, multisig_id: multisigId, ended_at: null, ended_why: null }
}

export async function updateJoin(
  { sql }: Transaction,
  id: string,
  columns: Partial<JoinRow>,
): Promise<void> {
  if (Object.keys(columns).length === 0) return
  await sql.updateTable('joins').set(columns).where('id', '=', id).execute()
}

async function getChat(trx: Transaction, { chat_id }: Pick<JoinRow, 'chat_id'>) {
  const row = await findRow(trx.sql, 'chats', { id: chat_id })
  const chat = row && toStoredChat(row, trx.cipher)
  return { telegramId: chat?.telegramId ?? '', title: chat?.title ?? '' }
}

/** Telegram's ids of the groups in which the member has a tag. */
export async function listTagged(trx: Transaction, userId: string): Promise<string[]> {
  const rows = await trx.sql
    .selectFrom('joins')
    .select('chat_id')
    .where('user_id', '=', userId)
    .where('tag', 'is not', null)
    .execute()
  const chats = await Promise.all(rows.map((row) => getChat(trx, row)))
  return chats.map(({ telegramId }) => telegramId)
}

async function endUnlessHeld(trx: Transaction, row: JoinRow, why: JoinEnd): Promise<void> {
  if (row.wallet_id === null || row.ended_at !== null) return
  const held = await trx.sql
    .selectFrom('wallets')
    .select('id')
    .where('id', '=', row.wallet_id)
    .where('user_id', '=', row.user_id)
    .where('stale_at', 'is', null)
    .executeTakeFirst()
  if (held === undefined) await endJoin(trx, row, why)
}

/** The sender then takes the tag away. */
async function endJoin(trx: Transaction, row: JoinRow, why: JoinEnd): Promise<void> {
  await updateJoin(trx, row.id, { ended_at: trx.now, ended_why: why, due_at: trx.now, tries: 0 })
  const { user_id: userId, id: joinId } = row
  await appendEvent(trx, { type: 'join.ended', userId, joinId, chat: await getChat(trx, row), why })
}

/** The member has proven again what the door asks for. */
async function renew(trx: Transaction, row: JoinRow): Promise<void> {
  const verdict = await judgeBy(judgeKnown, trx, row)
  if (verdict.verdict !== 'qualifies') return
  const opened = await openedBy(trx, row, verdict.wallet)
  await updateJoin(trx, row.id, { ...opened, due_at: trx.now, tries: 0 })
}

/** Who was let in as an owner of a multisig, and is none by its new reading. `gone`: the former owners. */
export async function endFormerOwners(
  trx: Transaction,
  multisigId: string,
  gone: readonly string[] | 'all',
): Promise<void> {
  const rows = await trx.sql
    .selectFrom('joins')
    .innerJoin('wallets', 'wallets.id', 'joins.wallet_id')
    .selectAll('joins')
    .where('joins.multisig_id', '=', multisigId)
    .where('joins.state', '=', 'approved')
    .where('joins.ended_at', 'is', null)
    .where((query) => (gone === 'all' ? raw<boolean>`1 = 1` : query('wallets.address', 'in', gone)))
    .orderBy('joins.user_id')
    .execute()
  for (const row of rows) {
    await trx.lock(`user:${row.user_id}`)
    const present = await findRow(trx.sql, 'joins', { id: row.id })
    // Meanwhile the person may have asked again, or unlinked.
    if (present?.state === 'approved' && present.ended_at === null)
      await endJoin(trx, present, 'not-owner')
  }
}
