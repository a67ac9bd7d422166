import { randomBytes } from 'node:crypto'
import type { StoredApiKey } from '#server/store/api-key-store.ts'
import type {
  LinkOutcome,
  Store,
  StoredUser,
  StoredWallet,
  TelegramProfile,
} from '#server/store/store.ts'
import type { AttemptClient } from '#shared/client-platform.ts'
import type { ProvenTonWallet } from '#shared/wallet.ts'

/** A moment at which the tests' clock stands. */
export const NOON = Date.UTC(2026, 10, 20, 12)
export const MINUTE = 60_000

export function sampleProfile(change: Partial<TelegramProfile> = {}): TelegramProfile {
  return {
    telegramId: String(7_000_000_000 + randomBytes(4).readUInt32BE()),
    firstName: 'Zebulon',
    username: 'zebulon_pike',
    language: 'en',
    mayMessage: true,
    ...change,
  }
}

/** A proven wallet, as a rule one that nobody has seen before. */
export function sampleWallet(change: Partial<ProvenTonWallet> = {}): ProvenTonWallet {
  return {
    family: 'ton',
    network: '-239',
    address: `0:${randomBytes(32).toString('hex')}`,
    kind: 'v5r1',
    level: 'key',
    binding: 'domain',
    keySource: 'state-init',
    ...change,
  }
}

export function sampleMember(store: Store): Promise<StoredUser> {
  return store.saveUser(sampleProfile(), NOON)
}

type SampleAttempt = { now?: number; client?: AttemptClient | null; requestCode?: string | null }

/** A fresh attempt of the member, good for five minutes. */
export async function sampleAttempt(
  store: Store,
  userId: string,
  { now = NOON, client = null, requestCode = null }: SampleAttempt = {},
): Promise<string> {
  const attempt = await store.createAttempt(
    {
      userId,
      nonce: randomBytes(32).toString('base64url'),
      client,
      requestCode,
      now,
      expiresAt: now + 5 * MINUTE,
    },
    { limit: 1_000, since: 0 },
  )
  if (attempt === 'too-many-attempts') throw new Error('the sample limit is too low')
  return attempt.id
}

/** What `linkWallet` takes, with an attempt and a day for the holder to answer. */
export function sampleLink(
  attempt: { attemptId: string; userId: string },
  proven: ProvenTonWallet = sampleWallet(),
) {
  return {
    ...attempt,
    proven,
    signature: Uint8Array.from(randomBytes(64)),
    now: NOON,
    consentExpiresAt: NOON + 24 * 60 * MINUTE,
    walletLimit: 10,
  }
}

/** A link's wallet; throws when it was not linked. */
export function linkedWallet(outcome: LinkOutcome | undefined): StoredWallet {
  if (outcome?.outcome !== 'linked') throw new Error(`not linked: ${outcome?.outcome}`)
  return outcome.wallet
}

/** Links a wallet and answers it. */
export async function linkSample(store: Store, userId: string): Promise<StoredWallet> {
  return linkedWallet((await proveWallet(store, userId)).outcome)
}

/** An API key, for what needs one to belong to. */
export async function sampleApiKey(store: Store, name = 'bot'): Promise<StoredApiKey> {
  const hash = Uint8Array.from(randomBytes(32))
  const key = await store.addApiKey({ name, scopes: ['wallets:read'], hash }, NOON)
  if (key === 'name-taken') throw new Error('the sample key exists')
  return key
}

/** A connect request that stays open for an hour. */
export async function sampleRequest(store: Store, keyId: string): Promise<string> {
  const code = `r1_${randomBytes(16).toString('base64url')}`
  await store.createRequest({ code, keyId, now: NOON, expiresAt: NOON + 60 * MINUTE })
  return code
}

/** Attempt and link in one go. */
export async function proveWallet(store: Store, userId: string, proven = sampleWallet()) {
  const attemptId = await sampleAttempt(store, userId)
  const outcome = await store.linkWallet(sampleLink({ attemptId, userId }, proven))
  return { attemptId, outcome, proven }
}
