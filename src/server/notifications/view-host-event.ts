import type { HostEvent } from '#shared/api/host/host-event.ts'
import type { HostUser } from '#shared/api/host/host-wallet.ts'
import { isoTime, viewHostWallet } from '../http/views.ts'
import type { StoredHostEvent } from '../store/database/stored-event.ts'
import type { OperatorEvent } from '../store/events/operator-events.ts'

/** The one document that the host gets of an event, by delivery or by polling. */
export function viewHostEvent({ event, telegramIds }: OperatorEvent): HostEvent {
  const head = { id: event.id, timestamp: isoTime(event.createdAt) }
  const getUser = (id: string): HostUser => ({ id, telegramId: telegramIds.get(id) ?? null })
  const user = getUser(event.userId)
  switch (event.type) {
    case 'wallet.linked':
      return { ...head, type: event.type, data: { user, wallet: viewHostWallet(event.wallet) } }
    case 'wallet.moved':
      return {
        ...head,
        type: event.type,
        data: {
          user,
          formerUser: getUser(event.formerUserId),
          wallet: viewHostWallet(event.wallet),
        },
      }
    case 'wallet.unlinked':
      return {
        ...head,
        type: event.type,
        data: { user, wallet: viewHostWallet(event.wallet), by: event.by },
      }
    case 'wallet.stale':
      return {
        ...head,
        type: event.type,
        data: { user, wallet: viewHostWallet(event.wallet), reason: event.reason },
      }
    case 'multisig.completed':
      return {
        ...head,
        type: event.type,
        data: { user, wallet: viewHostWallet(event.wallet), owners: [...event.owners] },
      }
    case 'request.answered':
      return {
        ...head,
        type: event.type,
        data: { user, wallet: viewHostWallet(event.wallet), requestCode: event.requestCode },
      }
    case 'request.withdrawn':
      return { ...head, type: event.type, data: { user, requestCode: event.requestCode } }
    case 'join.asked':
    case 'join.decided':
    case 'join.ended':
      return { ...head, ...viewJoinEvent(event, user) }
    case 'user.deleted':
      return { ...head, type: event.type, data: { user } }
  }
}

function viewJoinEvent(event: Extract<StoredHostEvent, { joinId: string }>, user: HostUser) {
  const { joinId, chat } = event
  const about = { user, joinId, chat: { id: chat.telegramId, title: chat.title } }
  switch (event.type) {
    case 'join.asked':
      return { type: event.type, data: { ...about, rule: event.rule } }
    case 'join.decided': {
      const { state, why, provenBy } = event
      const by = provenBy && viewHostWallet(provenBy)
      return { type: event.type, data: { ...about, state, why, provenBy: by } }
    }
    case 'join.ended':
      return { type: event.type, data: { ...about, why: event.why } }
  }
}
