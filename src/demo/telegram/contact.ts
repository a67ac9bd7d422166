import type { Contact } from './snapshot.ts'
import { addNotice } from './notify-bot.ts'
import { getDate, mustFindAccount } from './world-core.ts'
import type { WorldCore } from './world-core.ts'

/** The person allows the bot to write, asked by the Mini App. */
export function grantWriteAccess(core: WorldCore, accountId: number): void {
  if (mustFindAccount(core, accountId).contact === 'allowed') return
  setContact(core, accountId, 'allowed')
  addNotice(core, {
    accountId,
    chatId: accountId,
    text: 'You allowed this bot to message you in its app.',
    content: { write_access_allowed: { from_request: true } },
  })
  core.changed()
}

/** Blocking and unblocking reach the bot as `my_chat_member`. */
export function setContact(core: WorldCore, accountId: number, contact: Contact): void {
  const account = mustFindAccount(core, accountId)
  const former = account.contact
  if (former === contact) return
  account.contact = contact
  if (former === 'blocked' || contact === 'blocked') {
    core.updates.push({
      my_chat_member: {
        chat: core.wire.privateChat(account),
        from: core.wire.user(account),
        date: getDate(core),
        old_chat_member: core.wire.member(core.wire.bot(), roleIn(former)),
        new_chat_member: core.wire.member(core.wire.bot(), roleIn(contact)),
      },
    })
  }
  core.changed()
}

function roleIn(contact: Contact): 'kicked' | 'member' {
  return contact === 'blocked' ? 'kicked' : 'member'
}
