import { createApiKey } from '#server/http/host/api-key.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Scope } from '#shared/api/host/host-endpoint.ts'

type KeyDatabase = { databaseUrl: string; dataKey: Uint8Array; now: () => number }

/** A key of the host API, made beside the server as `npm run keys` makes it. */
export async function makeApiKey(
  { databaseUrl, dataKey, now }: KeyDatabase,
  { name, scopes }: { name: string; scopes: readonly Scope[] },
): Promise<string> {
  const store = await openStore({ databaseUrl, dataKey, delivers: true })
  const { key, hash } = createApiKey()
  try {
    await store.addApiKey({ name, scopes: [...scopes], hash }, now())
  } finally {
    await store.close()
  }
  return key
}
