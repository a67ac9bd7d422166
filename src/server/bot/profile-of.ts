import type { User } from 'grammy/types'
import { pickLanguage } from '#shared/languages.ts'
import type { TelegramProfile } from '#server/store/store.ts'

/** Profile of somebody who has just let the bot write to them. */
export function profileOf(from: User): TelegramProfile {
  return {
    telegramId: String(from.id),
    firstName: from.first_name,
    username: from.username ?? null,
    language: pickLanguage(from.language_code),
    mayMessage: true,
  }
}
