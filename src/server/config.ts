import * as v from 'valibot'
import { EVM_POLICIES, type EvmPolicy } from '#shared/boot.ts'
import type { TonNetwork } from '#shared/wallet.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** How the bot hears of updates. `off` leaves them to the owner's own running bot. */
export type BotConfig = { token: string; apiRoot: string } & (
  | { mode: 'webhook'; secret: string }
  | { mode: 'polling' }
  | { mode: 'off' }
)

export type Config = {
  appName: string
  /** BotFather's short name of the Mini App; null when it is the bot's main app. */
  appShortName: string | null
  /** Origin under which members reach this server: scheme, host and port, no trailing slash. */
  publicUrl: string
  bot: BotConfig
  /** 32 bytes. Everything personal in the database is encrypted under it. */
  dataKey: Uint8Array
  /** `file:` for SQLite, `postgres:` for Postgres. */
  databaseUrl: string
  evm: EvmPolicy
  ton: { network: TonNetwork; apiUrl: string; apiKey: string | null }
  http: { host: string; port: number }
  logLevel: LogLevel
}

/** One variable that cannot be used. The value itself is never repeated: it may be a secret. */
export type BadVariable = { name: string; problem: 'missing' | 'malformed'; expected: string }

export type ConfigVerdict = { ok: true; config: Config } | { ok: false; bad: BadVariable[] }

export type Environment = Record<string, string | undefined>

const TON_NETWORKS = { mainnet: '-239', testnet: '-3' } as const satisfies Record<
  string,
  TonNetwork
>

const TON_API_URLS: Record<TonNetwork, string> = {
  '-239': 'https://toncenter.com',
  '-3': 'https://testnet.toncenter.com',
}

const BotToken = v.pipe(v.string(), v.regex(/^\d{5,16}:[\w-]{30,64}$/))
const WebhookSecret = v.pipe(v.string(), v.regex(/^[\w-]{16,256}$/))
const Origin = v.pipe(v.string(), v.check(isSafeOrigin))
const BaseUrl = v.pipe(
  v.string(),
  v.check(isSafeUrl),
  v.transform((url) => url.replace(/\/+$/, '')),
)
const DataKey = v.pipe(v.string(), v.transform(decodeKey), v.instance(Uint8Array))
const DatabaseUrl = v.pipe(v.string(), v.regex(/^(?:file:\S+|postgres(?:ql)?:\/\/\S+)$/))
const Port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535))
const AppName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64))

/** What each variable should look like, in the words in which the start says it. */
const EXPECTED = {
  BOT_TOKEN: 'the token that BotFather gave, such as 123456789:AAF…',
  PUBLIC_URL: 'https origin without path, such as https://app.example.com (http only on loopback)',
  DATA_KEY: '32 random bytes in hex or base64, such as `openssl rand -hex 32` prints',
  DATABASE_URL: 'file:./clasp.db for SQLite, or postgres://user:password@host/database',
  EVM: `one of ${EVM_POLICIES.join(', ')} (see "EVM and Telegram's terms" in the README)`,
  TON_NETWORK: 'mainnet or testnet',
  TON_API_URL: 'https URL of a toncenter API (http only on loopback)',
  TON_API_KEY: 'an API key without spaces',
  TELEGRAM_API_ROOT: 'https URL of a Bot API server (http only on loopback)',
  BOT_MODE: 'webhook, polling or off',
  WEBHOOK_SECRET: '16 to 256 of A-Z a-z 0-9 _ - (required when BOT_MODE=webhook)',
  APP_SHORT_NAME: "BotFather's short name of the Mini App, 3 to 30 of A-Z a-z 0-9 _",
  APP_NAME: '1 to 64 characters',
  HOST: 'address to listen on, such as 127.0.0.1 or 0.0.0.0',
  PORT: 'port number, 0 to 65535',
  LOG_LEVEL: `one of ${LOG_LEVELS.join(', ')}`,
} as const

type VariableName = keyof typeof EXPECTED

/** Name of every variable that the server reads. */
export const VARIABLE_NAMES = Object.keys(EXPECTED)

/**
 * Parses the environment into one of the valid configurations, or lists every variable that is
 * missing or malformed. Security parameters have no default: without them there is no start.
 */
export function parseConfig(environment: Environment): ConfigVerdict {
  const reader = createReader(environment)
  const network =
    TON_NETWORKS[reader.optional('TON_NETWORK', v.picklist(['mainnet', 'testnet']), 'mainnet')]
  const config = {
    appName: reader.optional('APP_NAME', AppName, 'Clasp'),
    appShortName: reader.optional(
      'APP_SHORT_NAME',
      v.nullable(v.pipe(v.string(), v.regex(/^\w{3,30}$/))),
      null,
    ),
    publicUrl: reader.required('PUBLIC_URL', Origin),
    bot: readBot(reader),
    dataKey: reader.required('DATA_KEY', DataKey),
    databaseUrl: reader.optional('DATABASE_URL', DatabaseUrl, 'file:./clasp.db'),
    evm: reader.required('EVM', v.picklist(EVM_POLICIES)),
    ton: {
      network,
      apiUrl: reader.optional('TON_API_URL', BaseUrl, TON_API_URLS[network]),
      apiKey: reader.optional(
        'TON_API_KEY',
        v.nullable(v.pipe(v.string(), v.regex(/^\S{8,256}$/))),
        null,
      ),
    },
    http: {
      host: reader.optional('HOST', v.pipe(v.string(), v.regex(/^[\w.:-]+$/)), '127.0.0.1'),
      port: reader.optional('PORT', Port, 3000),
    },
    logLevel: reader.optional('LOG_LEVEL', v.picklist(LOG_LEVELS), 'info'),
  }
  return reader.bad.length === 0 && isComplete(config)
    ? { ok: true, config }
    : { ok: false, bad: reader.bad }
}

/** The lines that a failed start prints: one a variable, then the way to see Clasp without any. */
export function explainBadVariables(bad: BadVariable[]): string {
  const width = Math.max(...bad.map(({ name }) => name.length))
  const lines = bad.map(
    ({ name, problem, expected }) => `  ${name.padEnd(width)}  ${problem}: ${expected}`,
  )
  return [
    'Clasp cannot start with this configuration:',
    ...lines,
    'To see it work without any configuration: npm run demo',
  ].join('\n')
}

type Incomplete<T> = { [K in keyof T]: T[K] | undefined }

function isComplete(config: Incomplete<Config>): config is Config {
  return Object.values(config).every((value) => value !== undefined)
}

function readBot(reader: Reader): BotConfig | undefined {
  const token = reader.required('BOT_TOKEN', BotToken)
  const apiRoot = reader.optional('TELEGRAM_API_ROOT', BaseUrl, 'https://api.telegram.org')
  const mode = reader.optional('BOT_MODE', v.picklist(['webhook', 'polling', 'off']), 'polling')
  if (mode !== 'webhook') return token === undefined ? undefined : { token, apiRoot, mode }
  const secret = reader.required('WEBHOOK_SECRET', WebhookSecret)
  return token === undefined || secret === undefined ? undefined : { token, apiRoot, mode, secret }
}

type Reader = ReturnType<typeof createReader>

function createReader(environment: Environment) {
  const bad: BadVariable[] = []
  const refuse = (name: VariableName, problem: BadVariable['problem']) =>
    void bad.push({ name, problem, expected: EXPECTED[name] })

  function required<T>(name: VariableName, schema: v.GenericSchema<unknown, T>): T | undefined {
    const text = environment[name]
    if (text === undefined || text === '') return refuse(name, 'missing') ?? undefined
    const parsed = v.safeParse(schema, text)
    return parsed.success ? parsed.output : (refuse(name, 'malformed') ?? undefined)
  }

  function optional<T>(name: VariableName, schema: v.GenericSchema<unknown, T>, fallback: T): T {
    const text = environment[name]
    return text === undefined || text === '' ? fallback : (required(name, schema) ?? fallback)
  }

  return { bad, required, optional }
}

function decodeKey(text: string): Uint8Array | null {
  const bytes = /^[0-9a-f]{64}$/i.test(text)
    ? Buffer.from(text, 'hex')
    : Buffer.from(text, 'base64')
  const isRandom = new Set(bytes).size > 8
  return bytes.length === 32 && isRandom ? new Uint8Array(bytes) : null
}

function isSafeOrigin(text: string): boolean {
  return isSafeUrl(text) && new URL(text).origin === text
}

function isSafeUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username || url.password || url.search || url.hash) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
