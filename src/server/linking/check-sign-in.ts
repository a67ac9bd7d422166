import type { EvmAccount } from '#shared/evm-account.ts'
import type { SignIn, SignInTerms } from '#shared/sign-in.ts'
import { accountId } from '#proof/account-id.ts'
import { isTime } from '#proof/is-time.ts'
import { joinEvmMessage } from '#proof/evm/sign-in-message.ts'

/** How far the device's clock may be from ours, in milliseconds. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/** Both names of the format, which wallets use for the same text (CAIP-74). */
const FORMATS: ReadonlySet<string> = new Set(['caip122', 'eip4361'])

type ExpectedSignIn = {
  /** What the wallet was asked to sign. */
  terms: SignInTerms
  /** The account that the wallet has shared, with its checksum. */
  account: EvmAccount
  /** When the attempt was made: Unix time in milliseconds, as `now`. */
  createdAt: number
  now: number
}

/** The field that is not as expected; or the message that the wallet says it signed, and its signature. */
export type SignInVerdict =
  | { ok: false; field: string }
  | { ok: true; message: string; signature: string }

/**
 * Compares every field of a wallet's sign-in with what the server asked for, and writes the message anew from the
 * server's own values. Nothing of the wallet's gets into it but the time, and that only in the form that we write. The
 * caller's next step is to check the signature of this message.
 *
 * @see https://chainagnostic.org/CAIPs/caip-74 and caip-122
 */
export function checkSignIn({ h, p, s }: SignIn, expected: ExpectedSignIn): SignInVerdict {
  const { terms, account } = expected
  if (account.chainId !== terms.chainId) return { ok: false, field: 'chainId' }
  if (!FORMATS.has(h.t)) return { ok: false, field: 'h.t' }
  // A contract's signature; such accounts are asked separately.
  if (s.t !== 'eip191') return { ok: false, field: 's.t' }
  const claims = { ...p, resources: JSON.stringify(p.resources) }
  for (const [field, value] of getExpectedClaims(terms, account))
    if (claims[field] !== value) return { ok: false, field }
  if (p.nbf != null) return { ok: false, field: 'nbf' }
  const issuedAt = readTime(p.iat ?? '', expected)
  if (issuedAt === null) return { ok: false, field: 'iat' }
  return { ok: true, message: joinEvmMessage(terms, { account, issuedAt }), signature: s.s }
}

function getExpectedClaims(terms: SignInTerms, account: EvmAccount) {
  return [
    ['iss', `did:pkh:${accountId({ family: 'evm', ...account })}`],
    ['domain', terms.domain],
    ['aud', terms.uri],
    ['version', '1'],
    ['nonce', terms.nonce],
    ['statement', terms.statement],
    ['requestId', terms.requestId],
    ['exp', terms.expiresAt],
    ['resources', JSON.stringify(terms.resources)],
  ] as const
}

/** Null for a time in another form than ours, or one that cannot be when the attempt's wallet was asked. */
function readTime(text: string, { createdAt, now }: ExpectedSignIn): number | null {
  if (!isTime(text)) return null
  const time = Date.parse(text)
  const isPossible = time >= createdAt - CLOCK_TOLERANCE_MS && time <= now + CLOCK_TOLERANCE_MS
  return isPossible ? time : null
}
