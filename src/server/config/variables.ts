import ipaddr from 'ipaddr.js'
import * as v from 'valibot'
import { isLoopback } from '#shared/site.ts'
import { EVM_POLICIES, TON_TEXT_BINDINGS } from '#shared/boot.ts'
import { GroupIdSchema } from '#shared/group-id.ts'
import { AudienceSchema } from '#shared/member-token.ts'
import { TelegramIdSchema } from '#shared/user.ts'
import type { Environment } from './environment.ts'
import { isPrivateNetwork, mayBePlain } from '../network/own-network.ts'
import { isPublicUrl, whyNotPublicUrl } from './public-url.ts'
import { LOG_LEVELS } from '../log/log-level.ts'

/** The database has a folder of its own, so that a backup of that folder does not include `.env`. */
export const DATABASE_URL_DEFAULT = 'file:./data/clasp.db'

const ADMIN_NAMES = ['on', 'off'] as const
export const REQUESTS_POLICIES = ['admins', 'members'] as const
export const TELEGRAM_ENVIRONMENTS = ['prod', 'test'] as const
const BOT_MODES = ['webhook', 'polling', 'off'] as const

const Line = v.pipe(v.string(), v.trim(), v.regex(/^[^\p{Cc}\u2028\u2029]+$/u))
/** Messages that wallets sign contain it. */
const Text = v.pipe(Line, v.maxLength(64))
const List = v.pipe(v.string(), v.transform(splitList))
const BaseUrl = v.pipe(
  v.string(),
  v.check(isServiceUrl),
  v.transform((url) => url.replace(/\/+$/, '')),
)
const DataKey = v.pipe(v.string(), v.transform(decodeKey), v.instance(Uint8Array))
const Days = v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number), v.minValue(1))
/** Standard Webhooks 1.0: `whsec_` and 24 to 64 bytes in base64. */
const SigningSecret = v.pipe(v.string(), v.check(isSigningSecret))
/** A receiver or a node. With more than five nodes, each would have too little of a query's time. */
const KeyedUrl = v.pipe(v.string(), v.check(isKeyedUrl))
const MAX_RPC_URLS = 5
const MAX_PORT = 65_535
/** Every query goes to all of them. */
const MAX_TON_APIS = 3
const TonApiKey = v.pipe(v.string(), v.regex(/^(?:\S{8,256})?$/))
/** EIP-155, as decimal digits that a number holds exactly. */
const ChainId = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number))
const HostName = v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z\d._:[\]-]{1,253}$/))
/** Names, addresses and private networks. */
const Hosts = toSet(v.union([HostName, v.pipe(v.string(), v.check(isPrivateNetwork))]))
const PLAIN = 'http only on loopback, to a name without a dot, and to HTTP_ALLOW_HOSTS'

/** Every variable that the server reads: its schema, and its expected form in the text that the start prints. */
export const VARIABLES = {
  BOT_TOKEN: {
    schema: v.pipe(v.string(), v.regex(/^\d{5,16}:[\w-]{30,64}$/)),
    expected: 'the token that BotFather gave, such as 123456789:AAF…',
  },
  PUBLIC_URL: {
    schema: v.pipe(v.string(), v.check(isPublicUrl)),
    expected:
      'https origin without path or port, such as https://app.example.com: some wallets sign the host without its port (http or a port only on loopback)',
  },
  DATA_KEY: {
    schema: v.pipe(
      someOf(DataKey, 2),
      v.check(([key, second]) => second === undefined || !Buffer.from(key).equals(second)),
    ),
    expected:
      '32 random bytes in hex or base64, such as `openssl rand -hex 32` prints; two different ones, with a comma, while it is changed',
  },
  DATABASE_URL: {
    schema: v.pipe(v.string(), v.regex(/^(?:file:\S+|postgres(?:ql)?:\/\/\S+)$/)),
    expected: 'file:./data/clasp.db for SQLite, or postgres://user:password@host/database',
  },
  EVM: {
    schema: v.picklist(EVM_POLICIES),
    expected: `one of ${EVM_POLICIES.join(', ')} (see "EVM and Telegram's terms" in docs/configuration.md)`,
  },
  REOWN_PROJECT_ID: {
    schema: v.pipe(v.string(), v.toLowerCase(), v.regex(/^[\da-f]{32}$/)),
    expected:
      '32 hex digits: the project id that https://dashboard.reown.com gives (required unless EVM=off)',
  },
  EVM_CHAINS: {
    schema: v.pipe(
      List,
      v.array(ChainId),
      v.check((ids) => new Set(ids).size === ids.length),
      v.readonly(),
    ),
    expected: 'chain ids, with commas, none twice, such as 1,8453',
  },
  TON_TEXT_BINDING: {
    schema: v.picklist(TON_TEXT_BINDINGS),
    expected: `one of ${TON_TEXT_BINDINGS.join(', ')}`,
  },
  TON_NETWORK: {
    schema: v.picklist(['mainnet', 'testnet']),
    expected: 'mainnet or testnet',
  },
  TON_API_URL: {
    schema: v.pipe(
      someOf(BaseUrl, MAX_TON_APIS),
      v.check((urls) => new Set(urls.map(getProvider)).size === urls.length),
    ),
    expected: `1 to ${MAX_TON_APIS} https URLs, with commas, of toncenter APIs on different hosts (${PLAIN})`,
  },
  TON_API_KEY: {
    schema: v.pipe(List, v.array(TonApiKey)),
    expected:
      'API keys with commas, each 8 to 256 characters without spaces, in the order of TON_API_URL; nothing between commas for an API without one',
  },
  SAFE_API_URL: {
    schema: BaseUrl,
    expected: `https URL of a Safe Transaction Service, above its chains (${PLAIN})`,
  },
  SAFE_API_KEY: {
    schema: v.pipe(v.string(), v.regex(/^[\w.~+/=-]{8,2048}$/)),
    expected: 'an API key of https://developer.safe.global, 8 to 2048 characters without spaces',
  },
  TELEGRAM_API_ROOT: {
    schema: BaseUrl,
    expected: `https URL of a Bot API server (${PLAIN})`,
  },
  TELEGRAM_ENVIRONMENT: {
    schema: v.picklist(TELEGRAM_ENVIRONMENTS),
    expected: 'prod, or test for a bot of the test environment of Telegram',
  },
  BOT_MODE: { schema: v.picklist(BOT_MODES), expected: `one of ${BOT_MODES.join(', ')}` },
  TELEGRAM_WEBHOOK_SECRET: {
    schema: v.pipe(v.string(), v.regex(/^[\w-]{16,256}$/)),
    expected: '16 to 256 of A-Z a-z 0-9 _ - (required when BOT_MODE=webhook)',
  },
  TELEGRAM_LOGIN_CLIENT_ID: {
    schema: TelegramIdSchema,
    expected:
      'the Client ID that BotFather shows under Login Widget: digits (required with the secret)',
  },
  TELEGRAM_LOGIN_CLIENT_SECRET: {
    schema: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{8,256}$/)),
    expected: 'the Client Secret that BotFather shows there (required with the id)',
  },
  WEBHOOK_URL: {
    schema: KeyedUrl,
    expected:
      'https URL of your receiver of events (http only on loopback, to a name without a dot, and to WEBHOOK_ALLOW_HOSTS)',
  },
  WEBHOOK_SIGNING_SECRET: {
    schema: someOf(SigningSecret, 2),
    expected:
      'whsec_ and 24 to 64 random bytes in base64; two, with a comma, during a rotation (required with WEBHOOK_URL)',
  },
  WEBHOOK_ALLOW_HOSTS: {
    schema: Hosts,
    expected:
      'host names, addresses and private networks, with commas, where your receiver may be: 10.0.0.0/8, receiver',
  },
  HTTP_ALLOW_HOSTS: {
    schema: Hosts,
    expected:
      'host names, addresses and private networks, with commas, that may be asked over plain http: 10.0.0.0/8, api.internal',
  },
  ADMIN_IDS: {
    schema: toSet(TelegramIdSchema),
    expected: 'Telegram ids, with commas, of those who may see the admin view',
  },
  ADMIN_NAMES: {
    schema: v.picklist(ADMIN_NAMES),
    expected: 'on or off: whether admins see who the members are',
  },
  TOKEN_AUDIENCES: {
    schema: toSet(AudienceSchema),
    expected:
      'origins of sites, with commas, for which members may fetch tokens, such as https://shop.example.com; plain http only on loopback',
  },
  REQUESTS: {
    schema: v.picklist(REQUESTS_POLICIES),
    expected: 'admins or members: who may make connect requests',
  },
  CHATS: {
    schema: v.union([v.picklist(['any', 'known']), toSet(GroupIdSchema)]),
    expected: 'any, known, or Telegram ids of groups, with commas, such as -1001234567890',
  },
  METRICS_TOKEN: {
    schema: v.pipe(v.string(), v.regex(/^\S{16,256}$/)),
    expected: '16 to 256 characters without spaces',
  },
  METRICS_LISTEN: {
    schema: v.pipe(
      v.string(),
      v.regex(/^(?:\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/i),
      v.transform(splitAddress),
      v.check(({ port }) => port <= MAX_PORT),
    ),
    expected: 'address and port, such as 127.0.0.1:9464 or [::1]:9464',
  },
  OPERATOR_NAME: {
    schema: Text,
    expected: '1 to 64 characters: who answers for the data of the members',
  },
  OPERATOR_CONTACT: {
    schema: v.pipe(v.string(), v.trim(), v.regex(/^(?:https:\/\/\S+|[^\s@]+@[^\s@]+)$/)),
    expected: 'e-mail address or https link under which members reach you',
  },
  ATTEMPT_RETENTION_DAYS: { schema: Days, expected: 'days, 1 to 9999' },
  EVENT_RETENTION_DAYS: { schema: Days, expected: 'days, 1 to 9999' },
  MEMBER_RETENTION_DAYS: { schema: Days, expected: 'days, 1 to 9999' },
  APP_SHORT_NAME: {
    schema: v.pipe(v.string(), v.regex(/^\w{3,30}$/)),
    expected: "BotFather's short name of the Mini App, 3 to 30 of A-Z a-z 0-9 _",
  },
  APP_NAME: { schema: Text, expected: '1 to 64 characters in one line' },
  PURPOSE: {
    schema: v.pipe(Line, v.maxLength(140)),
    expected: '1 to 140 characters in one line: what members link a wallet for',
  },
  HOST: {
    schema: v.pipe(v.string(), v.regex(/^[\w.:-]+$/)),
    expected: 'address to listen on, such as 127.0.0.1 or 0.0.0.0',
  },
  PORT: {
    schema: v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(MAX_PORT)),
    expected: 'port number, 0 to 65535',
  },
  TRUSTED_PROXIES: {
    schema: v.pipe(
      List,
      v.array(v.pipe(v.string(), v.check(isNetwork), v.transform(parseNetwork))),
      v.readonly(),
    ),
    expected: 'IP addresses or networks, with commas, such as 127.0.0.1,10.0.0.0/8',
  },
  START_TIMEOUT_SECONDS: {
    schema: v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number)),
    expected: 'seconds, 0 to 9999',
  },
  BUILDS_DIR: {
    schema: v.pipe(v.string(), v.regex(/^\/.+$/)),
    expected: 'absolute path of a folder, such as /data/builds',
  },
  DATABASE_POOL_SIZE: {
    schema: v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1)),
    expected: 'connections to Postgres that one process may have, 1 to 999',
  },
  LOG_LEVEL: { schema: v.picklist(LOG_LEVELS), expected: `one of ${LOG_LEVELS.join(', ')}` },
} as const

export type VariableName = keyof typeof VARIABLES

const RPC_PREFIX = 'EVM_RPC_'

const RpcUrls = someOf(KeyedUrl, MAX_RPC_URLS)

/** Variables whose names end with a chain id, `EVM_RPC_<chain id>`: the nodes of that chain. */
export const RPC_VARIABLES = {
  expected: `1 to ${MAX_RPC_URLS} https URLs, with commas, of nodes of that chain (${PLAIN})`,
  expectedName: `a name that ends with one of EVM_CHAINS, such as ${RPC_PREFIX}1`,
  parse: (text: string, environment: Environment) =>
    withinOwnNetwork(parseText(RpcUrls, text), 'HTTP_ALLOW_HOSTS', environment),
  isName: (name: string) => name.startsWith(RPC_PREFIX),
  nameFor: (chainId: number) => `${RPC_PREFIX}${chainId}`,
  /** Null if no chain can have this id. */
  findChain(name: string): number | null {
    const id = parseText(ChainId, name.slice(RPC_PREFIX.length))
    return id.ok ? id.value : null
  },
}

/** The value of a variable after parsing. */
export type VariableValue<Name extends VariableName> = v.InferOutput<
  (typeof VARIABLES)[Name]['schema']
>

/** The text stays out of the verdict, because it may be a secret. */
export type ParsedVariable<Value> =
  | { ok: true; value: Value }
  /** `expected`: what this text lacks, where its variable can say. */
  | { ok: false; expected?: string }

/** @param environment may name the hosts to which a URL of plain http may lead */
export function parseVariable<Name extends VariableName>(
  name: Name,
  text: string,
  environment: Environment = {},
): ParsedVariable<VariableValue<Name>> {
  const list = name === 'WEBHOOK_URL' ? 'WEBHOOK_ALLOW_HOSTS' : 'HTTP_ALLOW_HOSTS'
  const parsed = parseText<VariableValue<Name>>(VARIABLES[name].schema, text)
  const expected = name === 'PUBLIC_URL' && !parsed.ok ? whyNotPublicUrl(text) : null
  if (expected !== null) return { ok: false, expected }
  return withinOwnNetwork(parsed, list, environment)
}

/** Refuses a URL that leads over plain http to where others may read along. */
function withinOwnNetwork<Value>(
  parsed: ParsedVariable<Value>,
  list: 'WEBHOOK_ALLOW_HOSTS' | 'HTTP_ALLOW_HOSTS',
  environment: Environment,
): ParsedVariable<Value> {
  if (!parsed.ok) return parsed
  const hosts = parseText(Hosts, environment[list] ?? '')
  const named = hosts.ok ? hosts.value : new Set<string>()
  const isSecured = [parsed.value].flat().every((value) => {
    const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null
    return url?.protocol !== 'http:' || mayBePlain(url.hostname, named)
  })
  return isSecured ? parsed : { ok: false }
}

function parseText<Value>(
  schema: v.GenericSchema<string, Value>,
  text: string,
): ParsedVariable<Value> {
  const parsed = v.safeParse(schema, text)
  return parsed.success ? { ok: true, value: parsed.output } : { ok: false }
}

/** Names of all variables that the server reads. */
export const VARIABLE_NAMES = Object.keys(VARIABLES)

/** One or more, with commas. */
function someOf<Entry extends v.GenericSchema<string, unknown>>(entry: Entry, most: number) {
  return v.pipe(List, v.tupleWithRest([entry], entry), v.maxLength(most))
}

function toSet(entry: v.GenericSchema<string, string>) {
  return v.pipe(
    List,
    v.array(entry),
    v.transform((entries): ReadonlySet<string> => new Set(entries)),
  )
}

function isNetwork(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
}

/** An address alone is a network of one. */
function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, 8 * address.toByteArray().length]
}

function splitAddress(text: string): { host: string; port: number } {
  const colon = text.lastIndexOf(':')
  const host = text.slice(0, colon).replace(/^\[(.*)\]$/, '$1')
  return { host, port: Number(text.slice(colon + 1)) }
}

function splitList(text: string): string[] {
  return text.split(',').map((entry) => entry.trim())
}

function decodeKey(text: string): Uint8Array | null {
  const bytes = decodeHex(text) ?? decodeBase64(text)
  const isRandom = new Set(bytes).size > 8
  return bytes?.length === 32 && isRandom ? new Uint8Array(bytes) : null
}

function decodeHex(text: string): Buffer | null {
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : null
}

/** Accepts both alphabets. Node skips characters that are not base64, but a key with a typo must not pass. */
function decodeBase64(text: string): Buffer | null {
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null
}

function isServiceUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username || url.password || url.search || url.hash) return false
  return url.protocol === 'https:' || url.protocol === 'http:'
}

/** All ports of one host belong to one provider, except on this machine. */
function getProvider(url: string): string {
  const { host, hostname } = new URL(url)
  return isLoopback(hostname) ? host : hostname
}

/** The query may hold a key. */
function isKeyedUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.hash) return false
  url.search = ''
  return isServiceUrl(url.href)
}

function isSigningSecret(text: string): boolean {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const { length } = Buffer.from(base64, 'base64')
  return length >= 24 && length <= 64
}
