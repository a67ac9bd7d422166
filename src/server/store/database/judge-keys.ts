import * as v from 'valibot'
import type { KeyCipher } from './field-cipher.ts'
import { setSetting } from './settings.ts'
import type { Sql } from './sql-database.ts'
import { isSealedTable, type SealedTable } from './sealed-tables.ts'

/** As JSON has a Buffer of Node. */
const BytesSchema = v.pipe(
  v.object({ type: v.literal('Buffer'), data: v.array(v.number()) }),
  v.transform(({ data }) => Buffer.from(data)),
)

const KeyChangeSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    /** Key checks, in hex, of the keys that the database had before, the latest first. */
    formers: v.tupleWithRest([v.string()], v.string()),
    isOver: v.boolean(),
    /**
     * A pass goes through all tables. 0: none has begun, and the former key still seals, so that a process which has
     * only that one does no harm until it notices the change. From the first on, the new key seals.
     */
    pass: v.number(),
    /** Where the pass is. */
    table: v.custom<SealedTable>(isSealedTable),
    /** The values of the table's `key` in the last row that was looked at; null before its first. */
    after: v.nullable(v.array(v.union([v.string(), BytesSchema]))),
    /** Rows that the pass has looked at. */
    done: v.number(),
    /** Rows of them that had something of the former key. */
    found: v.number(),
    /** Values that the pass could unseal with neither key, by table. */
    unreadable: v.record(v.string(), v.number()),
  }),
)

/** How far the change of DATA_KEY is, or was when it ended. */
export type KeyChange = v.InferOutput<typeof KeyChangeSchema>

/** What a database says about its key. */
export type KeyState = {
  /** Identifies the key that the database is under; null before the first start. */
  keyCheck: Uint8Array | null
  /** Null if it had no other key before. */
  keyChange: KeyChange | null
}

/** How the keys of DATA_KEY stand to a database. */
export type KeyVerdict =
  /** It has none yet. */
  | 'new'
  | 'fits'
  /** It is under the second one. A start of the server changes that to the first. */
  | 'second'
  /** It is under none of them. */
  | 'other'
  /** It is under none of them, and had the first one before. */
  | 'former'
  /** It is under the second one, and had the first one before. Only a process that began earlier goes on. */
  | 'swapped'
  /** The change from one key to another is under way, and one of the two is missing. */
  | 'incomplete'

type KeyRefusal = Extract<KeyVerdict, 'other' | 'former' | 'swapped' | 'incomplete'>

export const KEY_SENTENCES: Record<KeyRefusal, string> = {
  other: 'DATA_KEY is not the key of this database',
  former:
    'DATA_KEY is a former key of this database: name the present one, and after it the former one until doctor says that the change is over',
  swapped: 'DATA_KEY begins with a former key of this database: name the present one first',
  incomplete:
    'DATA_KEY is being changed and must name both keys, the new one first, until doctor says that the change is over',
}

/** No key of DATA_KEY is that of the database, so no personal field in it can be read; or not every one. */
export class WrongDataKeyError extends Error {
  override name = 'WrongDataKeyError'
  constructor(verdict: KeyRefusal) {
    super(KEY_SENTENCES[verdict])
  }
}

/** @throws {WrongDataKeyError} */
export function requireKeys(
  state: KeyState,
  keys: readonly KeyCipher[],
): Exclude<KeyVerdict, KeyRefusal> {
  const verdict = judgeKeys(state, keys)
  if (isRefusal(verdict)) throw new WrongDataKeyError(verdict)
  return verdict
}

export function isRefusal(verdict: KeyVerdict): verdict is KeyRefusal {
  return Object.hasOwn(KEY_SENTENCES, verdict)
}

/** The key that seals now; undefined if it is not among these. */
export function findSealingKey<Key extends Pick<KeyCipher, 'keyCheck'>>(
  { keyCheck, keyChange }: KeyState,
  keys: readonly Key[],
): Key | undefined {
  const isAnnounced = keyChange?.isOver === false && keyChange.pass === 0
  const name = isAnnounced ? keyChange.formers[0] : keyCheck && toName({ keyCheck })
  return keys.find((key) => toName(key) === name)
}

export function judgeKeys(
  { keyCheck, keyChange }: KeyState,
  keys: readonly KeyCipher[],
): KeyVerdict {
  if (keyCheck === null) return 'new'
  const named = keys.map(toName)
  const present = toName({ keyCheck })
  const isFormer = keyChange?.formers.includes(named[0] ?? '') === true
  if (!named.includes(present)) return isFormer ? 'former' : 'other'
  if (keyChange?.isOver === false)
    return named.includes(keyChange.formers[0]) ? 'fits' : 'incomplete'
  if (present === named[0]) return 'fits'
  return isFormer ? 'swapped' : 'second'
}

/** How a key is named in `formers`. */
export function toName({ keyCheck }: Pick<KeyCipher, 'keyCheck'>): string {
  return Buffer.from(keyCheck).toString('hex')
}

export async function readKeyState(sql: Sql): Promise<KeyState> {
  const rows = await sql
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', ['key-check', 'key-change'])
    .execute()
  const find = (name: string) => rows.find((row) => row.name === name)?.value ?? null
  const change = find('key-change')
  return { keyCheck: find('key-check'), keyChange: change && parseChange(change) }
}

function parseChange(value: Uint8Array): KeyChange {
  return v.parse(KeyChangeSchema, Buffer.from(value).toString())
}

export function writeKeyChange(sql: Sql, change: KeyChange): Promise<void> {
  return setSetting(sql, 'key-change', Buffer.from(JSON.stringify(change)))
}
