import { dirname, join } from 'node:path'
import type { EvmPolicy } from '#shared/boot.ts'
import { describeFileError } from './log/describe-file-error.ts'
import { readClientBuild } from './builds/client-build.ts'
import { explainBadVariables } from './config/config-reader.ts'
import { type Config, parseConfig } from './config/config.ts'
import { readEnvironment } from './config/environment.ts'
import { listUnreadVariables } from './config/unread-variables.ts'
import { TELEGRAM_WEB_ORIGINS } from './http/content-security-policy.ts'
import { keepBuild } from './builds/keep-build.ts'
import { createLog, type Log } from './log/log.ts'
import { runUntilSignal } from './process/run-until-signal.ts'
import { isExplained } from './process/start-error.ts'
import { type RunningServer, startServer } from './start-server.ts'
import { createUsedDatabases } from './process/used-databases.ts'
import { WALLETS_LIST_URL } from './wallets-list/wallets-list.ts'

/** The build of this file. A link that led here was resolved when the process started. */
const BUILD = join(import.meta.dirname, '..')
/** How long a balancer has to notice that this process will stop, in milliseconds. */
const SHUTDOWN_DELAY_MS = 1_500

/** What the operator's policy means under Telegram's terms for bot developers. */
const POLICY_LINES: Record<EvmPolicy, string> = {
  'in-app':
    'EVM=in-app: EVM wallets connect inside the Mini App. Telegram’s terms for bot developers (§7) admit TON Connect only; EVM=off follows them to the letter',
  browser:
    'EVM=browser: EVM wallets connect in the browser. Telegram’s terms for bot developers (§7.4) speak of sending members elsewhere, too; EVM=off follows them to the letter',
  off: 'EVM=off: TON wallets only, as Telegram’s terms for bot developers (§7) have it',
}

const config = readConfig()
if (config === null) process.exitCode = 1
else await run(config, createLog(config.logLevel))

/** Null if there is no valid configuration; the reason is printed. */
function readConfig(): Config | null {
  try {
    const environment = readEnvironment('.env', process.env)
    for (const { found, fix } of listUnreadVariables(readEnvironment('.env', {})))
      console.error(`${found} ${fix}`)
    const verdict = parseConfig(environment)
    if (verdict.ok) return verdict.config
    console.error(explainBadVariables(verdict.bad))
  } catch (error) {
    console.error(`Clasp cannot start: ${describeFileError('.env', error)}`)
  }
  return null
}

async function run(config: Config, log: Log): Promise<void> {
  try {
    await runUntilSignal((signal) => start(config, log, signal), log)
  } catch (error) {
    explainFailedStart(error, log)
    process.exitCode = 1
  }
}

async function start(config: Config, log: Log, signal: AbortSignal): Promise<RunningServer> {
  const client = await readClientBuild({
    client: join(BUILD, config.evm.policy === 'off' ? 'client-without-evm' : 'client'),
    prerender: join(BUILD, 'prerender/prerender.js'),
    builds: await findBuilds(config, log),
  })
  const server = await startServer({
    config,
    log,
    client,
    now: Date.now,
    fetch,
    walletsListUrl: WALLETS_LIST_URL,
    frameAncestors: TELEGRAM_WEB_ORIGINS,
    evmRelayUrl: null,
    shutdownDelayMs: SHUTDOWN_DELAY_MS,
    usedDatabases: createUsedDatabases(process.cwd()),
    timeout: { timeoutMs: config.startTimeoutMs, signal },
  })
  log.info({ port: server.port, evm: config.evm.policy, bot: config.bot.mode }, 'Clasp is running')
  log.info(POLICY_LINES[config.evm.policy])
  return server
}

/**
 * The folder with the assets of other builds. If it cannot be written, those assets are missing but the start goes on.
 */
async function findBuilds({ buildsDirectory }: Config, log: Log): Promise<string> {
  if (buildsDirectory === null) return dirname(BUILD)
  await keepBuild(BUILD, { builds: buildsDirectory, now: Date.now() }).catch((error: unknown) => {
    log.warn(
      `BUILDS_DIR: other versions miss this one's assets: ${describeFileError(buildsDirectory, error)}`,
    )
  })
  return buildsDirectory
}

/**
 * Never prints the error itself: Node would print all its properties, and errors of Telegram's library hold the bot's
 * token and the webhook's secret.
 */
function explainFailedStart(error: unknown, log: Log): void {
  if (isExplained(error)) return console.error(`Clasp cannot start: ${error.message}`)
  log.fatal({ error }, 'Clasp cannot start')
}
