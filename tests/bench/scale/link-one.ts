import { randomNonce } from '#server/proofs/random-nonce.ts'
import type { Store } from '#server/store/store.ts'
import type { StoredWallet } from '#server/store/database/stored.ts'
import {
  ATTEMPTS_PER_WINDOW,
  ATTEMPTS_WINDOW_MS,
  CONSENT_TTL_MS,
  TON_ATTEMPT_TTL_MS,
  WALLETS_PER_USER,
} from '#shared/limits.ts'
import { sampleProof } from '#tests/support/proof-samples.ts'
import { sampleWallet } from '#tests/support/store-samples.ts'
import { admitMember } from './admit-member.ts'
import type { ReadyMember } from './scale-messages.ts'

type LinkedOne = { attemptId: string; wallet: StoredWallet }

/** The three calls of a link, as their routes make them: attempt, opened wallet, proof. */
export async function linkOne(store: Store, member: ReadyMember): Promise<LinkedOne> {
  const target = { userId: member.userId, id: await createAttempt(store, member) }
  await admitMember(store, member)
  const opened = { state: 'awaiting-wallet', walletApp: 'tonkeeper' } as const
  await store.advanceAttempt(target, opened, Date.now())
  await admitMember(store, member)
  await store.findAttempt(target.id, target.userId, Date.now())
  const linked = await store.linkWallet({
    attemptId: target.id,
    userId: target.userId,
    proven: sampleWallet(),
    proof: sampleProof(),
    accepted: null,
    now: Date.now(),
    consentExpiresAt: Date.now() + CONSENT_TTL_MS,
    walletLimit: WALLETS_PER_USER,
  })
  if (linked.outcome !== 'linked') throw new Error(`the link came out as ${linked.outcome}`)
  return { attemptId: target.id, wallet: linked.wallet }
}

async function createAttempt(store: Store, member: ReadyMember): Promise<string> {
  const { id: userId } = await admitMember(store, member)
  const now = Date.now()
  const attempt = await store.createAttempt(
    {
      userId,
      family: 'ton',
      nonce: randomNonce(),
      message: null,
      client: { platform: 'ios', version: '9.1' },
      requestCode: null,
      cosign: null,
      now,
      expiresAt: now + TON_ATTEMPT_TTL_MS,
    },
    { limit: ATTEMPTS_PER_WINDOW, since: now - ATTEMPTS_WINDOW_MS },
  )
  if (attempt === 'too-many-attempts') throw new Error('the member has made too many attempts')
  return attempt.id
}
