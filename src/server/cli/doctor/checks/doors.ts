import * as v from 'valibot'
import type { BotServer } from '#server/config/config.ts'
import { readCurrent } from '#server/store/database/database-state.ts'
import { createKeyRing, type DataKeys } from '#server/store/database/field-cipher.ts'
import { toStoredChat } from '#server/store/rows/chat-rows.ts'
import { type Probe, askTelegram } from '../ask.ts'
import { type Finding, ok, okUnless, warning } from '../finding.ts'

type Deps = { databaseUrl: string; dataKeys: DataKeys; bot: BotServer; ask: Probe }

/** The doors of groups that are looked at. */
const MAX_DOORS = 20

const MeSchema = v.object({
  id: v.number(),
  supports_join_request_queries: v.optional(v.boolean(), false),
})
const ChatSchema = v.object({ guard_bot: v.optional(v.object({ id: v.number() })) })
const RightsSchema = v.object({ can_invite_users: v.optional(v.boolean(), false) })

/** Whether the bot can open the doors that administrators have turned on. */
export async function checkDoors(deps: Deps): Promise<Finding[]> {
  const groups = await listGroups(deps)
  if (groups.length === 0) return ok('No group has a door here.')
  const me = await askTelegram(deps.ask, { bot: deps.bot, method: 'getMe', result: MeSchema })
  if (me.kind !== 'ok') return []
  const faults = [...checkGuardMode(me.result)]
  for (const id of groups) faults.push(...(await checkDoor(id, me.result.id, deps)))
  return okUnless(faults, `The bot can open every door of its groups (${groups.length}).`)
}

/** Telegram's ids of groups with a door. */
function listGroups({ databaseUrl, dataKeys }: Deps): Promise<string[]> {
  return readCurrent(databaseUrl, async (db) => {
    const rows = await db
      .selectFrom('doors')
      .innerJoin('chats', 'chats.id', 'doors.chat_id')
      .selectAll('chats')
      .where('left_at', 'is', null)
      .orderBy('chats.id')
      .limit(MAX_DOORS)
      .execute()
    const cipher = createKeyRing(dataKeys)
    return rows.map((row) => toStoredChat(row, cipher).telegramId)
  })
}

function checkGuardMode({ supports_join_request_queries }: v.InferOutput<typeof MeSchema>) {
  if (supports_join_request_queries) return []
  return warning(
    'The bot cannot be the guard of a group, so who asks to join gets a message in private instead of the app.',
    'Send @BotFather /mybots, choose the bot, Bot Settings, and turn Guard Mode on.',
  )
}

async function checkDoor(chatId: string, botId: number, { bot, ask }: Deps): Promise<Finding[]> {
  const query = String(new URLSearchParams({ chat_id: chatId, user_id: String(botId) }))
  const [chat, rights] = await Promise.all([
    askTelegram(ask, { bot, method: `getChat?${query}`, result: ChatSchema }),
    askTelegram(ask, { bot, method: `getChatMember?${query}`, result: RightsSchema }),
  ])
  if (chat.kind !== 'ok' || rights.kind !== 'ok')
    return warning(
      `Telegram does not show the bot the group ${chatId}, which has a door.`,
      'Make the bot an administrator there, or turn the door off.',
    )
  const inviting = rights.result.can_invite_users
    ? []
    : warning(
        `In the group ${chatId}, which has a door, the bot may not let people in.`,
        'Have an administrator there give it the right to invite users.',
      )
  const guarding =
    chat.result.guard_bot?.id === botId
      ? []
      : warning(
          `In the group ${chatId}, which has a door, the bot is not the guard.`,
          'Have an administrator there let it process join requests.',
        )
  return [...inviting, ...guarding]
}
