import { createLog } from '#server/log/log.ts'
import { runUntilSignal } from '#server/process/run-until-signal.ts'
import { getConfig } from './get-config.ts'
import { startBareServer } from './start-bare-server.ts'

/**
 * The server as a process that handles signals, without a built Mini App.
 *
 * Usage: `tsx stoppable-server.ts <wallets list url>`, its configuration in the environment
 */
async function main(walletsListUrl: string): Promise<void> {
  const config = getConfig(process.env)
  const log = createLog(config.logLevel)
  await runUntilSignal(
    (signal) =>
      startBareServer({
        config,
        log,
        walletsListUrl,
        shutdownDelayMs: 1_000,
        timeout: { timeoutMs: config.startTimeoutMs, signal },
      }),
    log,
  )
}

const [walletsListUrl = ''] = process.argv.slice(2)
void main(walletsListUrl)
