import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DemoBuild } from '#demo/build-demo.ts'
import { startDemoServices, type DemoServices } from '#demo/start-demo-services.ts'
import { readClientBuild } from '#server/builds/client-build.ts'
import { type Config, parseConfig } from '#server/config/config.ts'
import { readEnvironment } from '#server/config/environment.ts'
import { createLog } from '#server/log/log.ts'
import { type RunningServer, startServer } from '#server/start-server.ts'
import { createHostBot } from '../../docs/examples/host-bot/create-host-bot.ts'
import type { OpenWorld } from './demo-stage.ts'
import { freePort } from './free-port.ts'

const ROOT = join(import.meta.dirname, '../..')
const TSX = join(ROOT, 'node_modules/.bin/tsx')
/** The error text for making a key in this stage. */
const MADE_BY_HAND = 'a new owner makes keys by command'
const COMMANDS = join(ROOT, 'src/server/cli/main.ts')

export type Ran = { code: number; out: string; err: string }

/** A new operator with a bot token, an empty folder and the README, among the demo's services. */
export type NewOperator = {
  services: DemoServices
  appUrl: string
  /** The operator's working folder. */
  directory: string
  /** Runs `npm run <command>` in the operator's folder as a separate process. */
  run: (args: readonly string[], environment?: Record<string, string>) => Promise<Ran>
  /** Runs `npm start` with the folder's `.env` and the demo's Mini App, which the simulated Telegram may show. */
  start(): Promise<void>
  /** Runs the example of an operator's bot with the operator's current settings. */
  startHostBot(apiKey: string): void
  /** Every secret in `.env`. They must never be visible. */
  secrets(): string[]
  /** The world for a stage, which does not change it. */
  world(): OpenWorld
  close(): Promise<void>
}

export async function createNewOperator(build: DemoBuild): Promise<NewOperator> {
  const directory = await mkdtemp(join(tmpdir(), 'clasp-owner-'))
  const appPort = await freePort()
  const appUrl = `http://127.0.0.1:${appPort}`
  const services = await startDemoServices({
    pages: build,
    hostPort: await freePort(),
    appUrl,
    evm: 'off',
    now: Date.now,
  })
  const envFile = join(directory, '.env')
  await writeFile(envFile, envFor(services, { directory, appPort }), { mode: 0o600 })
  const lines: string[] = []
  const ends: (() => Promise<void>)[] = []

  return {
    services,
    appUrl,
    directory,
    run: (args, environment = {}) => run({ directory, args, environment }),
    async start() {
      const server = await startIn(services, {
        build,
        config: readConfig(envFile),
        log: createLog('info', { write: (line) => void lines.push(line) }),
      })
      ends.push(() => server.close())
    },
    startHostBot(apiKey) {
      const { bot, webhook } = readConfig(envFile)
      const host = createHostBot({
        token: bot.token,
        apiRoot: services.hostUrl,
        claspUrl: appUrl,
        apiKey,
        signingSecret: webhook?.secrets[0] ?? '',
      })
      services.setOperator(host.receiver)
      void host.bot.start()
      ends.push(() => host.bot.stop())
    },
    secrets() {
      const { BOT_TOKEN, DATA_KEY, WEBHOOK_SIGNING_SECRET } = readEnvironment(envFile, {})
      return [BOT_TOKEN, DATA_KEY, WEBHOOK_SIGNING_SECRET].filter((secret) => secret !== undefined)
    },
    world: () => ({
      demo: { ...services, appUrl, makeApiKey: () => Promise.reject(new Error(MADE_BY_HAND)) },
      log: () => lines.join(''),
      close: () => Promise.resolve(),
    }),
    async close() {
      for (const end of ends.toReversed()) await end()
      await services.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Settings that differ from the real world: the simulated Telegram and chain, and local paths. */
function envFor(
  { environment }: DemoServices,
  { directory, appPort }: { directory: string; appPort: number },
): string {
  return [
    '# This machine plays Telegram and TON.',
    `TELEGRAM_API_ROOT=${environment.TELEGRAM_API_ROOT}`,
    `TON_API_URL=${environment.TON_API_URL}`,
    `DATABASE_URL=file:${directory}/data/clasp.db`,
    `PORT=${appPort}`,
    '',
  ].join('\n')
}

function readConfig(envFile: string): Config {
  const verdict = parseConfig(readEnvironment(envFile, {}))
  if (!verdict.ok) throw new Error(`setup left ${verdict.bad.map(({ name }) => name).join(', ')}`)
  return verdict.config
}

async function startIn(
  { startOptions }: DemoServices,
  { build, config, log }: { build: DemoBuild; config: Config; log: ReturnType<typeof createLog> },
): Promise<RunningServer> {
  const client = await readClientBuild({ ...build, builds: null })
  return startServer({ ...startOptions, config, client, log, now: Date.now, fetch })
}

function run({
  directory,
  args,
  environment,
}: {
  directory: string
  args: readonly string[]
  environment: Record<string, string>
}): Promise<Ran> {
  const { PATH, HOME } = process.env
  return new Promise((resolve) => {
    execFile(
      TSX,
      [COMMANDS, ...args],
      { cwd: directory, env: { PATH, HOME, ...environment } },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })
}
