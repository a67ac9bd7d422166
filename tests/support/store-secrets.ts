import { createFieldCipher } from '#server/store/database/field-cipher.ts'
import {
  describeSealed,
  findPlace,
  SEALED_TABLE_NAMES,
  type SealedTable,
} from '#server/store/database/sealed-tables.ts'
import type { Dump } from './store-dialects.ts'

/** A sealed value and where it stands. */
export type SealedValue = {
  table: SealedTable
  column: string
  value: Buffer
  place: ReturnType<typeof findPlace>
}

/** Every sealed value of a database. */
export function listSealed(dump: Dump): SealedValue[] {
  return SEALED_TABLE_NAMES.flatMap((table) => {
    const { key, sealed } = describeSealed(table)
    return (dump[table] ?? []).flatMap((row) => {
      const parts = key.map((column) => toKeyPart(row[column]))
      return Object.keys(sealed)
        .filter((column) => row[column] !== null)
        .map((column) => ({
          table,
          column,
          value: getBytes(row[column]),
          place: findPlace(table, column, parts),
        }))
    })
  })
}

function toKeyPart(value: unknown): string | Buffer {
  return typeof value === 'string' ? value : getBytes(value)
}

/** The whole content of a database, followed by its opened sealed values: everything that the operator can read. */
export function readEverything(dump: Dump, dataKey: Uint8Array): Buffer {
  const cipher = createFieldCipher(dataKey)
  const opened = listSealed(dump).map(({ value, place }) =>
    Buffer.from(cipher.unseal(value, place)),
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
