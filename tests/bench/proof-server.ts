import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeServer, type ServerParts } from '#server/compose-server.ts'
import { hashToken } from '#server/http/admission.ts'
import { createShell } from '#server/http/shell.ts'
import { listen } from '#server/process/listen.ts'
import { createLog } from '#server/log/log.ts'
import { createMemoryRateLimits } from '#server/store/database/rate-limits.ts'
import { openConfiguredStore } from '#server/process/open-database.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { getDigest } from '#server/proofs/build-proof.ts'
import type { StoredAttempt } from '#server/store/rows/attempt-rows.ts'
import type { Store } from '#server/store/store.ts'
import { emptyClient, noFile } from '#tests/support/empty-client.ts'
import { getConfig } from '#tests/support/get-config.ts'
import { linkSample, sampleMember } from '#tests/support/store-samples.ts'
import { createTestTelegramChats } from '#tests/support/telegram-chats.ts'
import { createTestTonChain } from '#tests/support/ton-chain.ts'
import { INSTANT_CHAINS } from './instant-chains.ts'
import type { Ready, Seed, SeedAttempt } from './proof-messages.ts'
import { telegramId } from './seed-database.ts'

let callers = 0
const HANDED = 500

/** The real HTTP side over a real SQLite file in a process of its own, as in production. */
process.once('message', (seed: Seed) => void start(seed))

async function start({ attempts: seeds, publicUrl }: Seed): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'clasp-bench-'))
  const config = getConfig({
    BOT_TOKEN: '1234567890:AAbenchBENCHbenchBENCHbenchBENCHben_-x',
    PUBLIC_URL: publicUrl,
    DATABASE_URL: `file:${join(directory, 'clasp.db')}`,
    DATA_KEY: randomBytes(32).toString('hex'),
    EVM: 'in-app',
    EVM_CHAINS: INSTANT_CHAINS.ids.join(),
    REOWN_PROJECT_ID: randomBytes(16).toString('hex'),
    TON_TEXT_BINDING: 'off',
  })
  const log = createLog('silent')
  const store = await openConfiguredStore(config, log)
  const attempts = await Promise.all(seeds.map((seed, index) => prepare(store, seed, index)))
  const digests = await handOut(store)
  const listener = await listen(await createApp({ config, log, store }), {
    host: '127.0.0.1',
    port: 0,
  })
  process.once('disconnect', () => void stop())
  process.send?.({ port: listener.port, attempts, digests } satisfies Ready)

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

/** Digests of proofs whose statuses can be asked. */
async function handOut(store: Store): Promise<string[]> {
  const digests: string[] = []
  for (let count = 0; count < HANDED; count += 1) {
    const { id } = await linkSample(store, (await sampleMember(store)).id)
    const proof = await store.handOutProof(id, getDigest, Date.now())
    const digest = proof && getDigest(proof)
    if (!digest) throw new Error('a sample has no proof')
    digests.push(Buffer.from(digest).toString('base64url'))
  }
  return digests
}

async function fixAccount(
  store: Store,
  { id, userId }: StoredAttempt,
  { account, message }: Extract<SeedAttempt, { family: 'evm' }>,
): Promise<void> {
  const fixed = { account: { family: 'evm', ...account }, message, expiresAt: null } as const
  await store.fixAccount({ id, userId }, fixed, Date.now())
}

async function createApp(parts: Pick<ServerParts, 'config' | 'log' | 'store'>) {
  const { app } = await composeServer({
    ...parts,
    now: Date.now,
    metrics: createMetrics(),
    tonChain: createTestTonChain(),
    evmChains: INSTANT_CHAINS,
    safeService: null,
    telegramLogin: null,
    chats: createTestTelegramChats(),
    sendFile: () => Promise.resolve({ outcome: 'delivered' }),
    bot: { username: 'clasp_bot', isReady: () => true, webhook: () => Promise.reject(new Error()) },
    fetchPublic: fetch,
    walletsListUrl: parts.config.publicUrl,
    createShell: (boot, tonWallets) =>
      createShell({ ...emptyClient(), ...parts, boot, tonWallets }),
    findFile: noFile,
    // Each request has an address of its own, as that of another member.
    findCaller: () => ({ address: `bench-${(callers += 1)}`, isShared: false }),
    frameAncestors: [],
    evmRelayUrl: null,
    addressRates: createMemoryRateLimits(),
    random: Math.random,
    onEvent: () => undefined,
    findStop: () => null,
  })
  return app
}
