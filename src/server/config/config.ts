import { type BadVariable, createReader, type ConfigReader } from './config-reader.ts'
import type { Environment } from './environment.ts'
import { readEvm } from './evm-config.ts'
import type { OwnNetwork } from '../network/own-network.ts'
import type { LoginClient } from '../telegram-login/telegram-login.ts'
import { readTon } from './ton-config.ts'
import {
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

/** The settings that open the database, and whether events are posted to a webhook. */
export type StoreConfig = Complete<ReturnType<typeof readDatabase>> & { delivers: boolean }

/** The settings of the server, as {@link readConfig} says them. */
export type Config = Complete<ReturnType<typeof readConfig>>

/** A configuration without a variable that is missing or malformed. */
type Complete<T> = { [K in keyof T]: Exclude<T[K], undefined> }

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
  return verdict(readConfig(reader), reader)
}

function readConfig(reader: ConfigReader) {
  const appName = reader.optional('APP_NAME', 'Clasp')
  return {
    ...readDatabase(reader),
    appName,
    /** What members link a wallet for, in the operator's words; null where they say nothing. */
    purpose: reader.optional('PURPOSE', null),
    /** BotFather's short name of the Mini App; null when it is the bot's main app. */
    appShortName: reader.optional('APP_SHORT_NAME', null),
    /** Origin under which members reach this server: scheme, host and port, no trailing slash. */
    publicUrl: reader.required('PUBLIC_URL'),
    bot: readBot(reader),
    /** The client of Log In With Telegram; null where the operator does not use it. */
    telegramLogin: readTelegramLogin(reader),
    evm: readEvm(reader),
    /** Whether a TON wallet must sign a text that names the Telegram account, after its proof. */
    tonText: reader.optional('TON_TEXT_BINDING', 'offer'),
    ton: readTon(reader),
    /** The Safe service to query for the Safes of a key and for signatures that owners gave elsewhere; null for none. */
    safe: readSafe(reader),
    /** How long a start waits for the database and Telegram to come up, in milliseconds. */
    startTimeoutMs: reader.optional('START_TIMEOUT_SECONDS', 120) * SECOND_MS,
    /** Folder for assets that the servers of all versions share; null for the folder of this build. */
    buildsDirectory: reader.optional('BUILDS_DIR', null),
    http: {
      host: reader.optional('HOST', '127.0.0.1'),
      port: reader.optional('PORT', 3000),
      trustedProxies: reader.optional('TRUSTED_PROXIES', []),
    },
    logLevel: reader.optional('LOG_LEVEL', 'info'),
    /** Where events are delivered; null when the host polls for them instead. */
    webhook: readWebhook(reader),
    /** Telegram ids of the members who see the admin view. */
    adminIds: reader.optional('ADMIN_IDS', new Set<string>()),
    /** `off`: admins see counts, and no member; nothing is stored by which a member is found by name. */
    adminNames: reader.optional('ADMIN_NAMES', 'on'),
    /** Origins of the sites for which members may fetch tokens. */
    tokenAudiences: reader.optional('TOKEN_AUDIENCES', new Set<string>()),
    metricsAccess: readMetricsAccess(reader),
    requests: reader.optional('REQUESTS', 'admins'),
    chatsPolicy: reader.optional('CHATS', 'any'),
    /** The operator, who answers for the members' data, as `/privacy` and `/terms` name them. */
    operator: {
      name: reader.optional('OPERATOR_NAME', appName),
      /** An address or a link; null leads to the bot. */
      contact: reader.optional('OPERATOR_CONTACT', null),
    },
    retention: {
      attemptsMs: reader.optional('ATTEMPT_RETENTION_DAYS', 1) * DAY_MS,
      eventsMs: reader.optional('EVENT_RETENTION_DAYS', 30) * DAY_MS,
      idleMembersMs: reader.optional('MEMBER_RETENTION_DAYS', 90) * DAY_MS,
    },
  }
}

/** The part of the configuration that is enough to open the store. */
export function parseStoreConfig(environment: Environment): ConfigVerdict<StoreConfig> {
  const reader = createReader(environment)
  const delivers = reader.optional('WEBHOOK_URL', null) !== null
  return verdict({ ...readDatabase(reader), delivers }, reader)
}

function verdict<T extends object>(config: T, { bad }: ConfigReader): ConfigVerdict<Complete<T>> {
  return bad.length === 0 && isComplete(config) ? { ok: true, config } : { ok: false, bad }
}

function isComplete<T extends object>(config: T): config is T & Complete<T> {
  return Object.values(config).every((value) => value !== undefined)
}

function readMetricsAccess(reader: ConfigReader): MetricsAccess {
  const token = reader.optional('METRICS_TOKEN', null)
  const listen = reader.optional('METRICS_LISTEN', null)
  if (listen !== null) return { listen, token }
  return token === null ? null : { listen, token }
}

function readDatabase(reader: ConfigReader) {
  const [dataKey, secondDataKey = null] = reader.required('DATA_KEY') ?? []
  return {
    /** `file:` for SQLite, `postgres:` for Postgres. */
    databaseUrl: reader.optional('DATABASE_URL', DATABASE_URL_DEFAULT),
    /** 32 bytes. Everything personal in the database is encrypted under it, or while it is changed under the second one. */
    dataKey,
    secondDataKey,
    /** Maximum number of open connections of this process; Postgres only. */
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
