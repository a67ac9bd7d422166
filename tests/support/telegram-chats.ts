import type { StoredUser } from '#server/store/database/stored.ts'
import type { Membership, Shareable, TelegramChats } from '#server/requests/telegram-chats.ts'

type TelegramGroup = {
  title: string
  administrators: Set<string>
  members: Set<string>
  /** Whether Telegram shows this bot the group's members. It may not where members are hidden. */
  showsMembers: boolean
}

type NewGroup = {
  /** Telegram's id: negative, decimal. */
  id: string
  title: string
  /** Telegram ids; they are members too. */
  administrators?: readonly number[]
  members?: readonly number[]
  /** @default true */
  showsMembers?: boolean
}

/** One query to Telegram. */
type ChatQuery = { method: 'isAdministrator' | 'isMember' | 'describe'; chat: string }

export type TestTelegramChats = TelegramChats & {
  /** The bot is added to a group. */
  addGroup(group: NewGroup): void
  /** An administrator changes the group's title. */
  rename(id: string, title: string): void
  demote(id: string, person: number): void
  leave(id: string, person: number): void
  /** The bot is removed without a notification. */
  removeBot(id: string): void
  /** Telegram does not answer until {@link TestTelegramChats.comeBack}. */
  goAway(): void
  comeBack(): void
  /** All queries to Telegram about chats, in order. */
  queries: ChatQuery[]
  /** The prepared messages with their members. */
  prepared: { member: StoredUser; shareable: Shareable }[]
}

/** Telegram's side of chats: people, groups, administrators, members and outages, as its Bot API answers about them. */
export function createTestTelegramChats(): TestTelegramChats {
  const groups = new Map<string, TelegramGroup>()
  const queries: ChatQuery[] = []
  const prepared: TestTelegramChats['prepared'] = []
  let isAway = false

  const ask = (query: ChatQuery): TelegramGroup | undefined => {
    queries.push(query)
    return groups.get(query.chat)
  }
  const change = (id: string, how: (group: TelegramGroup) => void) => {
    const group = groups.get(id)
    if (!group) throw new Error(`no group ${id}`)
    how(group)
  }

  return {
    queries,
    prepared,
    addGroup: (group) => void groups.set(group.id, toGroup(group)),
    rename: (id, title) => change(id, (group) => void (group.title = title)),
    demote: (id, person) =>
      change(id, ({ administrators }) => void administrators.delete(String(person))),
    leave: (id, person) => change(id, ({ members }) => void members.delete(String(person))),
    removeBot: (id) => void groups.delete(id),
    goAway: () => void (isAway = true),
    comeBack: () => void (isAway = false),

    async isAdministrator({ telegramId: chat }, person) {
      const group = ask({ method: 'isAdministrator', chat })
      return isAway ? 'unknown' : yesOrNo(group?.administrators.has(person) ?? false)
    },
    async isMember({ telegramId: chat }, person) {
      const group = ask({ method: 'isMember', chat })
      if (isAway || !group?.showsMembers) return 'unknown'
      return yesOrNo(group.members.has(person))
    },
    async describe(chat) {
      const group = ask({ method: 'describe', chat })
      if (isAway) return 'unknown'
      return group ? { telegramId: chat, title: group.title } : 'no'
    },
    async findMissing({ telegramId: chat }) {
      if (isAway) return null
      return groups.has(chat) ? [] : ['administrator', 'guard', 'invite', 'tags']
    },
    async prepareMessage(member, shareable) {
      if (isAway) return null
      prepared.push({ member, shareable })
      return `prepared-${prepared.length}`
    },
  }
}

function toGroup({
  title,
  administrators = [],
  members = [],
  showsMembers = true,
}: NewGroup): TelegramGroup {
  return {
    title,
    administrators: new Set(administrators.map(String)),
    members: new Set([...administrators, ...members].map(String)),
    showsMembers,
  }
}

function yesOrNo(is: boolean): Membership {
  return is ? 'yes' : 'no'
}
