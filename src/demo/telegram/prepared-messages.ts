import { randomBytes } from 'node:crypto'
import type { InlineResult } from './messenger-contract.ts'

/** Kinds of chats into which a message may be sent. */
export type AllowedChats = { users: boolean; bots: boolean; groups: boolean; channels: boolean }

type PreparedMessage = {
  /** The one who may send it. */
  accountId: number
  result: InlineResult
  allows: AllowedChats
}

/** Messages that the bot prepared for people to send from the Mini App, each once. */
export type PreparedMessages = {
  /** `expiresAt`: Unix time, s. */
  save(message: PreparedMessage): { id: string; expiresAt: number }
  /** Undefined for what is unknown, used, expired or of somebody else. */
  find(accountId: number, id: string): PreparedMessage | undefined
  remove(id: string): void
}

/** Telegram names no time; short, so that nobody relies on a long one. */
const LIFETIME_S = 600

export function createPreparedMessages(now: () => number): PreparedMessages {
  const messages = new Map<string, PreparedMessage & { expiresAt: number }>()
  const seconds = () => Math.floor(now() / 1000)
  return {
    save(message) {
      const id = randomBytes(12).toString('base64url')
      const expiresAt = seconds() + LIFETIME_S
      messages.set(id, { ...message, expiresAt })
      return { id, expiresAt }
    },
    find(accountId, id) {
      const message = messages.get(id)
      if (message?.accountId !== accountId) return undefined
      return message.expiresAt > seconds() ? message : undefined
    },
    remove: (id) => void messages.delete(id),
  }
}
