import { createFieldCipher } from '#server/store/database/field-cipher.ts'
import type { Dump } from './store-dialects.ts'

/** `sealedAs`: the original name of the table, which is in the associated data. @default its name */
type SealedColumn = { table: string; sealedAs?: string; column: string; row: string }

/** The columns with sealed values, and the column that identifies the row. */
const SEALED: readonly SealedColumn[] = [
  { table: 'users', column: 'profile', row: 'id' },
  { table: 'wallets', column: 'label', row: 'id' },
  { table: 'wallets', column: 'proof', row: 'id' },
  { table: 'wallets', column: 'evidence', row: 'id' },
  { table: 'cosignings', sealedAs: 'collections', column: 'message', row: 'code' },
  { table: 'confirmations', sealedAs: 'words', column: 'signature', row: 'id' },
  { table: 'confirmations', column: 'proof', row: 'id' },
  { table: 'consents', column: 'proof', row: 'attempt_id' },
  { table: 'attempts', column: 'message', row: 'id' },
  { table: 'events', column: 'body', row: 'id' },
  { table: 'chats', column: 'profile', row: 'id' },
  { table: 'request_posts', column: 'inline_id', row: 'id' },
]

/** The whole content of a database, followed by its opened sealed values: everything that the operator can read. */
export function readEverything(dump: Dump, dataKey: Uint8Array): Buffer {
  const cipher = createFieldCipher(dataKey)
  const opened = SEALED.flatMap(({ table, sealedAs = table, column, row: idColumn }) =>
    (dump[table] ?? []).flatMap((row) => {
      const sealed = row[column]
      if (sealed === null) return []
      const place = { table: sealedAs, column, row: String(row[idColumn]) }
      return [Buffer.from(cipher.unseal(getBytes(sealed), place))]
    }),
  )
  const values = Object.values(dump)
    .flat()
    .flatMap((row) => Object.values(row))
  return Buffer.concat([...opened, ...values.map(getBytes)].flatMap((part) => [part, SEPARATOR]))
}

const SEPARATOR = Buffer.from('\n')

export function getBytes(value: unknown): Buffer {
  if (value instanceof ArrayBuffer) return Buffer.from(value)
  if (value instanceof Uint8Array) return Buffer.from(value)
  return Buffer.from(String(value))
}
