import * as v from 'valibot'
import type { Selectable } from 'kysely'
import { SCOPES, type Scope } from '#shared/api/host/host-endpoint.ts'
import { randomId, type SqlContext } from '../rows/transaction.ts'
import type { Schema } from '../database/schema.ts'
import type { EpochMs } from '../database/stored.ts'

/** A key of the host API. The key itself is shown once and never stored. */
export type StoredApiKey = {
  id: string
  /** The name that the operator gave it; unique among all keys, including revoked ones. */
  name: string
  scopes: Scope[]
  createdAt: EpochMs
  revokedAt: EpochMs | null
}

type NewApiKey = {
  name: string
  scopes: Scope[]
  /** SHA-256 of the key. */
  hash: Uint8Array
}

type ApiKeyRow = Selectable<Schema['api_keys']>

export function createApiKeys({ database }: SqlContext) {
  return {
    addApiKey: (key: NewApiKey, now: EpochMs): Promise<StoredApiKey | 'name-taken'> =>
      database.write(async (sql) => {
        const row = await sql
          .insertInto('api_keys')
          .values(newRow(key, now))
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returningAll()
          .executeTakeFirst()
        return row ? toStoredApiKey(row) : 'name-taken'
      }),

    /** The key behind this hash, unless unknown or revoked. */
    async findApiKey(hash: Uint8Array): Promise<StoredApiKey | undefined> {
      const row = await database.read
        .selectFrom('api_keys')
        .selectAll()
        .where('hash', '=', hash)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return row && toStoredApiKey(row)
    },

    /** Every key, revoked ones too, the oldest first. */
    async listApiKeys(): Promise<StoredApiKey[]> {
      const rows = await database.read
        .selectFrom('api_keys')
        .selectAll()
        .orderBy('created_at')
        .orderBy('name')
        .execute()
      return rows.map(toStoredApiKey)
    },

    /** False when no live key has the name. */
    async revokeApiKey(name: string, now: EpochMs): Promise<boolean> {
      const revoked = await database.write((sql) =>
        sql
          .updateTable('api_keys')
          .set({ revoked_at: now })
          .where('name', '=', name)
          .where('revoked_at', 'is', null)
          .returning('id')
          .executeTakeFirst(),
      )
      return revoked !== undefined
    },
  }
}

function newRow({ name, scopes, hash }: NewApiKey, now: number): ApiKeyRow {
  return {
    id: randomId(),
    name,
    hash,
    scopes: scopes.join(' '),
    created_at: now,
    revoked_at: null,
  }
}

const ScopeSchema = v.picklist(SCOPES)

/** A scope that only a later version knows grants nothing. */
function toStoredApiKey({ id, name, scopes, created_at, revoked_at }: ApiKeyRow): StoredApiKey {
  return {
    id,
    name,
    scopes: scopes.split(' ').filter((scope) => v.is(ScopeSchema, scope)),
    createdAt: created_at,
    revokedAt: revoked_at,
  }
}
