import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { DemoPages } from '#demo/demo-folders.ts'
import type { DemoServices } from '#demo/start-demo-services.ts'
import { startAroundOperator } from '#demo/start-around-operator.ts'
import { appendToEnvFile, readEnvFile } from '#server/cli/setup/env-file.ts'
import { readEnvironment } from '#server/config/environment.ts'
import type { OpenWorld } from './demo-stage.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

const ROOT = join(import.meta.dirname, '../..')
const TSX = import.meta.resolve('tsx')
/** The error text for making a key in this stage. */
const MADE_BY_HAND = 'a new owner makes keys by command'
const HOST_BOT = join(ROOT, 'docs/examples/host-bot/main.ts')

/** How an operator's commands are run: the arguments of Node that come before a command's own. */
export type Installation = { command: readonly string[]; server: readonly string[] }

/** A clone. @param dist folder in which `npm run build` has made the current build */
export function inClone(dist: string): Installation {
  return {
    command: ['--import', TSX, join(ROOT, 'src/server/cli/main.ts')],
    server: [join(dist, 'current/server/main.js')],
  }
}

export type Ran = { code: number; out: string; err: string }

/** A new operator with the `.env` of `npm run demo -- operator` and the README, among the demo's services. */
export type NewOperator = {
  services: DemoServices
  publicUrl: string
  /** Where the operator's bot takes events. */
  receiverUrl: string
  /** The operator's working folder. */
  directory: string
  /** Runs a command in the operator's folder as a separate process. */
  run: (args: readonly string[]) => Promise<Ran>
  /** Starts the server. */
  start(): Promise<void>
  /** Runs the example of an operator's bot with the operator's current settings. */
  startHostBot(apiKey: string): Promise<void>
  /** Every secret in `.env`. They must never be visible. */
  secrets(): string[]
  /** The world for a stage, which does not change it. */
  world(): OpenWorld
  close(): Promise<void>
}

/** @param directory the operator's working folder, without a `.env`. @default an empty one, deleted at the end */
export async function createNewOperator(
  pages: DemoPages,
  { command, server }: Installation,
  directory?: string,
): Promise<NewOperator> {
  const folder = directory ?? (await mkdtemp(join(tmpdir(), 'clasp-owner-')))
  const [messengerPort, frontPort, claspPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const around = await startAroundOperator({ pages, messengerPort, frontPort, claspPort })
  const { services, publicUrl } = around
  const envFile = join(folder, '.env')
  const DATABASE_URL = `file:${folder}/data/clasp.db`
  await appendToEnvFile(await readEnvFile(envFile), { ...around.environment, DATABASE_URL })
  const botPort = await freePort()
  const receiverUrl = `http://127.0.0.1:${botPort}/clasp`
  const lines: string[] = []
  const children: ChildProcess[] = []
  const settings = () => readEnvironment(envFile, {})

  return {
    services,
    publicUrl,
    receiverUrl,
    directory: folder,
    run: (args) => run([...command, ...args], folder),
    async start() {
      const child = spawnIn(folder, server)
      children.push(child)
      await seeRunning(child, lines)
    },
    async startHostBot(apiKey) {
      const { BOT_TOKEN, TELEGRAM_API_ROOT, WEBHOOK_SIGNING_SECRET } = settings()
      const environment = {
        BOT_TOKEN,
        TELEGRAM_API_ROOT,
        PORT: String(botPort),
        CLASP_URL: publicUrl,
        CLASP_API_KEY: apiKey,
        CLASP_SIGNING_SECRET: WEBHOOK_SIGNING_SECRET,
      }
      children.push(spawnIn(folder, ['--import', TSX, HOST_BOT], environment))
      await until(() => fetch(receiverUrl))
    },
    secrets() {
      const { BOT_TOKEN, DATA_KEY, WEBHOOK_SIGNING_SECRET } = settings()
      return [BOT_TOKEN, DATA_KEY, WEBHOOK_SIGNING_SECRET].filter((secret) => secret !== undefined)
    },
    world: () => ({
      demo: {
        ...services,
        appUrl: publicUrl,
        makeApiKey: () => Promise.reject(new Error(MADE_BY_HAND)),
      },
      log: () => lines.join('\n'),
      close: () => Promise.resolve(),
    }),
    async close() {
      for (const child of children) child.kill('SIGKILL')
      await around.close()
      if (directory === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

type Variables = Record<string, string | undefined>

/** A process of Node that has only these variables, and those that a shell always has. */
function spawnIn(cwd: string, args: readonly string[], variables: Variables = {}) {
  const { PATH, HOME } = process.env
  return spawn(process.execPath, args, {
    cwd,
    env: { PATH, HOME, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Continues to read the log, so that the server never waits for its reader. */
async function seeRunning(child: ReturnType<typeof spawnIn>, lines: string[]): Promise<void> {
  const log = createInterface({ input: child.stdout })
  await new Promise<void>((resolve, reject) => {
    log.on('line', (line) => {
      lines.push(line)
      if (line.includes('Clasp is running')) resolve()
    })
    child.once('exit', () => reject(new Error(`the server ended: ${lines.join('\n')}`)))
  })
}

function run(args: readonly string[], cwd: string): Promise<Ran> {
  const { PATH, HOME } = process.env
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env: { PATH, HOME } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })
}
