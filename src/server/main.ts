import { join } from 'node:path'
import { readClientBuild } from './client-build.ts'
import { type Config, explainBadVariables, parseConfig } from './config.ts'
import { TELEGRAM_WEB_ORIGINS } from './http/content-security-policy.ts'
import { createLog, type Log } from './log.ts'
import { BotUnknownError, startServer } from './start-server.ts'
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
  try {
    const server = await startServer({
      config,
      log,
      client: await readClientBuild({
        client: join(DIST, 'client'),
        prerender: join(DIST, 'prerender/prerender.js'),
      }),
      now: Date.now,
      fetch,
      walletsListUrl: WALLETS_LIST_URL,
      frameAncestors: TELEGRAM_WEB_ORIGINS,
    })
    log.info({ port: server.port, evm: config.evm, bot: config.bot.mode }, 'Clasp is running')
    const stop = () => {
      log.info('stopping')
      void server.close().then(() => log.info('stopped'))
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
  } catch (error) {
    if (!isExpected(error)) throw error
    console.error(`Clasp cannot start: ${error.message}`)
    process.exitCode = 1
  }
}

/** Failures of the start that an operator can mend by what the message says. */
function isExpected(error: unknown): error is Error {
  return error instanceof BotUnknownError || error instanceof WrongDataKeyError
}
