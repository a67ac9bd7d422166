import type { HostEvent } from '#shared/api/host/host-event.ts'
import type { HostUser } from '#shared/api/host/host-wallet.ts'
import { isoTime, viewHostWallet } from '../http/views.ts'
import type { StoredHostEvent } from '../store/database/stored-event.ts'
import type { OperatorEvent } from '../store/events/operator-events.ts'

/** The one document that the host gets of an event, by delivery or by polling. */
export function viewHostEvent({ event, telegramIds }: OperatorEvent): HostEvent {
  const getUser = (id: string): HostUser => ({ id, telegramId: telegramIds.get(id) ?? null })
  return { id: event.id, timestamp: isoTime(event.createdAt), ...viewFacts(event, getUser) }
}

function viewFacts(event: StoredHostEvent, getUser: (id: string) => HostUser) {
  const user = getUser(event.userId)
  switch (event.type) {
    case 'wallet.linked':
      return { type: event.type, data: { user, wallet: viewHostWallet(event.wallet) } }
    case 'wallet.moved': {
      const formerUser = getUser(event.formerUserId)
      return { type: event.type, data: { user, formerUser, wallet: viewHostWallet(event.wallet) } }
    }
    case 'wallet.unlinked': {
      const { type, wallet, by } = event
      return { type, data: { user, wallet: viewHostWallet(wallet), by } }
    }
    case 'wallet.stale': {
      const { type, wallet, reason } = event
      return { type, data: { user, wallet: viewHostWallet(wallet), reason } }
    }
    case 'multisig.completed': {
      const { type, wallet, owners } = event
      return { type, data: { user, wallet: viewHostWallet(wallet), owners: [...owners] } }
    }
    case 'request.answered': {
      const { type, wallet, requestCode } = event
      return { type, data: { user, wallet: viewHostWallet(wallet), requestCode } }
    }
    case 'request.withdrawn':
      return { type: event.type, data: { user, requestCode: event.requestCode } }
    case 'join.asked':
    case 'join.decided':
    case 'join.ended':
      return viewJoinEvent(event, user)
    case 'user.deleted':
      return { type: event.type, data: { user } }
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
