import { randomBytes } from 'node:crypto'
import type { Store, StoredUser, TelegramProfile } from '#server/store/store.ts'
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

/** A fresh attempt of the member, good for five minutes. */
export async function sampleAttempt(store: Store, userId: string, now = NOON): Promise<string> {
  const attempt = await store.createAttempt(
    { userId, nonce: randomBytes(32).toString('base64url'), now, expiresAt: now + 5 * MINUTE },
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

/** Attempt and link in one go. */
export async function proveWallet(store: Store, userId: string, proven = sampleWallet()) {
  const attemptId = await sampleAttempt(store, userId)
  const outcome = await store.linkWallet(sampleLink({ attemptId, userId }, proven))
  return { attemptId, outcome, proven }
}
