import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { freePort } from './free-port.ts'
import { startTelegramApi } from './telegram-api.ts'

/**
 * Starts a production folder as a container does, checks its pages and files, and stops it. The Bot
 * API is the demo's, on loopback.
 *
 * Usage: `tsx try-production.ts <folder with dist and node_modules>`
 */
const STOP_LIMIT_MS = 10_000
const BOT_TOKEN = `1234567890:${randomBytes(20).toString('hex')}`
const METRICS_TOKEN = randomBytes(16).toString('hex')

async function main(folder: string): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'clasp-production-'))
  const port = await freePort()
  const appUrl = `http://127.0.0.1:${port}`
  const telegram = await startTelegramApi({ botToken: BOT_TOKEN, appUrl })
  const settings = {
    BOT_TOKEN,
    PUBLIC_URL: appUrl,
    DATA_KEY: randomBytes(32).toString('hex'),
    EVM: 'off',
    TELEGRAM_API_ROOT: telegram.apiRoot,
    TON_API_URL: telegram.apiRoot,
    METRICS_TOKEN,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  await writeFile(join(folder, '.env'), lines.join('\n'), { mode: 0o600 })
  const environment = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_URL: `file:${join(data, 'clasp.db')}`,
  }
  const child = spawn(process.execPath, ['dist/current/server/main.js'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await untilRunning(child)
    await tryRoutes(appUrl)
    await tryPolicy(folder, appUrl)
    await tryCommands(folder, environment)
    await stop(child)
  } finally {
    child.kill('SIGKILL')
    telegram.close()
    await rm(data, { recursive: true, force: true })
  }
}

/** Continues to read the log, so that the server never waits for its reader. */
async function untilRunning(child: ChildProcess): Promise<void> {
  if (child.stdout === null) throw new Error('the output of the server is not read')
  const log = createInterface({ input: child.stdout })
  const isRunning = new Promise<true>((resolve) => {
    log.on('line', (line) => {
      if (line.includes('Clasp is running')) resolve(true)
    })
  })
  const ended = once(child, 'exit').then(() => false)
  if (!(await Promise.race([isRunning, ended]))) throw new Error('the server did not start')
}

async function tryRoutes(appUrl: string): Promise<void> {
  const page = await get(`${appUrl}/`, 200)
  const [, asset = '/none'] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
  await get(`${appUrl}${asset}`, 200)
  await get(`${appUrl}/healthz`, 200)
  await get(`${appUrl}/readyz`, 200)
  await get(`${appUrl}/tonconnect-manifest.json`, 200)
  const openApi = v.parse(
    v.object({ openapi: v.string() }),
    JSON.parse(await get(`${appUrl}/openapi.json`, 200)),
  )
  write(`OpenAPI ${openApi.openapi}`)
  await get(`${appUrl}/metrics`, 401)
  const metrics = await get(`${appUrl}/metrics`, 200, { authorization: `Bearer ${METRICS_TOKEN}` })
  if (!metrics.includes('clasp_http_requests_total')) throw new Error('no metrics')
}

/** TON Connect's library supports WalletConnect, which is unused here, so its chunk contains that name. */
const VENDORED = /^ton-connect-.*\.js$/
const EVM_POLICY_TEXTS = /walletconnect|reown|metamask|ethereum|eip155|erc-?1271/i

/** Checks that `EVM=off` serves nothing about EVM. The other build proves that the search finds these words. */
async function tryPolicy(folder: string, appUrl: string): Promise<void> {
  const counts = await Promise.all(
    ['client-without-evm', 'client'].map((name) =>
      countEvmFiles(join(folder, 'dist/current', name)),
    ),
  )
  write(`files with words about EVM: ${counts.join(' without, ')} with`)
  if (counts[0] !== 0 || counts[1] === 0) throw new Error('EVM words are where they must not be')
  const { headers } = await fetch(appUrl)
  const policy = headers.get('content-security-policy') ?? ''
  if (policy === '' || EVM_POLICY_TEXTS.test(policy))
    throw new Error('the policy admits hosts for EVM')
  const notices = await get(`${appUrl}/notices`, 200)
  if (EVM_POLICY_TEXTS.test(notices)) throw new Error('the notices speak of EVM')
}

async function countEvmFiles(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const texts = entries.filter(
    (entry) => entry.isFile() && !/\.(?:br|gz|png)$/.test(entry.name) && !VENDORED.test(entry.name),
  )
  const contents = await Promise.all(
    texts.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
  )
  return contents.filter((content) => EVM_POLICY_TEXTS.test(content)).length
}

async function get(
  url: string,
  status: number,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await fetch(url, { headers })
  write(`${response.status} ${new URL(url).pathname}`)
  if (response.status !== status) throw new Error(`expected ${status} from ${url}`)
  return response.text()
}

const FindingsSchema = v.pipe(v.string(), v.parseJson(), v.unknown())

/** The doctor reports faults here because there is no https. The check is only that it runs and prints JSON. */
async function tryCommands(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['dist/current/cli/main.js', ...args], {
      cwd: folder,
      env,
    })
  const { stdout } = await run('doctor', '--json').catch((error: unknown) =>
    v.parse(v.object({ stdout: v.string() }), error),
  )
  v.parse(FindingsSchema, stdout)
  for (const secret of [BOT_TOKEN, METRICS_TOKEN]) {
    if (stdout.includes(secret)) throw new Error('the doctor printed a secret')
  }
  await run('keys', 'add', 'trial', '--scope', 'wallets:read')
  write('doctor and keys run')
}

async function stop(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  const reportedAt = performance.now()
  child.kill('SIGTERM')
  await exit
  const ms = Math.round(performance.now() - reportedAt)
  write(`stopped in ${ms} ms with code ${child.exitCode}`)
  if (child.exitCode !== 0 || ms > STOP_LIMIT_MS) throw new Error('not stopped in order')
}

function write(line: string): void {
  process.stdout.write(`${line}\n`)
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: try-production.ts <folder>')
await main(folder)
