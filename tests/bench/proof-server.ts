import { join } from 'node:path'
import { readClientBuild } from '#server/builds/client-build.ts'
import { composeServer } from '#server/compose-server.ts'
import { createShell } from '#server/http/shell.ts'
import { createLog } from '#server/log/log.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { listen } from '#server/process/listen.ts'
import { openConfiguredStore } from '#server/process/open-database.ts'
import { createMemoryRateLimits } from '#server/store/database/rate-limits.ts'
import { getConfig } from '#tests/support/get-config.ts'
import { createTestTelegramChats } from '#tests/support/telegram-chats.ts'
import { createTestTellJoins } from '#tests/support/tell-joins.ts'
import { createTestTonChain } from '#tests/support/ton-chain.ts'
import { INSTANT_CHAINS } from './instant-chains.ts'

/** Made by `npm run build`. */
const BUILD = join(import.meta.dirname, '../../dist/current')

/* The HTTP side and the store of a server in production; no poller runs beside them, and chains answer at once. Its configuration is in the environment. */
const config = getConfig(process.env)
const log = createLog(config.logLevel)
const client = await readClientBuild({
  client: join(BUILD, 'client'),
  prerender: join(BUILD, 'prerender/prerender.js'),
  builds: null,
})
let callers = 0
const { app } = await composeServer({
  config,
  log,
  store: await openConfiguredStore(config, log),
  now: Date.now,
  metrics: createMetrics(),
  tonChain: createTestTonChain(),
  evmChains: INSTANT_CHAINS,
  safeService: null,
  telegramLogin: null,
  chats: createTestTelegramChats(),
  tellJoins: createTestTellJoins(),
  useJoins: () => undefined,
  sendFile: () => Promise.resolve({ outcome: 'delivered' }),
  bot: { username: 'clasp_bot', isReady: () => true, webhook: () => Promise.reject(new Error()) },
  fetchPublic: fetch,
  walletsListUrl: config.publicUrl,
  createShell: (boot, tonWallets) => createShell({ ...client, log, boot, tonWallets }),
  findFile: client.findFile,
  // Each request has an address of its own, as that of another member.
  findCaller: () => ({ address: `bench-${(callers += 1)}`, isShared: false }),
  frameAncestors: [],
  evmRelayUrl: null,
  addressRates: createMemoryRateLimits(),
  random: Math.random,
  onEvent: () => undefined,
  findStop: () => null,
})
await listen(app, config.http)
