import { type Api, GrammyError } from 'grammy'
import type { ChatMember } from 'grammy/types'
import type { DoorNeed } from '#shared/door.ts'
import type { Membership, TelegramChats } from '#server/requests/telegram-chats.ts'
import { type CachedAnswer, cacheAnswers } from '../cache/cache-answers.ts'
import type { PostContext } from './render-post.ts'
import { shareableArticle } from './shareable.ts'

export type TelegramChatsDeps = PostContext & {
  /** With a short timeout: members wait for the answers. */
  api: Api
  /** The bot's own id at Telegram. */
  botId: number
  /** Milliseconds that only ever grow. @default performance.now */
  clock?: () => number
}

/** How long Telegram's list of a chat's administrators is cached, in milliseconds. */
const CACHED_MS = 60_000
/**
 * How long all other answers are cached, failures too. A member who leaves soon cannot answer, a member who joins or
 * tries again hardly waits, and no member can make us query Telegram without limit.
 */
const BRIEFLY_MS = 3_000
const CHATS_CACHED = 1_000
const MEMBERS_CACHED = 10_000

const FORBIDDEN = 403
/** Error 400: this chat does not exist for the bot. */
const NO_CHAT = 'chat not found'
/** Error 400: Telegram knows the account, and that it is not in the chat. */
const NO_MEMBER = 'member not found'

/** Chats into which a member may send a prepared message. Other bots have no use for it. */
const ALLOWED_CHATS = {
  allow_user_chats: true,
  allow_group_chats: true,
  allow_channel_chats: true,
} as const

/** Queries Telegram about chats, as far as it shows the bot. Nothing here throws. */
export function createTelegramChats(deps: TelegramChatsDeps): TelegramChats {
  const { api, botId, clock = () => performance.now(), ...context } = deps
  const administrators = cacheAnswers<Administrators>(CHATS_CACHED, clock)
  const members = cacheAnswers<Membership>(MEMBERS_CACHED, clock)
  const needs = cacheAnswers<readonly DoorNeed[] | null>(CHATS_CACHED, clock)
  const profiles = cacheAnswers<Described>(CHATS_CACHED, clock)

  function isMember(chatId: string, userId: number): Promise<Membership> {
    const query = async () => (isInChat(await api.getChatMember(chatId, userId)) ? 'yes' : 'no')
    return members(`${chatId} ${userId}`, () => askTelegram(query, { otherwise: toMemberAbsence }))
  }

  async function findProfile(telegramId: string): Promise<Described> {
    const chat = await api.getChat(telegramId)
    // Telegram describes a public group to every bot, whether it is there or not.
    if (chat.type !== 'group' && chat.type !== 'supergroup') return 'no'
    const isThere = await isMember(telegramId, botId)
    return isThere === 'yes' ? { telegramId, title: chat.title } : isThere
  }

  return {
    async isAdministrator({ telegramId: chatId }, telegramId) {
      const query = async () => {
        const found = await api.getChatAdministrators(chatId)
        return new Set(found.map(({ user }) => String(user.id)))
      }
      const answering = { otherwise: toBotAbsence, cacheMs: CACHED_MS }
      const known = await administrators(chatId, () =>
        askTelegram<Administrators>(query, answering),
      )
      if (typeof known === 'string') return known
      return known.has(telegramId) ? 'yes' : 'no'
    },
    isMember: (chat, telegramId) => isMember(chat.telegramId, Number(telegramId)),
    describe: (telegramId) =>
      profiles(telegramId, () =>
        askTelegram(() => findProfile(telegramId), { otherwise: toBotAbsence }),
      ),
    findMissing: ({ telegramId }) =>
      needs(telegramId, () =>
        askTelegram(() => findNeeds(api, telegramId, botId), { otherwise: () => null }),
      ),
    async prepareMessage(member, shareable) {
      try {
        const article = shareableArticle(shareable, member, context)
        const userId = Number(member.telegramId)
        const { id } = await api.savePreparedInlineMessage(userId, article, ALLOWED_CHATS)
        return id
      } catch {
        return null
      }
    },
  }
}

type Described = Awaited<ReturnType<TelegramChats['describe']>>

/** Telegram ids of the administrators; `no` where the bot is not in the chat. */
type Administrators = ReadonlySet<string> | 'no' | 'unknown'

/** Telegram's answer, or what stands in for it. @param answering `cacheMs` of an answer: briefly by default */
async function askTelegram<Answer>(
  query: () => Promise<Answer>,
  answering: { otherwise: (error: unknown) => Answer; cacheMs?: number },
): Promise<CachedAnswer<Answer>> {
  const { otherwise, cacheMs = BRIEFLY_MS } = answering
  try {
    return { answer: await query(), cacheMs }
  } catch (error) {
    return { answer: otherwise(error), cacheMs: getCacheTime(error) }
  }
}

async function findNeeds(api: Api, chatId: string, botId: number): Promise<DoorNeed[]> {
  const [chat, administrators] = await Promise.all([
    api.getChat(chatId),
    api.getChatAdministrators(chatId),
  ])
  const bot = administrators.find(({ user }) => user.id === botId)
  return listNeeds(bot, chat.guard_bot?.id === botId)
}

function listNeeds(bot: ChatMember | undefined, isGuard: boolean): DoorNeed[] {
  const guard: DoorNeed[] = isGuard ? [] : ['guard']
  if (bot?.status !== 'administrator') return ['administrator', ...guard, 'invite', 'tags']
  const invite: DoorNeed[] = bot.can_invite_users ? [] : ['invite']
  return [...guard, ...invite, ...(bot.can_manage_tags === true ? [] : (['tags'] as const))]
}

function isInChat(member: ChatMember): boolean {
  switch (member.status) {
    case 'creator':
    case 'administrator':
    case 'member':
      return true
    case 'restricted':
      return member.is_member
    case 'left':
    case 'kicked':
      return false
  }
}

/** `no` where the error means that the bot is not in the chat. */
function toBotAbsence(error: unknown): 'no' | 'unknown' {
  if (!(error instanceof GrammyError)) return 'unknown'
  const isOutside = error.error_code === FORBIDDEN || error.description.includes(NO_CHAT)
  return isOutside ? 'no' : 'unknown'
}

/** `no` where the error means that the account is not in the chat. */
function toMemberAbsence(error: unknown): 'no' | 'unknown' {
  return error instanceof GrammyError && error.description.includes(NO_MEMBER) ? 'no' : 'unknown'
}

/** When Telegram says how long to wait, the failure is cached that long. */
function getCacheTime(error: unknown): number {
  const waitS = error instanceof GrammyError ? (error.parameters.retry_after ?? 0) : 0
  return Math.min(Math.max(waitS * 1_000, BRIEFLY_MS), CACHED_MS)
}
