import { rm } from 'node:fs/promises'
import * as v from 'valibot'
import { createEvmChains } from '#server/chains/evm.ts'
import type { ChatsPolicy, RequestsPolicy, WebhookConfig } from '#server/config/config.ts'
import type { FindFile } from '#server/builds/client-files.ts'
import { createHttp } from '#server/http/create-http.ts'
import { createApiKey } from '#server/http/host/api-key.ts'
import { createShell, type Shell } from '#server/http/shell.ts'
import type { LegalFacts } from '#server/legal/legal-document.ts'
import { createAccounts } from '#server/accounts/create-accounts.ts'
import { createLinking } from '#server/linking/linking.ts'
import { createLog } from '#server/log/log.ts'
import { createMemoryRateLimits } from '#server/store/database/rate-limits.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { createCosignings } from '#server/multisig/create-cosignings.ts'
import { createMultisigs } from '#server/multisig/create-multisigs.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import type { EvmChains } from '#server/chains/evm-chain.ts'
import { createInitDataVerifier } from '#server/http/init-data.ts'
import { createEvmIconSource } from '#server/wallets-list/evm-icons.ts'
import { createWalletIcons, type WalletIcons } from '#server/wallets-list/wallet-icons.ts'
import { createWalletsList } from '#server/wallets-list/wallets-list.ts'
import { EvmAttemptSchema, TonAttemptSchema } from '#shared/attempt.ts'
import type { Family } from '#shared/wallet.ts'
import type { Boot, EvmBoot, EvmPolicy, TonTextBinding } from '#shared/boot.ts'
import { type Scope, SCOPES } from '#shared/api/host/host-endpoint.ts'
import { openSession } from '#shared/api/open-session.ts'
import { noFile } from './empty-client.ts'
import { signInitData } from './init-data.ts'
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

const DAY_MS = 24 * 60 * 60 * 1_000

/** Facts that only the operator knows. */
const LEGAL: Omit<LegalFacts, 'evm'> = {
  appName: 'Clasp <test>',
  operator: { name: 'Harbour & Sons', contact: 'privacy@example.com' },
  retention: { attemptsMs: 3 * DAY_MS, eventsMs: 41 * DAY_MS, idleMembersMs: 117 * DAY_MS },
  botUrl: 'https://t.me/clasp_test_bot',
}

const TEMPLATE =
  '<!doctype html><html lang="en" dir="ltr"><head><title>Clasp</title><script>early()</script><!--boot--></head>' +
  '<body><div id="root"><!--first-screen--></div><template id="outside"><!--outside--></template><template id="chooser"><!--chooser--></template><template id="waiting"><!--waiting--></template></body></html>'

export const ALICE = { id: 100001, first_name: 'Alice', username: 'alice', language_code: 'en' }
export const BOB = { id: 100002, first_name: 'Bob', username: 'bob', language_code: 'ru' }

const noNetwork = () => Promise.reject(new Error('no network in tests'))

type TestServerOptions = {
  /** @default {@link PUBLIC_URL} */
  publicUrl?: string
  /** @default off */
  evm?: EvmPolicy
  /** Used unless `evm` is `off`. @default Ethereum and Base, both unreachable */
  evmChains?: EvmChains
  /** @default offer */
  tonText?: TonTextBinding
  /** The source address of all requests. @default every request has one of its own */
  address?: string
  /** The service that lists the Safes of a key. @default none */
  safeService?: SafeService | null
}

type AskingPolicy = {
  /** @default none */
  adminIds?: ReadonlySet<string>
  /** @default any */
  chatsPolicy?: ChatsPolicy
  /** @default admins */
  requests?: RequestsPolicy
}

function getAskingPolicy({
  adminIds = new Set<string>(),
  chatsPolicy = 'any',
  requests = 'admins',
}: AskingPolicy) {
  return { adminIds, chatsPolicy, requests }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

type IconsWire = Omit<Parameters<typeof createWalletIcons>[0], 'source'>

function createEvmIcons(evm: EvmBoot | null, wire: IconsWire): WalletIcons | null {
  if (evm === null) return null
  const registry = { registryOrigin: 'https://registry.example', projectId: evm.projectId }
  const source = createEvmIconSource({ ...registry, publicUrl: PUBLIC_URL, ...wire })
  return createWalletIcons({ source, ...wire })
}

/**
 * Starts the real HTTP side over a real database in a temporary folder. Only Telegram and the TON chain
 * are simulated. The test controls the clock.
 */
export async function startTestServer(
  options: {
    fetch?: typeof fetch
    databaseUrl?: string
    /** A store to use instead of one at `databaseUrl`. */
    store?: Store
    webhook?: WebhookConfig | null
    metricsToken?: string
    /** @default no files */
    findFile?: FindFile
  } & AskingPolicy &
    TestServerOptions = {},
) {
  const directory = await makeDatabaseFolder('clasp-http-')
  const clock = { now: Date.UTC(2026, 10, 20, 12) }
  const now = () => clock.now
  const logLines: string[] = []
  const log = createLog('trace', { write: (line) => void logLines.push(line) })
  const store =
    options.store ??
    (await openStore({
      databaseUrl: options.databaseUrl ?? (await createSqliteDatabase(directory)),
      dataKey: new Uint8Array(32).map((_, index) => index * 7 + 1),
      delivers: Boolean(options.webhook),
    }))
  const tonChain = createTestTonChain()
  const telegram = createTestTelegramChats()
  const files = createTestFiles()
  const { evmChains, boot, publicUrl } = decide(options)
  const wire = { fetch: options.fetch ?? noNetwork, log, now }
  const walletsList = createWalletsList({
    sourceUrl: 'https://list.example/wallets-v2.json',
    publicUrl,
    ...wire,
  })
  const caller = { address: options.address ?? '', isShared: false }
  let callers = 0
  const addressRates = createMemoryRateLimits()
  const events = { count: 0 }
  const metrics = createMetrics()
  const readiness = { isBotReady: true, isStopping: false }
  const multisigSide = {
    store,
    log,
    now,
    tonChain,
    evmChains,
    safeService: options.safeService ?? null,
    publicUrl,
    appName: boot.appName,
    onEvent: () => void (events.count += 1),
    chats: telegram,
  }
  const multisigs = createMultisigs(multisigSide)
  const cosignings = createCosignings({ ...multisigSide, multisigs })
  const accounts = createAccounts(multisigSide)
  const { policy } = boot
  const linking = createLinking({ ...multisigSide, multisigs, cosignings, policy, metrics })
  const app = createHttp({
    ...multisigSide,
    sendFile: files.send,
    ...getAskingPolicy(options),
    verifyInitData: createInitDataVerifier(BOT_TOKEN),
    telegramKey: TELEGRAM.publicKey,
    linking,
    multisigs,
    accounts,
    cosignings,
    boot,
    shell: await shellFor(boot),
    walletsList,
    walletIcons: createWalletIcons({ source: walletsList.icons, ...wire }),
    evmIcons: createEvmIcons(boot.evm, wire),
    legal: { ...LEGAL, evm: boot.policy.evm },
    findFile: options.findFile ?? noFile,
    webhook: options.webhook ?? null,
    telegramWebhook: null,
    metrics,
    metricsToken: options.metricsToken ?? null,
    isBotReady: () => readiness.isBotReady,
    findStop: () => (readiness.isStopping ? 'server' : null),
    addressRates,
    findCaller: () =>
      options.address === undefined ? { ...caller, address: `caller-${(callers += 1)}` } : caller,
  })

  async function call(
    method: string,
    path: string,
    { token, body }: { token?: string; body?: unknown } = {},
  ) {
    const headers = new Headers()
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    const init: RequestInit = { method, headers }
    if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body)
    return app.request(path, init)
  }

  /** Opens the app, through a link if there is a start parameter. */
  async function open(user: typeof ALICE = ALICE, startParam?: string) {
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

  async function signIn(user: typeof ALICE = ALICE): Promise<string> {
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
    app,
    boot,
    store,
    tonChain,
    telegram,
    files,
    clock,
    logLines,
    events,
    metrics,
    multisigs,
    cosignings,
    walletsList,
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

const shells = new Map<string, Promise<Shell>>()

/** Compressing the pages is the slowest part of a start, so it runs once for each configuration of the page. */
function shellFor(boot: Omit<Boot, 'language'>): Promise<Shell> {
  const key = JSON.stringify(boot)
  const shell =
    shells.get(key) ??
    createShell({
      template: TEMPLATE,
      boot,
      preloads: (language) => [`/assets/${language}.js`],
      chooserPreloads: (language) => [`/assets/${language}-chooser.js`],
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

/** The operator's choices in the forms for the server and for the page. */
function decide({
  evm = 'off',
  evmChains = createUnreachableChains(),
  tonText = 'offer',
  publicUrl = PUBLIC_URL,
}: TestServerOptions) {
  const chains = evm === 'off' ? null : evmChains
  return {
    publicUrl,
    evmChains: chains,
    boot: {
      appName: LEGAL.appName,
      bot: { username: 'clasp_test_bot', appShortName: null },
      policy: { evm, tonNetwork: '-239' as const, tonText },
      evm: chains && { projectId: 'test', chains: [...chains.ids], relayUrl: null },
      manifestUrl: `${publicUrl}/tonconnect-manifest.json`,
      frameOrigins: ['https://web.telegram.org'],
    },
  }
}

function createUnreachableChains(): EvmChains {
  const rpcUrls = ['https://rpc.example'] as const
  return createEvmChains({
    chains: [1, 8453].map((id) => ({ id, rpcUrls })),
    fetch: noNetwork,
  })
}
