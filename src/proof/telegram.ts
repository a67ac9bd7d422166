import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import * as v from 'valibot'
import { decodeBase64url } from '#shared/base64.ts'
import type { Failure } from './check.ts'
import { PORTABLE_CRYPTO } from './crypto.ts'
import { LAST_SECOND, type LaunchMember } from './document.ts'
import { getCheckString, getSignature, readLaunchFields } from './launch-fields.ts'
import { parseJson } from './parse-json.ts'

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

/** A key that a verifier's user names: `test`, or 64 hex digits, which are then its name. Null for anything else. */
export function parseTelegramKey(text: string): TelegramKey | null {
  if (text === TELEGRAM_TEST.name || text === TELEGRAM_TEST.publicKey) return TELEGRAM_TEST
  return /^[0-9a-f]{64}$/.test(text) ? { name: text, publicKey: text } : null
}

/** A launch of the Mini App that Telegram signed. */
export type SignedLaunch = {
  type: 'launch'
  botId: string
  /** Unix time in seconds. */
  signedAt: number
  /** Name of the trusted key that signed it. */
  key: string
}

/** What a launch and a login say alike. */
type Said = {
  telegramId: string
  /** What was asked to be signed: `p1_` and the digest of a proof, if it was one. */
  code: string
}

/** What Telegram signed, or why nothing shows that it did. */
export type ReadTelegram<Signed> =
  | { ok: true; signed: Signed; said: Said }
  | { ok: false; reason: Failure }

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

/** Reads a launch that one of the keys has signed. */
export function readLaunch(
  { botId, launch }: LaunchMember,
  keys: readonly TelegramKey[],
): ReadTelegram<SignedLaunch> {
  const fields = readLaunchFields(launch)
  // With Telegram's hash, anybody could open a session.
  const isPublic = fields !== null && !fields.has('hash')
  const key = isPublic && keys.find((one) => isSignedBy(one, fields, botId))
  if (!key) return { ok: false, reason: 'signature-invalid' }
  const read = v.safeParse(LaunchSchema, Object.fromEntries(fields))
  if (!read.success) return { ok: false, reason: 'launch-malformed' }
  const { user, start_param: code, auth_date: signedAt } = read.output
  return {
    ok: true,
    signed: { type: 'launch', botId, signedAt, key: key.name },
    said: { telegramId: String(user.id), code },
  }
}

function isSignedBy(
  { publicKey }: TelegramKey,
  fields: ReadonlyMap<string, string>,
  botId: string,
): boolean {
  const signature = getSignature(fields)
  if (signature === null) return false
  return PORTABLE_CRYPTO.isEd25519Signature({
    publicKey: hexToBytes(publicKey),
    message: utf8ToBytes(`${botId}:WebAppData\n${getCheckString(fields, 'signature')}`),
    signature: decodeBase64url(signature),
  })
}
