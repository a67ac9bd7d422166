import type { KeyCipher } from './field-cipher.ts'
import { judgeKeys, type KeyChange, type KeyState, toName } from './judge-keys.ts'

/** What an operator should know of the keys of DATA_KEY, and what to do next. */
export type KeyNote = { found: string; fix: string }

/**
 * Null where there is nothing to say, or where the keys do not fit.
 *
 * @param total rows of all sealed tables; null if they were not counted
 */
export function describeKeys(
  state: KeyState,
  keys: readonly KeyCipher[],
  total: number | null,
): KeyNote | null {
  const { keyChange: change } = state
  const verdict = judgeKeys(state, keys)
  if (verdict === 'second')
    return {
      found:
        'The database is under the second key of DATA_KEY. The next start begins to change that to the first.',
      fix: 'Before it, see that every server of this database has both keys.',
    }
  if (verdict !== 'fits') return null
  if (change?.isOver === false)
    return {
      found: `DATA_KEY is being changed: ${describeProgress(change, total)}.`,
      fix: 'Keep both keys and a server running until this is over.',
    }
  const [, second] = keys
  if (!second) return null
  if (change?.formers.includes(toName(second)))
    return {
      found: `The change of DATA_KEY is over: nothing is under its second key${describeLoss(change)}.`,
      fix: 'Remove the second key, and keep it with the backups that were made under it.',
    }
  return {
    found: 'DATA_KEY has a second key, which is read and not used yet.',
    fix: 'To change to it, put it first, once every server of this database has both.',
  }
}

function describeProgress({ pass, done }: KeyChange, total: number | null): string {
  if (pass === 0) return 'it begins in some seconds'
  const share = total === null ? `${done} rows` : `${percent(done, total)} %`
  return pass === 1 ? `${share} done` : `all rows are done, and looked through once more (${share})`
}

function percent(done: number, total: number): number {
  return total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total))
}

/** Rows that neither key unseals are damaged, and no key helps. */
function describeLoss({ unreadable }: KeyChange): string {
  const tables = Object.entries(unreadable)
  if (tables.length === 0) return ''
  const values = tables.map(([table, count]) => `${count} in ${table}`).join(', ')
  return `, but values that neither key unseals stay as they were (${values})`
}
