import type { MemberDetail } from '#shared/api/admin/get-member.ts'
import type { ShownAction } from '#shared/api/admin/list-actions.ts'
import type { ListedMember } from '#shared/api/admin/list-members.ts'
import { displayAddress } from '#shared/display-address.ts'
import type { AdminAction } from '../store/admin/admin-actions.ts'
import type { FoundMember } from '../store/admin/listed-members.ts'
import type { StoredEvent } from '../store/database/stored-event.ts'
import type { StoredUser } from '../store/database/stored.ts'
import type { HttpDeps } from './http-deps.ts'
import { viewMadeRequest, viewPerson, viewShownWallet } from './request-views.ts'
import { isoTime } from './views.ts'

/** Members as admins see them. */

export function viewListedMember({ user, wallets }: FoundMember): ListedMember {
  return {
    id: user.id,
    telegramId: user.telegramId,
    ...viewPerson(user),
    wallets: wallets.map((wallet) => ({
      id: wallet.id,
      family: wallet.family,
      address: displayAddress(wallet),
      isStale: wallet.staleAt !== null,
    })),
  }
}

/** Most lines of each list on the page of one member. */
const LINES = 50

export async function presentMember(user: StoredUser, deps: HttpDeps): Promise<MemberDetail> {
  const { store } = deps
  const [wallets, proofs, answers, requests, events] = await Promise.all([
    store.listWallets(user.id),
    store.listHandedProofs(user.id),
    store.listGivenAnswers(user.id),
    store.listMadeRequests(user.id, LINES),
    store.listMemberEvents(user.id, LINES),
  ])
  return {
    id: user.id,
    telegramId: user.telegramId,
    ...viewPerson(user),
    firstSeenAt: isoTime(user.createdAt),
    lastSeenAt: isoTime(user.lastSeenAt),
    mayMessage: user.mayMessage,
    wallets: wallets.map((wallet) => ({ id: wallet.id, wallet: viewShownWallet(wallet) })),
    proofs: {
      handedOut: proofs.length,
      ended: proofs.filter(({ endedAt }) => endedAt !== null).length,
    },
    answers: answers
      .toSorted((one, other) => other.answeredAt - one.answeredAt)
      .slice(0, LINES)
      .map(({ requestCode, answeredAt, withdrawnAt }) => ({
        requestCode,
        answeredAt: isoTime(answeredAt),
        withdrawnAt: isoTime(withdrawnAt),
      })),
    requests: requests.map((row) => viewMadeRequest(row, deps)),
    events: events.map(viewMemberEvent),
  }
}

export function viewMemberEvent(event: StoredEvent): MemberDetail['events'][number] {
  return {
    id: event.id,
    type: event.type,
    at: isoTime(event.createdAt),
    address: 'wallet' in event ? displayAddress(event.wallet) : null,
    reason: event.type === 'wallet.unlinked' ? event.reason : null,
  }
}

/** @param hasNames whether members are shown */
export function viewAction(
  { id, kind, admin, about, doneAt }: AdminAction,
  hasNames: boolean,
): ShownAction {
  return {
    id,
    kind,
    at: isoTime(doneAt),
    admin: admin && viewPerson(admin),
    about: about && hasNames ? { id: about.id, ...viewPerson(about) } : null,
  }
}
