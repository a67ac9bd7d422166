import { statesBefore } from '#shared/attempt.ts'
import { sealMessage } from '../linking/attempts.ts'
import { KEY_LEVEL } from '../linking/wallet-identity.ts'
import type { Sql } from '../database/sql-database.ts'
import type { MultisigStore, StoredCollection } from '../multisig-store.ts'
import { randomId } from '../random-id.ts'
import type { Store } from '../store.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'
import { lockMembers } from '../members/lock-members.ts'
import { tellNews } from './collection-party.ts'
import { messagePlace, openCollections, openRow, type CollectionRow } from './collection-rows.ts'
import type { MultisigRow } from './multisig-rows.ts'
import { addViewer } from './viewers.ts'
import { takeAsking } from './take-asking.ts'
import { firstReminderAt } from './tend-collections.ts'

type Opened = Parameters<MultisigStore['openCollection']>[0]

export function createOpenCollection(context: SqlContext): Pick<Store, 'openCollection'> {
  return {
    openCollection: (opened, now) =>
      writeUnit(context, now, (unit) => openCollection(unit, opened)),
  }
}

async function openCollection(unit: Unit, opened: Opened): Promise<StoredCollection | undefined> {
  const multisig = await findMultisigRow(unit.sql, opened.multisig.id)
  if (!multisig) return undefined
  const known = await findAsked(unit.sql, multisig, opened)
  await lockMembers(unit, [opened.userId, ...known])
  const live = await findLive(unit, opened)
  if (live) return giveBack(unit, live, opened)
  const code = `m1_${randomId()}`
  if (!(await takeAttempt(unit, { opened, multisig, code }))) return undefined
  const row = newRow(unit, opened, code)
  await unit.sql.insertInto('collections').values(row).execute()
  await askOwners(unit, known, row)
  return openRow(unit, row)
}

/** Whoever has been asked often enough of late finds it on Home, and hears nothing. */
async function askOwners(
  unit: Unit,
  known: readonly string[],
  { code, starter_id: from }: CollectionRow,
): Promise<void> {
  for (const userId of known) {
    const isAsked = await takeAsking(unit, userId)
    await addViewer(unit.sql, { code, userId, part: isAsked ? 'asked' : 'listed' })
    if (isAsked) await tellNews(unit, [userId], { code, news: 'asked', from })
  }
}

function findMultisigRow(sql: Sql, id: string): Promise<MultisigRow | undefined> {
  return sql.selectFrom('multisigs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Members other than the starter who have linked the wallet of a key that is an owner; nobody where its own app is asked. */
async function findAsked(
  sql: Sql,
  { id, family, network }: MultisigRow,
  { userId: starterId, attemptState }: Opened,
): Promise<string[]> {
  if (attemptState === 'awaiting-signature') return []
  const rows = await sql
    .selectFrom('multisig_owners')
    .innerJoin('wallets', 'wallets.address', 'multisig_owners.address')
    .select('wallets.user_id')
    .distinct()
    .where('multisig_owners.multisig_id', '=', id)
    .where('wallets.family', '=', family)
    .where('wallets.network', '=', family === 'ton' ? network : 'eip155')
    .where('wallets.level', '=', KEY_LEVEL)
    .where('wallets.user_id', '!=', starterId)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Of two starts at once, one is enough. Where the multisig's own app is asked, each attempt has its own text. */
function findLive(
  { sql, now }: Unit,
  { userId, multisig, attemptState }: Opened,
): Promise<CollectionRow | undefined> {
  if (attemptState === 'awaiting-signature') return Promise.resolve(undefined)
  return openCollections(sql, now)
    .selectAll()
    .where('starter_id', '=', userId)
    .where('multisig_id', '=', multisig.id)
    .orderBy('created_at')
    .orderBy('code')
    .limit(1)
    .executeTakeFirst()
}

/** The attempt that came for a second one is of no use. */
async function giveBack(
  unit: Unit,
  live: CollectionRow,
  { attemptId, userId }: Opened,
): Promise<StoredCollection | undefined> {
  await unit.sql
    .updateTable('attempts')
    .set({ state: 'cancelled' })
    .where('id', '=', attemptId)
    .where('user_id', '=', userId)
    .where('state', '=', 'created')
    .where('collection_code', 'is', null)
    .execute()
  return openRow(unit, live)
}

async function takeAttempt(
  { sql, cipher, now }: Unit,
  { opened, multisig, code }: { opened: Opened; multisig: MultisigRow; code: string },
): Promise<boolean> {
  const { attemptId, userId, attemptState: state, expiresAt } = opened
  const taken = await sql
    .updateTable('attempts')
    .set({
      state,
      account_network: multisig.network,
      account_address: multisig.address,
      message:
        opened.method === 'signatures' ? sealMessage(attemptId, opened.message, cipher) : null,
      collection_code: code,
      expires_at: expiresAt,
    })
    .where('id', '=', attemptId)
    .where('user_id', '=', userId)
    .where('family', '=', multisig.family)
    .where('state', 'in', statesBefore(state))
    .where('cosign_code', 'is', null)
    .where('collection_code', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

function newRow({ cipher, now }: Unit, opened: Opened, code: string): CollectionRow {
  const { attemptId, multisig, userId, method, expiresAt } = opened
  return {
    code,
    attempt_id: attemptId,
    multisig_id: multisig.id,
    starter_id: userId,
    method,
    message:
      method === 'signatures' ? cipher.seal(Buffer.from(opened.message), messagePlace(code)) : null,
    state: 'open',
    problem: null,
    created_at: now,
    expires_at: expiresAt,
    remind_at: firstReminderAt(now),
    free_at: 0,
  }
}
