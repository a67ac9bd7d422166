import { serveHostEvents } from './events.ts'
import { serveHostRequests } from './requests.ts'
import { serveHostProofs } from './proofs.ts'
import type { HostApi } from './serve-host.ts'
import { serveHostUsers } from './users.ts'
import { serveHostWallets } from './wallets.ts'

/** The API that the host calls, with an API key. */
export function serveHostApi(api: HostApi): void {
  serveHostUsers(api)
  serveHostWallets(api)
  serveHostProofs(api)
  serveHostEvents(api)
  serveHostRequests(api)
}
