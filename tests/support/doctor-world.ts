import { randomBytes } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { Webhook } from 'standardwebhooks'
import { onTestFinished } from 'vitest'
import * as v from 'valibot'
import { createBotApi } from '#demo/telegram/bot-api.ts'
import { createWorld } from '#demo/telegram/world.ts'
import { createDoctor } from '#server/cli/doctor/doctor.ts'
import type { CertificateAnswer } from '#server/cli/doctor/read-certificate.ts'
import type { CheckReport } from '#server/cli/doctor/run-checks.ts'
import { TELEGRAM_WEB_ORIGINS } from '#server/http/content-security-policy.ts'
import { VERIFIER_FILE } from '#server/builds/standalone-files.ts'
import { type FindFile, openClientFiles } from '#server/builds/client-files.ts'
import { jsonReply, type DoctorSite, type SiteRequest, startSite } from './doctor-site.ts'
import { emptyClient } from './empty-client.ts'
import { listenForTest } from './listen-for-test.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { getConfig } from './get-config.ts'
import { startBareServer } from './start-bare-server.ts'

const PUBLIC_URL = 'https://app.example.com'
const BOT_TOKEN = '700100200:AAtestTESTtestTESTtestTESTtestTEST_-x'
const MAINNET = 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk='
const DAY_MS = 86_400_000

/** Changes responses between the server and the doctor, as a proxy does. */
type Tamper = (path: string, response: Response) => Response

/** A running Clasp with all its upstream services on loopback, without faults until a test plants one. */
export type DoctorWorld = {
  /** Folder with `.env` and, in `data`, the database. */
  directory: string
  /** The doctor's environment. The server runs with its initial values. */
  environment: Record<string, string>
  tamper: Tamper
  /** Fields that replace those of Telegram's answers, by method. */
  telegram: Record<string, object>
  tonApi: DoctorSite
  receiver: DoctorSite
  certificate: CertificateAnswer
  freeBytes: number
  /** The client's address that the proxy reports; null where it passes on what the client sent. */
  reported: string | null
  /** The lead of the doctor's clock, in milliseconds. */
  skewMs: number
  /** How long one check may take, in milliseconds. */
  checkTimeoutMs: number
  run(...args: string[]): Promise<{ code: number; printed: string[]; complaints: string[] }>
  /** Runs the doctor with `--json` and returns its findings. */
  examine(): Promise<CheckReport[]>
}

export async function startDoctorWorld(): Promise<DoctorWorld> {
  const directory = await makeTemporaryFolder('doctor')
  await mkdir(join(directory, 'data'), { mode: 0o700 })
  const telegram: Record<string, object> = { getMe: { supports_inline_queries: true } }
  const mainnet = jsonReply({ ok: true, result: { init: { root_hash: MAINNET } } })
  const tonApi = await startSite({ '/api/v2/getMasterchainInfo': mainnet })
  const otherTonApi = await startSite({ '/api/v2/getMasterchainInfo': mainnet })
  const signingSecret = `whsec_${randomBytes(32).toString('base64')}`
  const receiver = await startSite({ '/events': (request) => verify(signingSecret, request) })
  const environment = {
    BOT_TOKEN,
    PUBLIC_URL,
    DATA_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: `file:${join(directory, 'data', 'clasp.db')}`,
    EVM: 'off',
    BOT_MODE: 'webhook',
    TELEGRAM_API_ROOT: await startTelegram(telegram),
    TELEGRAM_WEBHOOK_SECRET: randomBytes(32).toString('hex'),
    TON_API_URL: `${tonApi.url},${otherTonApi.url}`,
    TON_API_KEY: `${randomBytes(32).toString('hex')},${randomBytes(32).toString('hex')}`,
    SAFE_API_KEY: randomBytes(32).toString('hex'),
    WEBHOOK_URL: `${receiver.url}/events?key=${randomBytes(16).toString('hex')}`,
    WEBHOOK_SIGNING_SECRET: signingSecret,
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
    METRICS_TOKEN: randomBytes(32).toString('hex'),
    ADMIN_IDS: '11',
    OPERATOR_NAME: 'Example Society',
    OPERATOR_CONTACT: 'privacy@example.org',
    PORT: '0',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  await writeEnvFile(directory, environment)
  const serverUrl = await startClasp(environment)
  await chmod(join(directory, 'data', 'clasp.db'), 0o600)
  return createDoctorWorld({ directory, environment, telegram, tonApi, receiver }, serverUrl)
}

type DoctorWorldParts = Pick<
  DoctorWorld,
  'directory' | 'environment' | 'telegram' | 'tonApi' | 'receiver'
>

function createDoctorWorld(parts: DoctorWorldParts, serverUrl: string): DoctorWorld {
  const world: DoctorWorld = {
    ...parts,
    tamper: (_, response) => response,
    certificate: {
      kind: 'certificate',
      certificate: { validTo: Date.now() + 60 * DAY_MS, distrust: null },
    },
    freeBytes: 10 ** 10,
    reported: '198.51.7.4',
    skewMs: 0,
    checkTimeoutMs: 20_000,
    async run(...args) {
      const printed: string[] = []
      const complaints: string[] = []
      const doctor = createDoctor(
        {
          readCertificate: () => Promise.resolve(world.certificate),
          freeBytes: () => Promise.resolve(world.freeBytes),
        },
        world.checkTimeoutMs,
      )
      const code = await doctor(args, {
        environment: world.environment,
        directory: world.directory,
        print: (line) => void printed.push(line),
        complain: (line) => void complaints.push(line),
        now: () => Date.now() + world.skewMs,
        fetch: throughProxy(world, serverUrl),
        isInteractive: false,
      })
      return { code, printed, complaints }
    },
    async examine() {
      const { printed } = await world.run('--json')
      return v.parse(ReportsSchema, JSON.parse(printed.join('\n')))
    },
  }
  return world
}

const ReportsSchema = v.array(
  v.strictObject({
    check: v.string(),
    status: v.picklist(['ok', 'warning', 'failure', 'skipped']),
    found: v.string(),
    fix: v.exactOptional(v.string()),
  }),
)

/** Routes the public origin to the server on loopback. */
function throughProxy(world: DoctorWorld, serverUrl: string): typeof fetch {
  return async (input, init) => {
    if (typeof input !== 'string') throw new TypeError('the doctor asks for texts')
    if (!input.startsWith(PUBLIC_URL)) return fetch(input, init)
    const path = input.slice(PUBLIC_URL.length)
    const headers = new Headers(init?.headers)
    if (world.reported !== null) headers.set('x-forwarded-for', world.reported)
    return world.tamper(path, await fetch(`${serverUrl}${path}`, { ...init, headers }))
  }
}

export async function writeEnvFile(
  directory: string,
  variables: Record<string, string>,
): Promise<void> {
  const lines = Object.entries(variables).map(([name, value]) => `${name}="${value}"\n`)
  await writeFile(join(directory, '.env'), lines.join(''), { mode: 0o600 })
}

/** Starts the demo's Bot API. A test can replace fields of its answers. */
async function startTelegram(answers: Record<string, object>): Promise<string> {
  const world = createWorld({
    botToken: BOT_TOKEN,
    botUsername: 'clasp_test_bot',
    appShortName: null,
    appUrl: `${PUBLIC_URL}/`,
    now: Date.now,
  })
  onTestFinished(() => world.close())
  const api = createBotApi(world)
  const app = new Hono().all('/:bot/:method', async (c) => {
    const answer = v.parse(AnswerSchema, await (await api.fetch(c.req.raw)).json())
    const laid = answers[c.req.param('method')]
    if (laid) answer.result = Object.assign({}, answer.result, laid)
    return c.json(answer, { status: answer.ok ? 200 : 400 })
  })
  return (await listenForTest(app)).url
}

const AnswerSchema = v.looseObject({ ok: v.boolean(), result: v.optional(v.unknown()) })

/** A page to check proofs, as good as none. */
export const VERIFIER_PAGE = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'" />`

async function openTinyClient(): Promise<FindFile> {
  const find = await openClientFiles('public', null)
  const identity = new TextEncoder().encode(VERIFIER_PAGE)
  return async (path) =>
    path === `/${VERIFIER_FILE}` ? { identity, brotli: null, gzip: null } : find(path)
}

/** Starts the server with a tiny client build. */
async function startClasp(environment: Record<string, string>): Promise<string> {
  const server = await startBareServer({
    config: getConfig(environment),
    client: { ...emptyClient(), findFile: await openTinyClient() },
    frameAncestors: TELEGRAM_WEB_ORIGINS,
  })
  onTestFinished(() => server.close())
  return `http://127.0.0.1:${server.port}`
}

/** Verifies a delivery with the library, as an operator's receiver does. */
function verify(secret: string, { headers, body }: SiteRequest): { status: number } {
  const signed = {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  }
  try {
    new Webhook(secret).verify(body, signed)
    return { status: 204 }
  } catch {
    return { status: 401 }
  }
}
