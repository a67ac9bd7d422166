import { randomBytes } from 'node:crypto'
import { canAdmit, getRole, type Chat } from './chats.ts'
import { addNotice } from './notify-bot.ts'
import { setRole } from './set-role.ts'
import type { WorldJoin } from './snapshot.ts'
import { getDate, mustFindAccount, type WorldCore } from './world-core.ts'

export type JoinAsked = { accountId: number; chatId: number }
export type JoinVerdict = JoinAsked & { isAdmitted: boolean }

/** How long a guard has for its first answer. Source: https://core.telegram.org/bots/api#chatjoinrequest */
const QUERY_TIMEOUT_MS = 10_000
/** How long the bot may write to a person who asks to join, ms. Source: as above. */
const WRITE_WINDOW_MS = 300_000

/** Telegram refuses the banned. */
export function mayAskToJoin(chat: Chat | undefined, { accountId }: JoinAsked): boolean {
  return chat?.isByRequest === true && getRole(chat, accountId) === 'left'
}

/** The guard is asked; another administrator learns of it. A request that stands is made anew. */
export function askToJoin(core: WorldCore, asked: JoinAsked): void {
  const chat = core.chats.find(asked.chatId)
  if (chat === undefined || !mayAskToJoin(chat, asked)) throw new Error('Not to be joined')
  forget(core, asked)
  const isForGuard = chat.isGuarded && canAdmit(chat)
  const join: WorldJoin = {
    ...asked,
    askedAt: core.options.now(),
    state: isForGuard ? 'asked' : 'queued',
    queryId: isForGuard ? randomBytes(8).readBigUInt64BE().toString() : null,
    webAppUrl: null,
  }
  core.joins.push(join)
  if (canAdmit(chat)) notifyOfJoin(core, join)
  if (isForGuard) setTimeout(() => expire(core, join), QUERY_TIMEOUT_MS).unref()
  core.changed()
}

function notifyOfJoin(core: WorldCore, { accountId, chatId, queryId }: WorldJoin): void {
  const chat = core.wire.groupChat(chatId)
  if (chat.type !== 'supergroup') return
  core.updates.push({
    chat_join_request: {
      chat,
      from: core.wire.user(mustFindAccount(core, accountId)),
      user_chat_id: accountId,
      date: getDate(core),
      ...(queryId !== null && { query_id: queryId }),
    },
  })
}

function expire(core: WorldCore, join: WorldJoin): void {
  if (join.state === 'asked' && core.joins.includes(join)) queueJoin(core, join)
}

/** Administrators decide from here on, the bot among them. */
export function queueJoin(core: WorldCore, join: WorldJoin): void {
  Object.assign(join, { state: 'queued', queryId: null, webAppUrl: null })
  core.changed()
}

export type GuardChange = {
  chatId: number
  isGuarded?: boolean
  botRights?: Partial<Chat['botRights']>
}

/** An administrator makes the bot the guard, or no longer; or changes its rights. */
export function setGuard(core: WorldCore, { chatId, isGuarded, botRights }: GuardChange): void {
  const chat = core.chats.find(chatId)
  if (chat === undefined) throw new Error(`No chat ${chatId}`)
  chat.isGuarded = isGuarded ?? chat.isGuarded
  chat.botRights = { ...chat.botRights, ...botRights }
  queueUnguarded(core, chatId)
  core.changed()
}

/** A guard that lost its role or its right can answer no query. */
export function queueUnguarded(core: WorldCore, chatId: number): void {
  const chat = core.chats.find(chatId)
  if (chat?.isGuarded === true && canAdmit(chat)) return
  core.joins.filter((join) => join.chatId === chatId).forEach((join) => queueJoin(core, join))
}

export function findJoin(core: Pick<WorldCore, 'joins'>, { accountId, chatId }: JoinAsked) {
  return core.joins.find((join) => join.accountId === accountId && join.chatId === chatId)
}

/** What the guard shows to the person. */
export function findShownJoin(
  core: Pick<WorldCore, 'joins'>,
  asked: JoinAsked,
): { queryId: string; webAppUrl: string } | null {
  const { queryId = null, webAppUrl = null } = findJoin(core, asked) ?? {}
  return queryId === null || webAppUrl === null ? null : { queryId, webAppUrl }
}

function forget(core: WorldCore, asked: JoinAsked): void {
  const index = core.joins.findIndex((join) => join === findJoin(core, asked))
  if (index !== -1) core.joins.splice(index, 1)
}

/** Lets the person in, or turns them away. */
export function decideJoin(core: WorldCore, { accountId, chatId, isAdmitted }: JoinVerdict): void {
  forget(core, { accountId, chatId })
  if (isAdmitted) {
    setRole(core, { accountId, chatId, role: 'member' })
    const text = `${mustFindAccount(core, accountId).firstName} was let in`
    const user = core.wire.user(mustFindAccount(core, accountId))
    addNotice(core, { accountId, chatId, text, content: { new_chat_members: [user] } })
  }
  core.changed()
}

/** Whether the bot may write to a person only because they ask to join. */
export function isAsking(core: Pick<WorldCore, 'joins' | 'options'>, personId: number): boolean {
  const since = core.options.now() - WRITE_WINDOW_MS
  return core.joins.some(({ accountId, askedAt }) => accountId === personId && askedAt > since)
}
