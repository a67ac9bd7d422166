import { SignJWT } from 'jose'
import { accountId } from '#proof/account-id.ts'
import type { MemberToken, TokenWallet } from '#shared/member-token.ts'
import type { HttpDeps } from './http-deps.ts'
import { readFresh } from './read-fresh.ts'
import { isoTime } from './views.ts'
import { getDigest } from '../proofs/build-proof.ts'
import type { StoredUser, StoredWallet } from '../store/database/stored.ts'
import { getSigningKey, TOKEN_ALGORITHM } from './token-keys.ts'

const TTL_S = 10 * 60
const SECOND_MS = 1_000

/**
 * The operator's word on a member's wallets, for one site, as a JWT. Wallets whose proof does not hold now are left out.
 *
 * @param audience origin of the site
 */
export async function writeToken(
  user: Pick<StoredUser, 'id' | 'telegramId'>,
  audience: string,
  deps: HttpDeps,
): Promise<MemberToken> {
  const { store, publicUrl, now } = deps
  const stored = await readFresh(
    () => store.listWallets(user.id),
    (all) => all,
    deps,
  )
  const proven = stored.filter(({ staleAt }) => staleAt === null)
  const wallets = await Promise.all(proven.map((wallet) => viewTokenWallet(wallet, deps)))
  const issuedAt = Math.floor(now() / SECOND_MS)
  const expiresAt = issuedAt + TTL_S
  const { key, kid } = await getSigningKey(store, now())
  const token = await new SignJWT({ wallets })
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid, typ: 'JWT' })
    .setIssuer(publicUrl)
    .setAudience(audience)
    .setSubject(user.telegramId)
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
