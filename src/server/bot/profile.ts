import type { User } from 'grammy/types'
import { findLanguage } from '#shared/languages.ts'
import type { TelegramProfile } from '#server/store/members/users.ts'

/** The sender's profile in an update. */
export function getProfile(from: User): TelegramProfile {
  return {
    telegramId: String(from.id),
    firstName: from.first_name,
    username: from.username ?? null,
    language: findLanguage(from.language_code),
    mayMessage: null,
  }
}

/** Profile of a person who has just let the bot write to them. */
export function getReachableProfile(from: User): TelegramProfile {
  return { ...getProfile(from), mayMessage: true }
}
