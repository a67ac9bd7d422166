import type { AppServer } from './app-server.ts'
import type { TestAccount } from './people.ts'

export const HARBOUR = { id: '-1001000000001', title: 'Harbour' }

/** Adds the bot to the group Harbour, where its administrator has made a request. Returns the chat's id. */
export function addHarbour(
  server: AppServer,
  administrator: TestAccount,
  members: readonly TestAccount[] = [],
): Promise<string> {
  return addGroup(server, HARBOUR, administrator, members)
}

/** The same with another group. */
export async function addGroup(
  { server }: AppServer,
  group: { id: string; title: string },
  administrator: TestAccount,
  members: readonly TestAccount[] = [],
): Promise<string> {
  const people = { administrators: [administrator.id], members: members.map(({ id }) => id) }
  server.telegram.addGroup({ ...group, ...people })
  const profile = { telegramId: group.id, title: group.title }
  const chat = await server.store.saveChat(profile, server.clock.now)
  const user = await server.store.findUserByTelegramId(String(administrator.id))
  if (!user) throw new Error('the administrator has not opened the app')
  await server.store.noteRequester({ chat, userId: user.id }, server.clock.now)
  return chat.id
}
