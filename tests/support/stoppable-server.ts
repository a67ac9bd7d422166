import { parseConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { runUntilTold } from '#server/run-until-told.ts'
import { startServer } from '#server/start-server.ts'

const TEMPLATE =
  '<html lang="en" dir="ltr"><title>Clasp</title><!--boot--><!--first-screen--><!--outside--></html>'

/**
 * The server as a process that hears signals, without a built Mini App.
 *
 * Usage: `tsx stoppable-server.ts <wallets list url>`, its configuration in the environment
 */
async function main(walletsListUrl: string): Promise<void> {
  const verdict = parseConfig(process.env)
  if (!verdict.ok) throw new Error('the configuration of the test is wrong')
  const { config } = verdict
  const log = createLog(config.logLevel)
  const screens = { home: '', outside: '', waiting: '' }
  const client = {
    directory: '.',
    template: TEMPLATE,
    renderFirstScreen: () => screens,
    preloads: () => [],
  }
  await runUntilTold(
    () =>
      startServer({
        config,
        log,
        client,
        walletsListUrl,
        fetch,
        now: Date.now,
        frameAncestors: [],
        letGoMs: 1_000,
      }),
    log,
  )
}

const [walletsListUrl = ''] = process.argv.slice(2)
void main(walletsListUrl)
