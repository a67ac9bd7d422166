import type { ResponseOf } from '#shared/api/endpoint.ts'
import type { exportMe } from '#shared/api/export-me.ts'
import { displayAddress } from '#shared/display-address.ts'
import type { StoredAttempt } from '../store/rows/attempt-rows.ts'
import type { StoredCosigning, StoredConfirmation } from '../store/rows/cosigning-rows.ts'
import type { StoredJoin } from '../store/doors/joins.ts'
import type { GivenAnswer } from '../store/requests/answers.ts'
import type { HandedProof } from '../store/linking/proofs.ts'
import type { StoredEvent } from '../store/database/stored-event.ts'
import type { StoredUser } from '../store/database/stored.ts'
import { viewMemberEvent } from './admin-views.ts'
import { findConfirmation } from '../multisig/cosignings.ts'
import type { HttpDeps } from './http-deps.ts'
import { viewMadeRequest, viewOwnCard } from './request-views.ts'
import { isoTime, viewConsent, viewUser, viewWallet } from './views.ts'

/** More requests or events than a member can make in the time that they are stored. */
const EXPORTED_AT_MOST = 100_000

/** Everything that is stored about the member, in one document. */
export async function exportMember(
  user: StoredUser,
  deps: HttpDeps,
): Promise<ResponseOf<typeof exportMe>> {
  const { store, now } = deps
  const [wallets, unlinked, attempts, consents, answers, requests, cards, proofs, joins] =
    await Promise.all([
      store.listWallets(user.id),
      store.listUnlinkedWallets(user.id),
      store.listAttempts(user.id, now()),
      store.listConsents(user.id, now()),
      store.listGivenAnswers(user.id),
      store.listMadeRequests(user.id, EXPORTED_AT_MOST),
      store.listCards(user.id),
      store.listHandedProofs(user.id),
      store.listJoins(user.id),
    ])
  const [events, actions, cosignings] = await Promise.all([
    store.listMemberEvents(user.id, EXPORTED_AT_MOST),
    store.listMemberActions(user.id),
    store.listAllCosignings(user.id, now()),
  ])
  return {
    exportedAt: isoTime(now()),
    user: { ...viewUser(user), firstName: user.firstName },
    firstSeenAt: isoTime(user.createdAt),
    lastSeenAt: isoTime(user.lastSeenAt),
    wallets: wallets.map(viewWallet),
    unlinkedWallets: unlinked.map(({ wallet, unlinkedAt }) => ({
      wallet: viewWallet(wallet),
      unlinkedAt: isoTime(unlinkedAt),
    })),
    attempts: attempts.map(exportAttempt),
    consents: consents.map(viewConsent),
    answers: answers.map(exportAnswer),
    requests: requests.map((row) => viewMadeRequest(row, deps)),
    cards: cards.map((card) => viewOwnCard(card, deps)),
    proofs: proofs.map(exportProof),
    joins: joins.map(exportJoin),
    events: events.map((event) => exportEvent(event, user)),
    adminActions: actions.map(({ kind, isOwn, doneAt }) => ({
      kind,
      at: isoTime(doneAt),
      mine: isOwn,
    })),
    cosignings: cosignings.map((cosigning) => exportCosigning(cosigning, user)),
  }
}

/** Of a move, the other member's link is left out. */
function exportEvent(event: StoredEvent, user: StoredUser) {
  const { type, at, address, reason } = viewMemberEvent(event)
  return { type, at, address, reason, mine: event.userId === user.id }
}

function exportJoin({ chat, state, why, walletId, askedAt, decidedAt }: StoredJoin) {
  const [asked, decided] = [isoTime(askedAt), isoTime(decidedAt)]
  return { chat: chat.title, state, why, walletId, askedAt: asked, decidedAt: decided }
}

function exportProof({ digest, endedAt }: HandedProof) {
  return { digest: Buffer.from(digest).toString('base64url'), endedAt: isoTime(endedAt) }
}

function exportAttempt(attempt: StoredAttempt) {
  const { family, state, message, errorCode, walletApp, client, requestCode, cosign } = attempt
  return {
    family,
    state,
    createdAt: isoTime(attempt.createdAt),
    account: attempt.account?.address ?? null,
    message,
    errorCode,
    walletApp,
    client,
    requestCode,
    confirmsCode: cosign?.code ?? null,
  }
}

/** Includes only the member's own confirmation: the others belong to the members who gave them. */
function exportCosigning(cosigning: StoredCosigning, user: StoredUser) {
  const { code, multisig, method, state, starter, createdAt } = cosigning
  const confirmation = findConfirmation(cosigning, user.id)
  const mine = starter.id === user.id
  const isSigned = method === 'signatures' && (mine || confirmation !== undefined)
  return {
    code,
    multisig: displayAddress(multisig),
    method,
    // It names the starter's Telegram account.
    message: isSigned ? cosigning.message : null,
    state,
    mine,
    confirmation: confirmation ? exportConfirmation(confirmation) : null,
    createdAt: isoTime(createdAt),
  }
}

function exportConfirmation({ owner, binding, showsName, givenAt }: StoredConfirmation) {
  return { owner, binding, showsName, givenAt: isoTime(givenAt) }
}

function exportAnswer({ requestCode, walletId, answeredAt, withdrawnAt }: GivenAnswer) {
  return {
    requestCode,
    walletId,
    answeredAt: isoTime(answeredAt),
    withdrawnAt: isoTime(withdrawnAt),
  }
}
