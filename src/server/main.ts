import { join } from 'node:path'
import { readClientBuild } from './client-build.ts'
import { type Config, explainBadVariables, parseConfig } from './config.ts'
import { TELEGRAM_WEB_ORIGINS } from './http/content-security-policy.ts'
import { createLog, type Log } from './log.ts'
import { type RunningServer, StartError, startServer } from './start-server.ts'
import { WrongDataKeyError } from './store/open-store.ts'
import { WALLETS_LIST_URL } from './wallets-list/wallets-list.ts'

const DIST = join(import.meta.dirname, '..')

const verdict = parseConfig(process.env)
if (verdict.ok) {
  await run(verdict.config, createLog(verdict.config.logLevel))
} else {
  console.error(explainBadVariables(verdict.bad))
  process.exitCode = 1
}

/** Starts, and on SIGTERM or SIGINT finishes what was begun and ends. */
async function run(config: Config, log: Log): Promise<void> {
  const isAskedToStop = stopSignal()
  try {
    const server = await start(config, log)
    log.info({ port: server.port, evm: config.evm, bot: config.bot.mode }, 'Clasp is running')
    await isAskedToStop
    log.info('stopping')
    await server.close()
    log.info('stopped')
  } catch (error) {
    explainFailedStart(error, log)
    process.exitCode = 1
  }
}

async function start(config: Config, log: Log): Promise<RunningServer> {
  const client = await readClientBuild({
    client: join(DIST, 'client'),
    prerender: join(DIST, 'prerender/prerender.js'),
  })
  return startServer({
    config,
    log,
    client,
    now: Date.now,
    fetch,
    walletsListUrl: WALLETS_LIST_URL,
    frameAncestors: TELEGRAM_WEB_ORIGINS,
  })
}

/** Heard from the first moment on: a signal that comes during the start ends it in order, too. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}

/**
 * Never the error itself: Node would print everything that hangs on it, and on those of Telegram's
 * library hang the bot's token and the webhook's secret.
 */
function explainFailedStart(error: unknown, log: Log): void {
  if (isExpected(error)) console.error(`Clasp cannot start: ${error.message}`)
  log.fatal({ error }, 'Clasp cannot start')
}

/** Failures of the start that an operator can mend by what the message says. */
function isExpected(error: unknown): error is Error {
  return error instanceof StartError || error instanceof WrongDataKeyError
}
