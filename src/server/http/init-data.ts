import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import {
  getCheckString,
  getSignature,
  readLaunchFields,
  writePublicLaunch,
} from '#proof/launch-fields.ts'
import { INIT_DATA_MAX_AGE_MS, INIT_DATA_MAX_AHEAD_MS } from '#shared/limits.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { getBotId } from '../config/bot-id.ts'

type InitDataProblem = Extract<ProblemCode, `init-data-${string}`>

/** A launch of the Mini App as Telegram signed it: by which account, by which link, and when. */
type VerifiedLaunch = {
  user: {
    telegramId: string
    firstName: string
    username: string | null
    /** IETF tag of the client's language. */
    languageCode: string | undefined
    /** Whether the bot may write to the user; null if Telegram does not report it. */
    allowsWriteToPm: boolean | null
  }
  /** The start parameter of the link, as Telegram passed it on. */
  startParam: string | null
  /** Telegram's query of who asks to join a group; null for another launch. */
  joinQueryId: string | null
  /** Unix time, in seconds. */
  authDate: number
  /** What third parties can check; null if Telegram did not sign it for them. */
  signed: SignedInitData | null
}

/** Telegram's Ed25519 signature is for this bot and these fields. Our own check does not need it. */
type SignedInitData = {
  botId: string
  /** The query string without `hash`, so that nobody can open a session with it. */
  launch: string
}

export type InitDataVerdict =
  | { ok: true; launch: VerifiedLaunch }
  | { ok: false; code: InitDataProblem }

/** @param now our clock, in milliseconds */
export type InitDataVerifier = (raw: string | undefined, now: number) => InitDataVerdict

/** Longest `initData` that is checked, in characters. */
const MAX_LENGTH = 16 * 1024
const BOT_TOKEN = /^\d+:[\w-]{30,}$/
const HASH = /^[0-9a-f]{64}$/

const UserSchema = v.object({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  is_bot: v.optional(v.literal(false)),
  first_name: v.string(),
  username: v.optional(v.string()),
  language_code: v.optional(v.string()),
  allows_write_to_pm: v.optional(v.boolean()),
})

const FieldsSchema = v.object({
  auth_date: v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number)),
  user: v.pipe(v.string(), v.parseJson(), UserSchema),
  start_param: v.optional(v.string()),
  chat_join_request_query_id: v.optional(v.string()),
})

/**
 * Creates the check of a Mini App's `initData`: Telegram signed it for this bot, it is at most an hour old, and at most
 * a minute ahead. The signature covers every field but `hash`, including `signature`.
 *
 * @throws TypeError if the token cannot be a bot's, because anyone could "sign" data with an empty one
 * @see https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
 */
export function createInitDataVerifier(botToken: string): InitDataVerifier {
  if (!BOT_TOKEN.test(botToken)) throw new TypeError('bot token is missing or malformed')
  const secret = createHmac('sha256', 'WebAppData').update(botToken).digest()
  const botId = getBotId(botToken)

  return (raw, now) => {
    if (raw === undefined || raw === '') return refuse('init-data-missing')
    const fields = raw.length > MAX_LENGTH ? null : readLaunchFields(raw)
    const hash = fields?.get('hash')
    if (fields === null || hash === undefined || !HASH.test(hash))
      return refuse('init-data-malformed')
    const expected = createHmac('sha256', secret).update(getCheckString(fields, 'hash')).digest()
    if (!timingSafeEqual(expected, Buffer.from(hash, 'hex'))) return refuse('init-data-invalid')
    const parsed = v.safeParse(FieldsSchema, Object.fromEntries(fields))
    if (!parsed.success) return refuse('init-data-malformed')
    const signed = toSigned(fields, botId)
    return checkAge({ ...toLaunch(parsed.output), signed }, now)
  }
}

function refuse(code: InitDataProblem): InitDataVerdict {
  return { ok: false, code }
}

function toSigned(fields: Map<string, string>, botId: string): SignedInitData | null {
  return getSignature(fields) === null ? null : { botId, launch: writePublicLaunch(fields) }
}

function toLaunch(fields: v.InferOutput<typeof FieldsSchema>): Omit<VerifiedLaunch, 'signed'> {
  const { user } = fields
  return {
    user: {
      telegramId: String(user.id),
      firstName: user.first_name,
      username: user.username ?? null,
      languageCode: user.language_code,
      allowsWriteToPm: user.allows_write_to_pm ?? null,
    },
    startParam: fields.start_param || null,
    joinQueryId: fields.chat_join_request_query_id || null,
    authDate: fields.auth_date,
  }
}

function checkAge(launch: VerifiedLaunch, now: number): InitDataVerdict {
  const age = now - launch.authDate * 1_000
  if (age > INIT_DATA_MAX_AGE_MS) return refuse('init-data-expired')
  if (age < -INIT_DATA_MAX_AHEAD_MS) return refuse('init-data-from-future')
  return { ok: true, launch }
}
