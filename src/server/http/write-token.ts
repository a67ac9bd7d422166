import { SignJWT } from 'jose'
import { accountId } from '#proof/account-id.ts'
import type { MemberToken, TokenWallet } from '#shared/member-token.ts'
import type { HttpDeps } from './http-deps.ts'
import { readFresh } from './read-fresh.ts'
import { isoTime } from './views.ts'
import { getDigest } from '../proofs/build-proof.ts'
import type { StoredWallet } from '../store/database/stored.ts'
import { getSigningKey, TOKEN_ALGORITHM } from './token-keys.ts'

const TTL_S = 10 * 60
const SECOND_MS = 1_000

/** The wallets of a member whose proof holds now. */
export async function readProven(userId: string, deps: HttpDeps): Promise<StoredWallet[]> {
  const wallets = await readFresh(
    () => deps.store.listWallets(userId),
    (all) => all,
    deps,
  )
  return wallets.filter(({ staleAt }) => staleAt === null)
}

type Claims = {
  telegramId: string
  /** From {@link readProven}. */
  proven: readonly StoredWallet[]
  /** Origin of the site. */
  audience: string
}

/** The operator's word on a member's wallets, for one site, as a JWT. */
export async function writeToken(
  { telegramId, proven, audience }: Claims,
  deps: HttpDeps,
): Promise<MemberToken> {
  const { store, publicUrl, now } = deps
  const wallets = await Promise.all(proven.map((wallet) => viewTokenWallet(wallet, deps)))
  const issuedAt = Math.floor(now() / SECOND_MS)
  const expiresAt = issuedAt + TTL_S
  const { key, kid } = await getSigningKey(store, now())
  const token = await new SignJWT({ wallets })
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid, typ: 'JWT' })
    .setIssuer(publicUrl)
    .setAudience(audience)
    .setSubject(telegramId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key)
  return { token, expiresAt: isoTime(expiresAt * SECOND_MS) }
}

/** The digest lets the site ask later whether the link is still there. */
async function viewTokenWallet(
  wallet: StoredWallet,
  { store, now }: HttpDeps,
): Promise<TokenWallet> {
  const { id, level, binding, verifiedAt } = wallet
  const proof = await store.handOutProof(id, getDigest, now())
  const digest = proof?.digest ?? null
  return {
    account: accountId(wallet),
    level,
    binding,
    verifiedAt: isoTime(verifiedAt),
    proof: digest && Buffer.from(digest).toString('base64url'),
  }
}
