import { type Api, createApi } from '#client/api/call.ts'
import type { FakeApi } from './fake-api.ts'

/** The app's calls, signed in already. */
export function openApi(server: FakeApi): Api {
  const session = { token: async () => 'token', renew: async () => 'token', forget: () => {} }
  return createApi({ fetch: server.fetch, isOnline: () => true, session })
}
