import { hexToBytes } from '@noble/curves/abstract/utils'
import { base64urlnopad } from '@scure/base'
import { stringToBytes } from 'viem/utils'
import * as v from 'valibot'
import { type Check, checkThat, failed, isRefusal, passed } from './check.ts'
import { CLOCKS_DIFFER_S } from './check-time.ts'
import { PORTABLE_CRYPTO } from './crypto.ts'
import { LAST_SECOND, type ProofDocument } from './document.ts'
import { getCheckString, readLaunchFields } from './launch-fields.ts'
import { parseJson } from './parse-json.ts'
import { proofStartParam } from './proof-digest.ts'
import { getTime } from './signed-facts.ts'

/** A key of Telegram that a verifier trusts: 32 bytes in hex. */
export type TelegramKey = { name: string; publicKey: string }

/** @see https://core.telegram.org/bots/webapps#validating-data-for-third-party-use */
export const TELEGRAM_PRODUCTION: TelegramKey = {
  name: 'production',
  publicKey: 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d',
}
/** Telegram's test environment. Everybody can have accounts there. */
export const TELEGRAM_TEST: TelegramKey = {
  name: 'test',
  publicKey: '40055058a4ee38156a06562e52eece92a771bcd8346a8c4615cb7376eddf72ec',
}

/** A launch of the Mini App that Telegram signed. */
export type SignedLaunch = {
  botId: string
  /** Unix time in seconds. */
  authDate: number
  /** Name of the trusted key that signed it. */
  key: string
}

const LaunchSchema = v.object({
  auth_date: v.pipe(
    v.string(),
    v.regex(/^\d{1,12}$/),
    v.transform(Number),
    v.maxValue(LAST_SECOND),
  ),
  user: v.pipe(
    v.string(),
    v.transform((text) => {
      const parsed = parseJson(text)
      return parsed.ok ? parsed.value : null
    }),
    v.object({ id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) }),
  ),
  start_param: v.string(),
})

const SIGNATURE = /^[\w-]{86}$/

/**
 * Checks Telegram's signature on the document, if it has one. Stops at the first check that fails.
 *
 * @param options `now`: the verifier's clock, in Unix seconds
 */
export function checkTelegram(
  document: ProofDocument,
  { keys, now }: { keys: readonly TelegramKey[]; now: number },
): { checks: Check[]; launch: SignedLaunch | null } {
  const { telegram } = document
  if (telegram === undefined) return { checks: [], launch: null }
  const fields = readLaunchFields(telegram.launch)
  // With Telegram's hash, anybody could open a session.
  const isPublic = fields !== null && !fields.has('hash')
  const key = isPublic && keys.find((one) => isSignedBy(one, fields, telegram.botId))
  if (!key) return { checks: [failed('telegram-signature', 'signature-invalid')], launch: null }
  const launch = v.safeParse(LaunchSchema, Object.fromEntries(fields))
  if (!launch.success)
    return { checks: [failed('telegram-signature', 'launch-malformed')], launch: null }
  const { user, start_param: startParam, auth_date: authDate } = launch.output
  const checks = [passed('telegram-signature'), checkAccount(String(user.id), document)]
  if (!checks.some(isRefusal)) checks.push(checkDigest(startParam, document))
  if (!checks.some(isRefusal)) checks.push(checkAuthDate(authDate, { document, now }))
  return { checks, launch: { botId: telegram.botId, authDate, key: key.name } }
}

function checkAccount(id: string, { telegramId }: ProofDocument): Check {
  return checkThat('telegram-account', id === telegramId ? null : 'launch-of-another-account')
}

function checkDigest(startParam: string, document: ProofDocument): Check {
  const isThis = startParam === proofStartParam(document)
  return checkThat('telegram-proof', isThis ? null : 'launch-of-another-proof')
}

/** The launch has the digest of the document, so it cannot be older than what was signed. */
function checkAuthDate(
  authDate: number,
  { document, now }: { document: ProofDocument; now: number },
): Check {
  if (authDate > now + CLOCKS_DIFFER_S) return failed('telegram-time', 'launch-in-future')
  const isLater = authDate >= getTime(document.evidence) - CLOCKS_DIFFER_S
  return checkThat('telegram-time', isLater ? null : 'launch-before-proof')
}

function isSignedBy(
  { publicKey }: TelegramKey,
  fields: ReadonlyMap<string, string>,
  botId: string,
): boolean {
  const signature = fields.get('signature') ?? ''
  if (!SIGNATURE.test(signature)) return false
  return PORTABLE_CRYPTO.isEd25519Signature({
    publicKey: hexToBytes(publicKey),
    message: stringToBytes(`${botId}:WebAppData\n${getCheckString(fields, 'signature')}`),
    signature: decodeSignature(signature),
  })
}

/** Empty, which no key has signed, for a spelling that is not the canonical one. */
function decodeSignature(text: string): Uint8Array {
  try {
    return base64urlnopad.decode(text)
  } catch {
    return new Uint8Array()
  }
}
