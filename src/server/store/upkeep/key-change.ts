import { sql as raw, type RawBuilder } from 'kysely'
import {
  type AssociatedData,
  type FieldCipher,
  type KeyRing,
  SealedFieldError,
} from '../database/field-cipher.ts'
import { describeKeys } from '../database/describe-keys.ts'
import {
  findSealingKey,
  isRefusal,
  judgeKeys,
  type KeyChange,
  readKeyState,
  requireKeys,
  toName,
  WrongDataKeyError,
  writeKeyChange,
} from '../database/judge-keys.ts'
import {
  describeSealed,
  findPlace,
  type KeyPart,
  SEALED_TABLE_NAMES,
  type SealedTable,
} from '../database/sealed-tables.ts'
import type { Sql, SqlDatabase } from '../database/sql-database.ts'
import type { SqlContext } from '../rows/transaction.ts'

/** Rows that one transaction looks at: so few that nobody waits long behind it. */
const BATCH_ROWS = 50

type KeyContext = Pick<SqlContext, 'database' | 'cipher'>

/** The change from one DATA_KEY to another: in passes through all sealed tables, until one finds nothing to do. */
export function createKeyChange(context: KeyContext) {
  return {
    /** Begins it, if the database is under the second key of DATA_KEY. */
    beginKeyChange: () => begin(context),

    /**
     * Seals from now on with the key that the database says. Answers how far the change is; null if there was none.
     *
     * @throws {WrongDataKeyError} if another process has begun a change to a key that this one does not have
     */
    followKeys: () => followKeys(context.database, context.cipher),

    describeKeys: async () =>
      describeKeys(await readKeyState(context.database.read), context.cipher.keys, null),

    /** Seals the next rows of a pass under the new key, unless another process has ended the pass. */
    sealAnew: (pass: number) => sealAnew(context, pass),
  }
}

export async function followKeys(
  database: Pick<SqlDatabase, 'read'>,
  cipher: KeyRing,
): Promise<KeyChange | null> {
  const state = await readKeyState(database.read)
  const verdict = judgeKeys(state, cipher.keys)
  // It was named as the next one, and is the present one now.
  if (isRefusal(verdict) && verdict !== 'swapped') throw new WrongDataKeyError(verdict)
  const key = findSealingKey(state, cipher.keys)
  if (key) cipher.sealWith(key)
  return state.keyChange
}

async function begin({ database, cipher }: KeyContext): Promise<void> {
  await database.write(async (sql) => {
    await database.lock(sql, ['keys'])
    const state = await readKeyState(sql)
    const [next, present] = cipher.keys
    if (requireKeys(state, cipher.keys) !== 'second' || !present) return
    await sql
      .updateTable('settings')
      .set({ value: next.keyCheck })
      .where('name', '=', 'key-check')
      .execute()
    const formers = state.keyChange?.formers ?? []
    await writeKeyChange(sql, { ...atPass(0), formers: [toName(present), ...formers] })
  })
}

function atPass(pass: number): Omit<KeyChange, 'formers'> {
  const [table = 'users'] = SEALED_TABLE_NAMES
  return { isOver: false, pass, table, after: null, done: 0, found: 0, unreadable: {} }
}

async function sealAnew({ database, cipher }: KeyContext, pass: number): Promise<void> {
  await database.write(async (sql) => {
    await database.lock(sql, ['keys'])
    const state = await readKeyState(sql)
    const { keyChange: change } = state
    if (change === null || change.isOver || change.pass !== pass) return
    requireKeys(state, cipher.keys)
    await writeKeyChange(
      sql,
      pass === 0
        ? { ...change, ...atPass(1) }
        : await sealBatch({ sql, takeFree: database.takeFree }, change, toKeyPair(change, cipher)),
    )
  })
}

type KeyPair = { former: FieldCipher; present: FieldCipher }

function toKeyPair({ formers: [name] }: KeyChange, { keys }: KeyRing): KeyPair {
  const former = keys.find((key) => toName(key) === name)
  const present = keys.find((key) => toName(key) !== name)
  if (!former || !present) throw new TypeError('a change has two keys')
  return { former, present }
}

type SealedRow = Record<string, KeyPart | null>

/** Rows that others have locked are left to the next pass, so that a batch waits for nobody while others wait for it. */
async function sealBatch(
  { sql, takeFree }: { sql: Sql; takeFree: RawBuilder<unknown> },
  change: KeyChange,
  keys: KeyPair,
): Promise<KeyChange> {
  const { table } = change
  const rows = await selectBatch(sql, change)
  const stale = rows.filter((row) => !isFresh(table, row, keys.present))
  const free = stale.length === 0 ? [] : await selectBatch(sql, change, takeFree)
  const outcomes = free.map((row) => sealRow(table, row, keys))
  const changed = outcomes.filter(({ changes }) => Object.keys(changes).length > 0)
  const lost = outcomes.filter(({ unreadable }) => unreadable > 0)
  // Together, so that Postgres gets them in one round trip.
  await Promise.all(changed.map((outcome) => update(sql, table, outcome)))
  const counted = {
    ...change,
    done: change.done + rows.length,
    // A row that another has locked counts, so the pass is not the last one.
    found: change.found + stale.length - lost.filter((row) => !changed.includes(row)).length,
    unreadable: addTo(
      change.unreadable,
      table,
      lost.reduce((sum, { unreadable }) => sum + unreadable, 0),
    ),
  }
  const last = rows.at(-1)
  return last && rows.length === BATCH_ROWS
    ? { ...counted, after: getKey(table, last).map(toStorable) }
    : endTable(counted)
}

function addTo(counts: KeyChange['unreadable'], table: SealedTable, more: number) {
  return more === 0 ? counts : { ...counts, [table]: (counts[table] ?? 0) + more }
}

function toStorable(part: KeyPart): string | Buffer<ArrayBuffer> {
  return typeof part === 'string' ? part : Buffer.from(part)
}

function endTable(change: KeyChange): KeyChange {
  const next = SEALED_TABLE_NAMES[SEALED_TABLE_NAMES.indexOf(change.table) + 1]
  if (next !== undefined) return { ...change, table: next, after: null }
  return change.found === 0
    ? { ...change, isOver: true, after: null }
    : { ...change, ...atPass(change.pass + 1) }
}

/** The rows after the last one of a pass, in the order of the table's key. */
async function selectBatch(
  sql: Sql,
  { table, after }: KeyChange,
  lock: RawBuilder<unknown> = raw``,
): Promise<SealedRow[]> {
  const { key, sealed, lookups } = describeSealed(table)
  const order = raw.join(key.map((column) => raw.ref(column)))
  const columns = [...key, ...Object.keys(sealed), ...Object.keys(lookups)]
  const { rows } = await raw<SealedRow>`
    select ${raw.join(columns.map((column) => raw.ref(column)))} from ${raw.table(table)}
    where ${after ? raw`(${order}) > (${raw.join(after)})` : raw`1 = 1`}
    order by ${order} limit ${raw.lit(BATCH_ROWS)} ${lock}`.execute(sql)
  return rows
}

async function update(sql: Sql, table: SealedTable, { row, changes }: SealedAnew): Promise<void> {
  const key = Object.fromEntries(describeSealed(table).key.map((column) => [column, row[column]]))
  await raw`update ${raw.table(table)} set ${raw.join(equals(changes))}
    where ${raw.join(equals(key), raw` and `)}`.execute(sql)
}

function equals(values: Record<string, unknown>): RawBuilder<unknown>[] {
  return Object.entries(values).map(([column, value]) => raw`${raw.ref(column)} = ${value}`)
}

function getKey(table: SealedTable, row: SealedRow): KeyPart[] {
  return describeSealed(table).key.map((column) => row[column] ?? '')
}

/** `changes`: new values for the columns that had something of the former key. */
type SealedAnew = {
  row: SealedRow
  changes: Record<string, Uint8Array | null>
  unreadable: number
}

function sealRow(table: SealedTable, row: SealedRow, { former, present }: KeyPair): SealedAnew {
  const changes: SealedAnew['changes'] = {}
  /** What was under the former key. */
  const plain = new Map<string, Uint8Array>()
  let unreadable = 0
  for (const { column, value, place } of listValues(table, row)) {
    const stale = tryUnseal(former, value, place)
    if (stale !== null) {
      plain.set(column, stale)
      changes[column] = present.seal(stale, place)
    } else if (tryUnseal(present, value, place) === null) unreadable += 1
  }
  for (const [column, lookup] of Object.entries(describeSealed(table).lookups)) {
    const value = lookup && plain.get(lookup.of)
    if (value) changes[column] = present.lookup(lookup.read(Buffer.from(value).toString()))
  }
  // Has the terms of the names made anew: see `name-terms.ts`.
  if (table === 'users' && plain.size > 0) changes['name_key'] = null
  return { row, changes, unreadable }
}

/** A row's hashes are made with its sealed values, by the same key. */
function isFresh(table: SealedTable, row: SealedRow, present: FieldCipher): boolean {
  return listValues(table, row).every(
    ({ value, place }) => tryUnseal(present, value, place) !== null,
  )
}

function listValues(table: SealedTable, row: SealedRow) {
  const key = getKey(table, row)
  return Object.keys(describeSealed(table).sealed).flatMap((column) => {
    const value = row[column]
    const place = findPlace(table, column, key)
    return value instanceof Uint8Array ? [{ column, value, place }] : []
  })
}

function tryUnseal(
  cipher: FieldCipher,
  value: Uint8Array,
  place: AssociatedData,
): Uint8Array | null {
  try {
    return cipher.unseal(value, place)
  } catch (error) {
    if (error instanceof SealedFieldError) return null
    throw error
  }
}
