import { splitName } from '#shared/split-name.ts'
import type { FieldCipher } from '../database/field-cipher.ts'
import type { StoredUser } from '../database/stored.ts'
import type { Transaction } from './transaction.ts'

/** Longest beginning of a word that is stored, in characters. What is longer is compared with the unsealed name. */
const LONGEST = 6
/** Of a keyed hash: so few that the table stays small, and enough that hardly two beginnings ever share a term. */
const TERM_BYTES = 8

type NamedUser = Pick<StoredUser, 'id' | 'firstName' | 'username'>

/** The words by which a member is found. */
export function getNameWords({ firstName, username }: Omit<NamedUser, 'id'>): string[] {
  return splitName(`${firstName} ${username ?? ''}`)
}

/** The terms under which members with a word that begins like this are stored: several while DATA_KEY is changed. */
export function findTerms(word: string, cipher: FieldCipher): Uint8Array[] {
  return cipher.lookups(toInput(cut(word))).map(shorten)
}

/**
 * Stores the terms of a member's names where they differ from those that are stored for a known member, or deletes them where none are to be
 * kept. The terms are under the key of the member's profile, because the same transaction seals it.
 */
export async function keepNames(
  trx: Pick<Transaction, 'sql' | 'cipher' | 'keepsNames'>,
  user: NamedUser,
  known: { name_key: Uint8Array | null } | undefined,
): Promise<void> {
  const stored = known?.name_key ?? null
  const words = getNameWords(user)
  const key = trx.keepsNames ? trx.cipher.lookup(toInput(words.join(' '))) : null
  if (key === null ? stored === null : stored !== null && Buffer.from(key).equals(stored)) return
  const { sql, cipher } = trx
  await sql.deleteFrom('name_terms').where('user_id', '=', user.id).execute()
  if (key !== null) {
    // A name without words has the term of none, so that every member with a key has a row.
    const beginnings = words.length > 0 ? new Set(words.flatMap(listBeginnings)) : ['']
    const rows = [...beginnings].map((beginning) => ({
      term: shorten(cipher.lookup(toInput(beginning))),
      user_id: user.id,
    }))
    await sql
      .insertInto('name_terms')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await sql.updateTable('users').set({ name_key: key }).where('id', '=', user.id).execute()
}

function listBeginnings(word: string): string[] {
  const characters = Array.from(cut(word))
  return characters.map((_, index) => characters.slice(0, index + 1).join(''))
}

function cut(word: string): string {
  return Array.from(word).slice(0, LONGEST).join('')
}

/** No other value that is looked up begins like this. */
function toInput(text: string): string {
  return `name:${text}`
}

function shorten(hash: Uint8Array): Uint8Array {
  return hash.subarray(0, TERM_BYTES)
}
