import { createLog } from '#server/log/log.ts'
import { type RunningServer, type ServerOptions, startServer } from '#server/start-server.ts'
import { emptyClient } from './empty-client.ts'

/** Starts the server as `main.ts` does, by default silent and with an empty Mini App. */
export function startBareServer(
  options: Pick<ServerOptions, 'config'> & Partial<ServerOptions>,
): Promise<RunningServer> {
  return startServer({
    client: emptyClient(),
    log: createLog('silent'),
    now: Date.now,
    fetch,
    walletsListUrl: 'http://127.0.0.1:9/wallets-v2.json',
    frameAncestors: [],
    evmRelayUrl: null,
    ...options,
  })
}
