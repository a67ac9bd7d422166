import { createApiKey } from '#server/http/host/api-key.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Scope } from '#shared/api/host/host-endpoint.ts'

type KeyDatabase = { databaseUrl: string; dataKey: Uint8Array; now: () => number }

/** Makes a key of the host API beside the running server, as `npm run keys` does. */
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
