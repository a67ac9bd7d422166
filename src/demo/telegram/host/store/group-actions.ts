import type { WorldChat } from '../../snapshot.ts'
import { act, findChatId } from './host-core.ts'
import type { HostCore } from './host-core.ts'

export type GroupActions = {
  /** What the bot is in the group in view. */
  setBotRole(role: WorldChat['bot']): Promise<void>
  /** The group in view becomes a supergroup. */
  migrate(): Promise<void>
}

/** What members do with the group in view. */
export function groupActions(core: HostCore): GroupActions {
  return {
    setBotRole: (role) => actInGroup(core, (place) => ({ type: 'set-bot-role', ...place, role })),
    migrate: () => actInGroup(core, (place) => ({ type: 'migrate', ...place })),
  }
}

async function actInGroup(
  core: HostCore,
  actionIn: (place: { accountId: number; chatId: number }) => Parameters<typeof act>[1],
): Promise<void> {
  const accountId = core.person.get()?.id
  const chatId = findChatId(core)
  if (accountId !== undefined && chatId !== null) await act(core, actionIn({ accountId, chatId }))
}
