import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClientBuild, readClientBuild } from '#server/builds/client-build.ts'
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
import { getConfig } from '#tests/support/get-config.ts'
import { sampleCosigning, sampleTonMultisig } from '#tests/support/multisig-samples.ts'
import { linkSample, newRequest, sampleCode, sampleMember } from '#tests/support/store-samples.ts'
import { createTestTellJoins } from '#tests/support/tell-joins.ts'
import { createTestTelegramChats } from '#tests/support/telegram-chats.ts'
import { createTestTonChain } from '#tests/support/ton-chain.ts'
import { INSTANT_CHAINS } from './instant-chains.ts'
import type { Ready, Seed, SeedAttempt } from './proof-messages.ts'
import { telegramId } from './seed-database.ts'

let callers = 0
const HANDED = 500
/** Made by `npm run build`. */
const BUILD = join(import.meta.dirname, '../../dist/current')

/** The real HTTP side over a real SQLite file in a process of its own, as in production. */
process.once('message', (seed: Seed) => void start(seed))

async function start({ attempts: seeds, publicUrl, links }: Seed): Promise<void> {
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
  const codes: string[] = []
  for (let index = 0; index < links; index += 1) codes.push(await makeLink(store, index))
  const client = await readClientBuild({
    client: join(BUILD, 'client'),
    prerender: join(BUILD, 'prerender/prerender.js'),
    builds: null,
  })
  const listener = await listen(await createApp({ config, log, store, client }), {
    host: '127.0.0.1',
    port: 0,
  })
  process.once('disconnect', () => void stop())
  process.on('message', () => process.send?.(readThreadMs()))
  process.send?.({ port: listener.port, attempts, digests, codes } satisfies Ready)

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

/** A request, a card and a cosigning in turn, each of a member of its own. */
async function makeLink(store: Store, index: number): Promise<string> {
  const now = Date.now()
  const { id: userId } = await sampleMember(store)
  const code = sampleCode(index % 3 === 0 ? 'r' : 'c')
  if (index % 3 === 0) {
    const times = { now, expiresAt: now + 3_600_000 }
    return (await store.createRequest(newRequest({ userId }, { code, ...times }))).code
  }
  if (index % 3 === 1) {
    const { id: walletId } = await linkSample(store, userId)
    await store.shareWallet({ code, walletId, userId }, now)
    return code
  }
  const multisig = await store.saveMultisig(sampleTonMultisig(), now)
  return (await sampleCosigning(store, userId, multisig, { now })).code
}

/** Processor time of the main thread so far, whatever else the machine does. Linux only. */
function readThreadMs(): number {
  const [ns] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
  return Number(ns) / 1e6
}

async function fixAccount(
  store: Store,
  { id, userId }: StoredAttempt,
  { account, message }: Extract<SeedAttempt, { family: 'evm' }>,
): Promise<void> {
  const fixed = { account: { family: 'evm', ...account }, message, expiresAt: null } as const
  await store.fixAccount({ id, userId }, fixed, Date.now())
}

type AppParts = Pick<ServerParts, 'config' | 'log' | 'store'> & { client: ClientBuild }

async function createApp({ client, ...parts }: AppParts) {
  const { app } = await composeServer({
    ...parts,
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
    walletsListUrl: parts.config.publicUrl,
    createShell: (boot, tonWallets) => createShell({ ...client, ...parts, boot, tonWallets }),
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
  return app
}
