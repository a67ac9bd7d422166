import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { type Config, explainBadVariables, parseConfig } from './config.ts'
import { TELEGRAM_WEB_ORIGINS } from './http/content-security-policy.ts'
import type { RenderFirstScreen } from './http/shell.ts'
import { createLog, type Log } from './log.ts'
import { BotUnknownError, type ClientBuild, startServer } from './start-server.ts'
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
      client: await readClientBuild(),
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

const PrerenderSchema = v.object({
  renderFirstScreen: v.custom<RenderFirstScreen>((value) => typeof value === 'function'),
})

async function readClientBuild(): Promise<ClientBuild> {
  const directory = join(DIST, 'client')
  const prerender: unknown = await import(pathToFileURL(join(DIST, 'prerender/prerender.js')).href)
  const { renderFirstScreen } = v.parse(PrerenderSchema, prerender)
  const template = await readFile(join(directory, 'index.html'), 'utf8')
  return { directory, template, renderFirstScreen }
}
