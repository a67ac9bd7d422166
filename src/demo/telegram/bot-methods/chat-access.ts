import type { Chat } from '../chats.ts'
import { isAsking } from '../join.ts'
import type { TelegramWorld } from '../world.ts'
import { badRequest, forbidden } from './bot-method.ts'
import type { BotMethodAnswer } from './bot-method.ts'

/** What a method wants from a chat. */
export type Access = 'read' | 'read-members' | 'edit' | 'write'

/**
 * Null when the bot may do that there.
 * Source of the rules and their words: `check_chat_access` of https://github.com/tdlib/telegram-bot-api
 */
export function refuseAccess(
  world: TelegramWorld,
  chatId: number,
  access: Access,
): BotMethodAnswer | null {
  const account = world.account(chatId)
  if (account !== undefined) {
    if (access !== 'write' || account.contact === 'allowed') return null
    if (account.contact === 'none' && isAsking(world, chatId)) return null
    return forbidden(REFUSALS[account.contact])
  }
  const chat = world.chats.find(chatId)
  if (chat === undefined || !chat.isKnownToBot) return badRequest('chat not found')
  return refuseGroup(chat, access)
}

const REFUSALS = {
  none: "bot can't initiate conversation with a user",
  blocked: 'bot was blocked by the user',
} as const

/** Of a basic group that it was in, a bot can still read the title. */
function refuseGroup(chat: Chat, access: Access): BotMethodAnswer | null {
  const isBasic = chat.kind === 'group'
  if (isBasic && access === 'read') return null
  if (chat.migratedTo !== null) {
    return {
      ok: false,
      error_code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: chat.migratedTo },
    }
  }
  if (chat.bot !== 'absent') return null
  return forbidden(`bot was kicked from the ${chat.kind} chat`)
}
