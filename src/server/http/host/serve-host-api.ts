import { serveHostEvents } from './events.ts'
import { serveHostJoins } from './joins.ts'
import { serveHostRequests } from './requests.ts'
import { serveHostUsers, serveHostWallets } from './wallets.ts'
import type { HostApi } from './serve-host.ts'

/** The API that the host calls, with an API key. */
export function serveHostApi(api: HostApi): void {
  serveHostUsers(api)
  serveHostWallets(api)
  serveHostEvents(api)
  serveHostRequests(api)
  serveHostJoins(api)
}
