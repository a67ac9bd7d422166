import type { TonTextBinding } from '#shared/boot.ts'
import { type BadVariable, createReader, type ConfigReader } from './config-reader.ts'
import type { Environment } from './environment.ts'
import { type EvmConfig, readEvm } from './evm-config.ts'
import type { AddressRange } from '../network/address-range.ts'
import type { LogLevel } from '../log/log-level.ts'
import type { Retention } from '../store/upkeep/sweep.ts'
import type { OwnNetwork } from '../network/own-network.ts'
import type { LoginClient } from '../telegram-login/telegram-login.ts'
import { readTon, type TonConfig } from './ton-config.ts'
import {
  type ADMIN_NAMES,
  DATABASE_URL_DEFAULT,
  type REQUESTS_POLICIES,
  type TELEGRAM_ENVIRONMENTS,
} from './variables.ts'

/** The Bot API server, and the token of the bot. */
export type BotServer = {
  token: string
  /** Bot API server, no trailing slash. */
  apiRoot: string
  /** `prod` unless given. */
  environment?: (typeof TELEGRAM_ENVIRONMENTS)[number]
}

/** How the bot receives updates. `off` leaves them to the operator's own running bot. */
export type BotConfig = BotServer &
  ({ mode: 'webhook'; secret: string } | { mode: 'polling' } | { mode: 'off' })

/** The settings that open the database. */
type DatabaseConfig = {
  /** 32 bytes. Everything personal in the database is encrypted under it, or while it is changed under the second one. */
  dataKey: Uint8Array
  secondDataKey: Uint8Array | null
  /** `file:` for SQLite, `postgres:` for Postgres. */
  databaseUrl: string
  /** Maximum number of open connections of this process; Postgres only. */
  poolSize: number
}

/** `delivers`: whether events are posted to a webhook. */
export type StoreConfig = DatabaseConfig & { delivers: boolean }

export type Config = DatabaseConfig & {
  appName: string
  /** What members link a wallet for, in the operator's words; null where they say nothing. */
  purpose: string | null
  /** BotFather's short name of the Mini App; null when it is the bot's main app. */
  appShortName: string | null
  /** Origin under which members reach this server: scheme, host and port, no trailing slash. */
  publicUrl: string
  bot: BotConfig
  /** The client of Log In With Telegram; null where the operator does not use it. */
  telegramLogin: LoginClient | null
  evm: EvmConfig
  /** Whether a TON wallet must sign a text that names the Telegram account, after its proof. */
  tonText: TonTextBinding
  ton: TonConfig
  /** The Safe service to query for the Safes of a key and for signatures that owners gave elsewhere; null for none. */
  safe: SafeConfig | null
  /** How long a start waits for the database and Telegram to come up, in milliseconds. */
  startTimeoutMs: number
  /** Folder for assets that the servers of all versions share; null for the folder of this build. */
  buildsDirectory: string | null
  http: { host: string; port: number; trustedProxies: readonly AddressRange[] }
  logLevel: LogLevel
  /** Where events are delivered; null when the host polls for them instead. */
  webhook: WebhookConfig | null
  /** Telegram ids of the members who see the admin view. */
  adminIds: ReadonlySet<string>
  /** Whether admins see who the members are. */
  adminNames: AdminNames
  /** Origins of the sites for which members may fetch tokens. */
  tokenAudiences: ReadonlySet<string>
  metricsAccess: MetricsAccess
  requests: RequestsPolicy
  chatsPolicy: ChatsPolicy
  operator: OperatorConfig
  retention: Retention
}

/**
 * Where `/metrics` is served, and its bearer token. Beside everything else it needs one; on an address of its own the
 * token is optional. Null: nowhere.
 */
type MetricsAccess =
  | { listen: null; token: string }
  | { listen: { host: string; port: number }; token: string | null }
  | null

/** A Safe Transaction Service, and the key to it. */
export type SafeConfig = { apiUrl: string; apiKey: string | null }

/** `off`: admins see counts, and no member; nothing is stored by which a member is found by name. */
type AdminNames = (typeof ADMIN_NAMES)[number]

/** Who may make connect requests. `admins`: administrators of the chat that it is for, and admins. */
export type RequestsPolicy = (typeof REQUESTS_POLICIES)[number]

/**
 * In which groups requests may be made. `known`: where an admin is an administrator; or Telegram's ids of the groups.
 */
export type ChatsPolicy = 'any' | 'known' | ReadonlySet<string>

/** The operator's receiver of events (Standard Webhooks 1.0). */
export type WebhookConfig = {
  url: string
  /** `whsec_…`, the newest first; two during a rotation. Every delivery is signed with each. */
  secrets: readonly [string, ...string[]]
  /** Where it may be in the operator's own network. */
  ownNetwork: OwnNetwork
}

/** The operator, who answers for the members' data, as `/privacy` and `/terms` name them. */
export type OperatorConfig = {
  name: string
  /** Contact of the operator: an address or a link; null leads to the bot. */
  contact: string | null
}

export type ConfigVerdict<T = Config> = { ok: true; config: T } | { ok: false; bad: BadVariable[] }

const SAFE_API_URL = 'https://api.safe.global/tx-service'

const SECOND_MS = 1_000
const DAY_MS = 24 * 60 * 60 * SECOND_MS

/**
 * Parses the environment into one of the valid configurations, or lists every variable that is missing or malformed.
 * Security parameters have no default: the server does not start without them.
 */
export function parseConfig(environment: Environment): ConfigVerdict {
  const reader = createReader(environment)
  // It is used with each URL; here a malformed one is reported.
  reader.optional('HTTP_ALLOW_HOSTS', null)
  const appName = reader.optional('APP_NAME', 'Clasp')
  const config = {
    ...readDatabase(reader),
    appName,
    purpose: reader.optional('PURPOSE', null),
    appShortName: reader.optional('APP_SHORT_NAME', null),
    publicUrl: reader.required('PUBLIC_URL'),
    bot: readBot(reader),
    telegramLogin: readTelegramLogin(reader),
    evm: readEvm(reader),
    tonText: reader.optional('TON_TEXT_BINDING', 'offer'),
    ton: readTon(reader),
    safe: readSafe(reader),
    startTimeoutMs: reader.optional('START_TIMEOUT_SECONDS', 120) * SECOND_MS,
    buildsDirectory: reader.optional('BUILDS_DIR', null),
    http: readHttp(reader),
    logLevel: reader.optional('LOG_LEVEL', 'info'),
    webhook: readWebhook(reader),
    adminIds: reader.optional('ADMIN_IDS', new Set<string>()),
    adminNames: reader.optional('ADMIN_NAMES', 'on'),
    tokenAudiences: reader.optional('TOKEN_AUDIENCES', new Set<string>()),
    metricsAccess: readMetricsAccess(reader),
    requests: reader.optional('REQUESTS', 'admins'),
    chatsPolicy: reader.optional('CHATS', 'any'),
    operator: {
      name: reader.optional('OPERATOR_NAME', appName),
      contact: reader.optional('OPERATOR_CONTACT', null),
    },
    retention: {
      attemptsMs: reader.optional('ATTEMPT_RETENTION_DAYS', 1) * DAY_MS,
      eventsMs: reader.optional('EVENT_RETENTION_DAYS', 30) * DAY_MS,
      idleMembersMs: reader.optional('MEMBER_RETENTION_DAYS', 90) * DAY_MS,
    },
  }
  return verdict(config, reader)
}

/** The part of the configuration that is enough to open the store. */
export function parseStoreConfig(environment: Environment): ConfigVerdict<StoreConfig> {
  const reader = createReader(environment)
  const delivers = reader.optional('WEBHOOK_URL', null) !== null
  return verdict({ ...readDatabase(reader), delivers }, reader)
}

type Incomplete<T> = { [K in keyof T]: T[K] | undefined }

function verdict<T extends object>(config: Incomplete<T>, { bad }: ConfigReader): ConfigVerdict<T> {
  return bad.length === 0 && isComplete(config) ? { ok: true, config } : { ok: false, bad }
}

function isComplete<T extends object>(config: Incomplete<T>): config is T {
  return Object.values(config).every((value) => value !== undefined)
}

function readHttp(reader: ConfigReader): Config['http'] {
  return {
    host: reader.optional('HOST', '127.0.0.1'),
    port: reader.optional('PORT', 3000),
    trustedProxies: reader.optional('TRUSTED_PROXIES', []),
  }
}

function readMetricsAccess(reader: ConfigReader): MetricsAccess {
  const token = reader.optional('METRICS_TOKEN', null)
  const listen = reader.optional('METRICS_LISTEN', null)
  if (listen !== null) return { listen, token }
  return token === null ? null : { listen, token }
}

function readDatabase(reader: ConfigReader): Incomplete<DatabaseConfig> {
  const [dataKey, secondDataKey = null] = reader.required('DATA_KEY') ?? []
  return {
    databaseUrl: reader.optional('DATABASE_URL', DATABASE_URL_DEFAULT),
    dataKey,
    secondDataKey,
    poolSize: reader.optional('DATABASE_POOL_SIZE', 10),
  }
}

/** Reads each secret even where it is not needed, so that a malformed one is always reported. */
function readBot(reader: ConfigReader): BotConfig | undefined {
  const token = reader.required('BOT_TOKEN')
  const apiRoot = reader.optional('TELEGRAM_API_ROOT', 'https://api.telegram.org')
  const environment = reader.optional('TELEGRAM_ENVIRONMENT', 'prod')
  const mode = reader.optional('BOT_MODE', 'polling')
  if (mode !== 'webhook') {
    reader.optional('TELEGRAM_WEBHOOK_SECRET', null)
    return token === undefined ? undefined : { token, apiRoot, environment, mode }
  }
  const secret = reader.required('TELEGRAM_WEBHOOK_SECRET')
  if (token === undefined || secret === undefined) return undefined
  return { token, apiRoot, environment, mode, secret }
}

/** Each needs the other. */
function readTelegramLogin(reader: ConfigReader): LoginClient | null | undefined {
  const [id, secret] = ['TELEGRAM_LOGIN_CLIENT_ID', 'TELEGRAM_LOGIN_CLIENT_SECRET'] as const
  if (reader.optional(id, null) === null && reader.optional(secret, null) === null) return null
  const clientId = reader.required(id)
  const clientSecret = reader.required(secret)
  return clientId === undefined || clientSecret === undefined
    ? undefined
    : { clientId, clientSecret }
}

/**
 * No service is queried unless the operator enables it, because each query reveals a member's address to the service.
 */
function readSafe(reader: ConfigReader): SafeConfig | null {
  const url = reader.optional('SAFE_API_URL', null)
  const apiKey = reader.optional('SAFE_API_KEY', null)
  return url === null && apiKey === null ? null : { apiUrl: url ?? SAFE_API_URL, apiKey }
}

/** Nothing is delivered unsigned, so a URL without a secret stops the start. */
function readWebhook(reader: ConfigReader): WebhookConfig | null | undefined {
  const url = reader.optional('WEBHOOK_URL', null)
  const ownNetwork = reader.optional('WEBHOOK_ALLOW_HOSTS', new Set<string>())
  if (url === null) {
    reader.optional('WEBHOOK_SIGNING_SECRET', null)
    return null
  }
  const secrets = reader.required('WEBHOOK_SIGNING_SECRET')
  return secrets === undefined ? undefined : { url, secrets, ownNetwork }
}
