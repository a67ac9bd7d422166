import { type Check, checkThat, failed, isRefusal, open, passed } from './check.ts'
import { CLOCKS_DIFFER_S } from './check-time.ts'
import type { ProofDocument } from './document.ts'
import { type LoginKey, readLogin, type SignedLogin } from './login.ts'
import { proofStartParam } from './proof-digest.ts'
import { getTime } from './signed-facts.ts'
import { readLaunch, type SignedLaunch, type TelegramKey } from './telegram.ts'

/** What Telegram signed, in one of the two forms of the format. */
export type SignedByTelegram = SignedLaunch | SignedLogin

/** Whom a verifier trusts as Telegram, and its clock. */
export type TelegramTrust = {
  keys: readonly TelegramKey[]
  loginKeys: readonly LoginKey[]
  /** Unix time in seconds. */
  now: number
}

type CheckedTelegram = { checks: Check[]; signed: SignedByTelegram | null }

/** Checks Telegram's signature on the document, if it has one. Stops at the first check that fails. */
export async function checkTelegram(
  document: ProofDocument,
  { keys, loginKeys, now }: TelegramTrust,
): Promise<CheckedTelegram> {
  const { telegram } = document
  if (telegram === undefined) return { checks: [], signed: null }
  const read =
    'launch' in telegram ? readLaunch(telegram, keys) : await readLogin(telegram, loginKeys)
  if (read === 'no-web-crypto') return { checks: [open('telegram-signature')], signed: null }
  if (!read.ok) return { checks: [failed('telegram-signature', read.reason)], signed: null }
  const { signed, said } = read
  const { type } = signed
  const isTrusted = type === 'launch' || signed.key.trusted !== null
  const checks = [isTrusted ? passed('telegram-signature') : open('telegram-signature')]
  const isSame = said.telegramId === document.telegramId
  checks.push(checkThat('telegram-account', isSame ? null : `${type}-of-another-account`))
  if (!checks.some(isRefusal)) {
    const isThis = said.code === proofStartParam(document)
    checks.push(checkThat('telegram-proof', isThis ? null : `${type}-of-another-proof`))
  }
  if (!checks.some(isRefusal)) checks.push(checkSignedAt(signed, document, now))
  return { checks, signed }
}

/** What Telegram signed has the digest of the document, so it cannot be older than what the wallet signed. */
function checkSignedAt(signed: SignedByTelegram, { evidence }: ProofDocument, now: number): Check {
  const { type, signedAt } = signed
  if (signedAt > now + CLOCKS_DIFFER_S) return failed('telegram-time', `${type}-in-future`)
  if (signedAt < getTime(evidence) - CLOCKS_DIFFER_S)
    return failed('telegram-time', `${type}-before-proof`)
  // A token that has not expired could open a session.
  const isOver = type === 'launch' || signed.expiresAt <= now
  return checkThat('telegram-time', isOver ? null : 'login-not-expired')
}
