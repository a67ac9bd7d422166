import * as v from 'valibot'
import type { Selectable } from 'kysely'
import { SCOPES } from '#shared/api/host/host-endpoint.ts'
import type { ApiKeyStore, StoredApiKey } from '../api-key-store.ts'
import { randomId } from '../random-id.ts'
import type { Schema } from '../database/schema.ts'
import type { Store } from '../store.ts'
import type { SqlContext } from '../transaction.ts'

type ApiKeyRow = Selectable<Schema['api_keys']>

export function createApiKeys({
  database,
}: SqlContext): Pick<Store, 'addApiKey' | 'findApiKey' | 'listApiKeys' | 'revokeApiKey'> {
  return {
    addApiKey: (key, now) =>
      database.write(async (sql) => {
        const row = await sql
          .insertInto('api_keys')
          .values(newRow(key, now))
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returningAll()
          .executeTakeFirst()
        return row ? toStoredApiKey(row) : 'name-taken'
      }),

    async findApiKey(hash) {
      const row = await database.read
        .selectFrom('api_keys')
        .selectAll()
        .where('hash', '=', hash)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return row && toStoredApiKey(row)
    },

    async listApiKeys() {
      const rows = await database.read
        .selectFrom('api_keys')
        .selectAll()
        .orderBy('created_at')
        .orderBy('name')
        .execute()
      return rows.map(toStoredApiKey)
    },

    async revokeApiKey(name, now) {
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

type NewApiKey = Parameters<ApiKeyStore['addApiKey']>[0]

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
