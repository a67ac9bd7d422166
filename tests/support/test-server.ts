import { rm } from 'node:fs/promises'
import * as v from 'valibot'
import { onTestFinished } from 'vitest'
import { createEvmChains } from '#server/chains/evm.ts'
import { composeServer } from '#server/compose-server.ts'
import type { Config } from '#server/config/config.ts'
import type { FindFile } from '#server/builds/client-files.ts'
import { createApiKey } from '#server/http/host/api-key.ts'
import { createShell, type ServerBoot, type Shell } from '#server/http/shell.ts'
import { createLog } from '#server/log/log.ts'
import { createMemoryRateLimits } from '#server/store/database/rate-limits.ts'
import { openConfiguredStore } from '#server/process/open-database.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import type { Store } from '#server/store/store.ts'
import type { TelegramLogin } from '#server/telegram-login/telegram-login.ts'
import { ADA } from './people.ts'
import type { EvmChains } from '#server/chains/evm-chain.ts'
import { EvmAttemptSchema, TonAttemptSchema } from '#shared/attempt.ts'
import type { Family } from '#shared/wallet.ts'
import type { EvmPolicy, TonWalletApp } from '#shared/boot.ts'
import { type Scope, SCOPES } from '#shared/api/host/host-endpoint.ts'
import { openSession } from '#shared/api/open-session.ts'
import { noFile } from './empty-client.ts'
import { getConfig } from './get-config.ts'
import { signInitData } from './init-data.ts'
import { createTestTellJoins } from './tell-joins.ts'
import { createTestTelegramChats } from './telegram-chats.ts'
import { createTestTonChain } from './ton-chain.ts'
import { makeDatabaseFolder } from './make-database-folder.ts'
import { createSqliteDatabase } from './test-databases.ts'
import { TELEGRAM } from './proof-launch.ts'
import { createTestFiles } from './sent-files.ts'
import type { SafeService } from '#server/chains/safe-service.ts'

export const BOT_TOKEN = '1234567890:AAtestTESTtestTESTtestTESTtestTEST_-x'
export const PUBLIC_URL = 'https://app.example.com'
export const DOMAIN = 'app.example.com'

/** What an operator would write; most tests change one policy of it. */
const CONFIG = getConfig({
  BOT_TOKEN,
  PUBLIC_URL,
  DATA_KEY: '01080f161d242b323940474e555c636a71787f868d949ba2a9b0b7bec5ccd3da',
  EVM: 'off',
  APP_NAME: 'Clasp <test>',
  OPERATOR_NAME: 'Harbour & Sons',
  OPERATOR_CONTACT: 'privacy@example.com',
  ATTEMPT_RETENTION_DAYS: '3',
  EVENT_RETENTION_DAYS: '41',
  MEMBER_RETENTION_DAYS: '117',
})

const TEMPLATE =
  '<!doctype html><html lang="en" dir="ltr"><head><title>Clasp</title><script>early()</script><!--boot--></head>' +
  '<body><div id="root"><!--first-screen--></div><template id="outside"><!--outside--></template><template id="chooser"><!--chooser--></template><template id="waiting"><!--waiting--></template><!--link--></body></html>'

const noNetwork = () => Promise.reject(new Error('no network in tests'))

type TestServerOptions = Partial<
  Pick<
    Config,
    | 'adminIds'
    | 'adminNames'
    | 'chatsPolicy'
    | 'databaseUrl'
    | 'metricsAccess'
    | 'publicUrl'
    | 'purpose'
    | 'requests'
    | 'tokenAudiences'
    | 'tonText'
    | 'webhook'
  >
> & {
  /** @default off */
  evm?: EvmPolicy
  /** Used unless `evm` is `off`. @default Ethereum and Base, both unreachable */
  evmChains?: EvmChains
  /** The source address of all requests. @default every request has one of its own */
  address?: string
  /** Log In With Telegram. @default none */
  telegramLogin?: TelegramLogin | null
  /** The service that lists the Safes of a key. @default none */
  safeService?: SafeService | null
  fetch?: typeof fetch
  /** A store to use instead of one at `databaseUrl`. */
  store?: Store
  /** @default no files */
  findFile?: FindFile
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/**
 * Composes the server as production does, over a real database in a temporary folder. Only Telegram, the chains and the
 * network are simulated. The test controls the clock.
 */
export async function startTestServer({
  evm = 'off',
  evmChains = createUnreachableChains(),
  safeService = null,
  telegramLogin = null,
  findFile = noFile,
  fetch = noNetwork,
  address,
  store: openedStore,
  ...settings
}: TestServerOptions = {}) {
  const directory = await makeDatabaseFolder('clasp-http-')
  const clock = { now: Date.UTC(2026, 10, 20, 12) }
  const now = () => clock.now
  const logLines: string[] = []
  const log = createLog('trace', { write: (line) => void logLines.push(line) })
  const databaseUrl = settings.databaseUrl ?? (await createSqliteDatabase(directory))
  const config = { ...CONFIG, ...settings, databaseUrl, evm: getEvmConfig(evm, evmChains) }
  const store = openedStore ?? (await openConfiguredStore(config, log))
  const tonChain = createTestTonChain()
  const telegram = createTestTelegramChats()
  const files = createTestFiles()
  const tellJoins = createTestTellJoins()
  const readers: { kick(): void }[] = []
  const caller = { address: address ?? '', isShared: false }
  let callers = 0
  const addressRates = createMemoryRateLimits()
  const events = { count: 0 }
  const metrics = createMetrics()
  const readiness = { isBotReady: true, isStopping: false }
  const composed = await composeServer({
    config,
    store,
    log,
    now,
    metrics,
    tonChain,
    evmChains: evm === 'off' ? null : evmChains,
    safeService,
    telegramLogin,
    chats: telegram,
    sendFile: files.send,
    tellJoins,
    useJoins: (joins) => void readers.push(joins),
    bot: {
      username: 'clasp_test_bot',
      isReady: () => readiness.isBotReady,
      webhook: () => Promise.reject(new Error('the bot of the tests polls')),
    },
    fetchPublic: fetch,
    walletsListUrl: 'https://list.example/wallets-v2.json',
    createShell: shellFor,
    findFile,
    findCaller: () =>
      address === undefined ? { ...caller, address: `caller-${(callers += 1)}` } : caller,
    frameAncestors: ['https://web.telegram.org'],
    evmRelayUrl: null,
    telegramKey: TELEGRAM.publicKey,
    addressRates,
    random: Math.random,
    onEvent: () => {
      events.count += 1
      for (const reader of readers) reader.kick()
    },
    findStop: () => (readiness.isStopping ? 'server' : null),
  })
  const { app, multisigs } = composed

  async function call(
    method: string,
    path: string,
    {
      token,
      body,
      idempotencyKey,
    }: { token?: string; body?: unknown; idempotencyKey?: string } = {},
  ) {
    const headers = new Headers()
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    const init: RequestInit = { method, headers }
    if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body)
    return app.request(path, init)
  }

  /** Opens the app, through a link if there is a start parameter. */
  async function open(user = ADA, startParam?: string) {
    const initData = signInitData({
      botToken: BOT_TOKEN,
      user,
      authDate: Math.floor(clock.now / 1_000),
      ...(startParam !== undefined && { startParam }),
    })
    const response = await app.request('/api/session', {
      method: 'POST',
      headers: { authorization: `tma ${initData}` },
    })
    return v.parse(openSession.response, await response.json())
  }

  async function signIn(user = ADA): Promise<string> {
    return (await open(user)).token
  }

  async function startAttempt(token: string, family: Family): Promise<unknown> {
    return (await call('POST', '/api/attempts', { token, body: { family } })).json()
  }
  const newAttempt = async (token: string) =>
    v.parse(TonAttemptSchema, await startAttempt(token, 'ton'))
  const newEvmAttempt = async (token: string) =>
    v.parse(EvmAttemptSchema, await startAttempt(token, 'evm'))

  /** Makes a key of the host API as the operator does. */
  async function newKey(scopes: readonly Scope[] = SCOPES): Promise<string> {
    const { key, hash } = createApiKey()
    const stored = await store.addApiKey(
      { name: key.slice(0, 16), scopes: [...scopes], hash },
      now(),
    )
    if (stored === 'name-taken') throw new Error('two keys with one name')
    return key
  }

  let isStoreOpen = true
  async function closeStore() {
    await multisigs.idle()
    if (isStoreOpen) await store.close()
    isStoreOpen = false
  }

  async function close() {
    await closeStore()
    await rm(directory, { recursive: true, force: true })
  }

  return {
    ...composed,
    store,
    tonChain,
    telegram,
    tellJoins,
    files,
    clock,
    logLines,
    events,
    metrics,
    readiness,
    caller,
    addressRates,
    directory,
    call,
    open,
    signIn,
    newAttempt,
    newEvmAttempt,
    newKey,
    closeStore,
    close,
  }
}

/** The same, until the test ends. */
export async function openTestServer(options?: TestServerOptions): Promise<TestServer> {
  const server = await startTestServer(options)
  onTestFinished(() => server.close())
  return server
}

const shells = new Map<string, Promise<Shell>>()

/** Compressing the pages is the slowest part of a start, so it runs once for each configuration of the page. */
function shellFor(boot: ServerBoot, tonWallets: () => TonWalletApp[]): Promise<Shell> {
  const listed = tonWallets()
  const key = JSON.stringify([boot, listed])
  const shell =
    shells.get(key) ??
    createShell({
      template: TEMPLATE,
      boot,
      // Not the list of this server alone: others share the shell.
      tonWallets: () => listed,
      preloads: (language) => [`/assets/${language}.js`],
      chooserPreloads: (language) => [`/assets/${language}-chooser.js`],
      linkPreloads: (language, kind) => [`/assets/${language}-${kind}.js`],
      renderLink: (_, link) => `<p>${JSON.stringify(link)}</p>`,
      log: createLog('silent'),
      renderFirstScreen: ({ language }) => ({
        home: `<p>home ${language}</p>`,
        chooser: `<p>chooser ${language}</p>`,
        outside: `<p>outside ${language}</p>`,
        waiting: `<p>waiting ${language}</p>`,
      }),
    })
  shells.set(key, shell)
  return shell
}

function getEvmConfig(policy: EvmPolicy, { ids }: EvmChains): Config['evm'] {
  if (policy === 'off') return { policy }
  return { policy, projectId: 'test', chains: ids.map((id) => ({ id, rpcUrls: RPC_URLS })) }
}

const RPC_URLS = ['https://rpc.example'] as const

function createUnreachableChains(): EvmChains {
  const chains = [1, 8453].map((id) => ({ id, rpcUrls: RPC_URLS }))
  return createEvmChains({ chains, fetch: noNetwork })
}
