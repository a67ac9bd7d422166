import { createAccounts } from '#server/accounts/create-accounts.ts'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Boot } from '#shared/boot.ts'
import { createHttp } from '#server/http/create-http.ts'
import { hashToken } from '#server/http/admission.ts'
import { createShell } from '#server/http/shell.ts'
import { listen } from '#server/process/listen.ts'
import { createLinking } from '#server/linking/linking.ts'
import { createLog } from '#server/log/log.ts'
import { createMemoryRateLimits } from '#server/store/database/rate-limits.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { createMultisigParts } from '#server/multisig/create-multisig-parts.ts'
import { openStore } from '#server/store/open-store.ts'
import type { StoredAttempt } from '#server/store/rows/attempt-rows.ts'
import type { Store } from '#server/store/store.ts'
import { createWalletIcons } from '#server/wallets-list/wallet-icons.ts'
import { createWalletsList } from '#server/wallets-list/wallets-list.ts'
import { noFile } from '#tests/support/empty-client.ts'
import { createTestTelegramChats } from '#tests/support/telegram-chats.ts'
import { createTestTonChain } from '#tests/support/ton-chain.ts'
import { INSTANT_CHAINS } from './instant-chains.ts'
import type { Ready, Seed, SeedAttempt } from './proof-messages.ts'
import { telegramId } from './seed-database.ts'

let callers = 0

/** The real HTTP side over a real SQLite file in a process of its own, as in production. */
process.once('message', (seed: Seed) => void start(seed))

async function start({ attempts: seeds, publicUrl }: Seed): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'clasp-bench-'))
  const store = await openStore({
    databaseUrl: `file:${join(directory, 'clasp.db')}`,
    dataKey: createHash('sha256').update('bench').digest(),
    delivers: false,
  })
  const attempts = await Promise.all(seeds.map((seed, index) => prepare(store, seed, index)))
  const listener = await listen(await createApp(store, publicUrl), { host: '127.0.0.1', port: 0 })
  process.once('disconnect', () => void stop())
  process.send?.({ port: listener.port, attempts } satisfies Ready)

  async function stop(): Promise<void> {
    await listener.close()
    await store.close()
    await rm(directory, { recursive: true, force: true })
  }
}

/** A member of its own for each proof, with a session and an attempt. */
async function prepare(store: Store, seed: SeedAttempt, index: number) {
  const now = Date.now()
  const profile = {
    firstName: `Member ${index}`,
    username: null,
    language: 'en',
    mayMessage: null,
  } as const
  const user = await store.saveUser({ ...profile, telegramId: telegramId(index) }, now)
  const token = randomBytes(32).toString('base64url')
  const expiresAt = now + 3_600_000
  await store.openSession({ tokenHash: hashToken(token), userId: user.id, expiresAt })
  const nonce = seed.family === 'ton' ? seed.nonce : String(index)
  const { family } = seed
  const blank = { client: null, requestCode: null, cosign: null, message: null }
  const attempt = await store.createAttempt(
    { ...blank, userId: user.id, family, nonce, now, expiresAt },
    { limit: 1, since: 0 },
  )
  if (attempt === 'too-many-attempts') throw new Error('the seed must not meet the limit')
  if (seed.family === 'evm') await fixAccount(store, attempt, seed)
  return { token, id: attempt.id }
}

async function fixAccount(
  store: Store,
  { id, userId }: StoredAttempt,
  { account, message }: Extract<SeedAttempt, { family: 'evm' }>,
): Promise<void> {
  const fixed = { account: { family: 'evm', ...account }, message, expiresAt: null } as const
  await store.fixAccount({ id, userId }, fixed, Date.now())
}

async function createApp(store: Store, publicUrl: string) {
  const log = createLog('silent')
  const tonChain = createTestTonChain()
  const walletsList = createWalletsList({ sourceUrl: publicUrl, publicUrl, fetch, log })
  const boot: Omit<Boot, 'language'> = {
    appName: 'Clasp',
    bot: { username: 'clasp_bot', appShortName: null },
    policy: { evm: 'in-app', tonNetwork: tonChain.network, tonText: 'off' },
    evm: { projectId: 'bench', chains: [1], relayUrl: null },
    manifestUrl: `${publicUrl}/tonconnect-manifest.json`,
    frameOrigins: [],
  }
  const template =
    '<html lang="en" dir="ltr"><title>Clasp</title><!--boot--><!--first-screen--><!--outside--><!--chooser--><!--waiting--></html>'
  const screens = { home: '', chooser: '', outside: '', waiting: '' }
  const parts = {
    store,
    log,
    now: Date.now,
    publicUrl,
    appName: boot.appName,
    tonChain,
    evmChains: INSTANT_CHAINS,
    safeService: null,
    random: Math.random,
    onEvent: () => undefined,
    chats: createTestTelegramChats(),
  }
  const { multisigs, cosignings } = createMultisigParts(parts)
  const metrics = createMetrics()
  const { policy } = boot
  return createHttp({
    store,
    log,
    now: Date.now,
    linking: createLinking({ ...parts, multisigs, cosignings, policy, metrics }),
    multisigs,
    accounts: createAccounts(parts),
    cosignings,
    chats: parts.chats,
    sendFile: () => Promise.resolve({ outcome: 'delivered' }),
    addressRates: createMemoryRateLimits(),
    // Each request has an address of its own, as that of another member.
    findCaller: () => ({ address: `bench-${(callers += 1)}`, isShared: false }),
    requests: 'admins',
    boot,
    publicUrl,
    walletsList,
    tonChain,
    evmChains: INSTANT_CHAINS,
    telegramKey: null,
    verifyInitData: () => ({ ok: false, code: 'init-data-missing' }),
    shell: await createShell({
      template,
      boot,
      renderFirstScreen: () => screens,
      preloads: () => [],
      chooserPreloads: () => [],
    }),
    walletIcons: createWalletIcons({ source: walletsList.icons, fetch, log, now: Date.now }),
    evmIcons: null,
    legal: {
      appName: 'Clasp',
      operator: { name: 'Clasp', contact: null },
      retention: { attemptsMs: 0, eventsMs: 0, idleMembersMs: 0 },
      botUrl: publicUrl,
      evm: 'in-app',
    },
    adminIds: new Set<string>(),
    chatsPolicy: 'any',
    findFile: noFile,
    onEvent: () => undefined,
    webhook: null,
    telegramWebhook: null,
    metrics,
    metricsToken: null,
    isBotReady: () => true,
    findStop: () => null,
  })
}
