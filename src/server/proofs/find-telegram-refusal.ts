import { type Check, isRefusal } from '#proof/check.ts'
import { checkTelegram } from '#proof/check-telegram.ts'
import type { ProofDocument } from '#proof/document.ts'
import { TELEGRAM_LOGIN_KEYS } from '#proof/login.ts'
import { readProof, type Unreadable } from '#proof/read-proof.ts'
import { TELEGRAM_PRODUCTION } from '#proof/telegram.ts'
import type { StoredTelegram } from '../store/rows/unseal-proof.ts'
import { getSharedFrom, toTelegramMember, writeProof } from './build-proof.ts'

type WithTelegram = {
  document: ProofDocument
  /** What Telegram signed. */
  telegram: StoredTelegram
  /** The key with which the bot's Telegram signs launches, in hex; null for the production key. */
  telegramKey: string | null
}

/** Why a verifier would refuse the document with what Telegram signed, once that is handed out; null if it would not. */
export async function findTelegramRefusal({
  document,
  telegram,
  telegramKey,
}: WithTelegram): Promise<Check | { reason: Unreadable } | null> {
  const read = readProof(writeProof({ ...document, telegram: toTelegramMember(telegram) }))
  if (!read.ok) return { reason: read.reason }
  const key =
    telegramKey === null ? TELEGRAM_PRODUCTION : { name: telegramKey, publicKey: telegramKey }
  const trust = {
    keys: [key],
    loginKeys: TELEGRAM_LOGIN_KEYS,
    now: getSharedFrom(telegram) / 1_000,
  }
  const { checks } = await checkTelegram(read.document, trust)
  return checks.find(isRefusal) ?? null
}
