import * as v from 'valibot'
import { MAX_HOST, parseSite } from './site.ts'
import type { Binding, LinkLevel } from './wallet.ts'

/** The site that a token is for, by its origin, in the form of `PUBLIC_URL`. Sites compare it with `aud`. */
export const AudienceSchema = v.pipe(
  v.string(),
  v.maxLength('https://'.length + MAX_HOST),
  v.check((origin) => parseSite(origin) !== null),
)

/** A JWT for one site, signed by a key of `/.well-known/jwks.json`. */
export const MemberTokenSchema = v.object({
  token: v.string(),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
})
export type MemberToken = v.InferOutput<typeof MemberTokenSchema>

/** A wallet in the claim `wallets`. */
export type TokenWallet = {
  /** In CAIP-10. */
  account: string
  level: LinkLevel
  binding: Binding
  verifiedAt: string
  /** Digest of the proof; null where no document can be made of it. */
  proof: string | null
}
