import * as v from 'valibot'
import { LoginJwkSchema } from './document.ts'
import type { LoginKey } from './login.ts'

/** With the members beside ours that Telegram's keys have, such as `use` and `ext`. */
const FoundJwkSchema = v.pipe(
  v.looseObject({}),
  v.transform((jwk) =>
    Object.fromEntries(Object.entries(jwk).filter(([name]) => MEMBERS.has(name))),
  ),
  LoginJwkSchema,
)
const MEMBERS: ReadonlySet<string> = new Set(['kty', 'kid', 'alg', 'n', 'e', 'crv', 'x', 'y'])
const JwksSchema = v.pipe(v.string(), v.parseJson(), v.object({ keys: v.array(v.unknown()) }))

/** Keys that a verifier's user names: those of a JWK set (RFC 7517, section 5) by which a login can be signed. */
export function parseLoginKeys(jwks: string): LoginKey[] {
  const set = v.safeParse(JwksSchema, jwks)
  if (!set.success) return []
  return set.output.keys.flatMap((jwk) => {
    const read = v.safeParse(FoundJwkSchema, jwk)
    return read.success ? [{ name: 'named', jwk: read.output }] : []
  })
}
