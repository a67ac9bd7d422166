import { parseConfig } from '#server/config/config.ts'
import { createLog } from '#server/log/log.ts'
import { runUntilSignal } from '#server/process/run-until-signal.ts'
import { startServer } from '#server/start-server.ts'
import { emptyClient } from './empty-client.ts'

/**
 * The server as a process that handles signals, without a built Mini App.
 *
 * Usage: `tsx stoppable-server.ts <wallets list url>`, its configuration in the environment
 */
async function main(walletsListUrl: string): Promise<void> {
  const verdict = parseConfig(process.env)
  if (!verdict.ok) throw new Error('the configuration of the test is wrong')
  const { config } = verdict
  const log = createLog(config.logLevel)
  await runUntilSignal(
    (signal) =>
      startServer({
        config,
        log,
        client: emptyClient(),
        walletsListUrl,
        fetch,
        now: Date.now,
        frameAncestors: [],
        evmRelayUrl: null,
        shutdownDelayMs: 1_000,
        timeout: { timeoutMs: config.startTimeoutMs, signal },
      }),
    log,
  )
}

const [walletsListUrl = ''] = process.argv.slice(2)
void main(walletsListUrl)
