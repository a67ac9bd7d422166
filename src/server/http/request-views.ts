import type { ProofDocument } from '#proof/document.ts'
import type { Boot } from '#shared/boot.ts'
import type { Card, OwnCard } from '#shared/card.ts'
import { directLink } from '#shared/links.ts'
import { plainName } from '#shared/plain-name.ts'
import type {
  MadeRequest,
  AnswerInUse,
  ReceivedAnswer,
  Request,
  Requester,
  ShownWallet,
} from '#shared/request.ts'
import type { Person } from '#shared/person.ts'
import { writeProof } from '../proofs/build-proof.ts'
import { toRequester } from '../requests/to-requester.ts'
import { requestState } from '../requests/request-state.ts'
import type { CardVerdict, StoredCard } from '../store/cards/cards.ts'
import type { MadeRequestRow } from '../store/requests/made-requests.ts'
import type { StandingAnswer } from '../store/requests/answers.ts'
import type { PersonalAnswer } from '../store/requests/received-answers.ts'
import type { CountedRequest, RequestMaker } from '../store/rows/request-rows.ts'
import type { StoredWallet } from '../store/database/stored.ts'
import { isoTime, viewWallet } from './views.ts'
import type { StoredAnswer } from '../store/rows/answer-rows.ts'

/** Requests, answers and cards as the contract shows them to members. Names come from Telegram, wallets are proven. */

type RequestViewDeps = { boot: Pick<Boot, 'bot'>; now: () => number }

/** The part of a member that other members see. */
export function viewPerson({ firstName, username }: Person): Person {
  return { firstName: plainName(firstName), username }
}

function viewRequester(maker: RequestMaker): Requester {
  const requester = toRequester(maker)
  return requester.kind === 'member'
    ? { ...requester, person: viewPerson(requester.person) }
    : requester
}

/** Leaves out the holder's private notes. */
export function viewShownWallet(wallet: StoredWallet): ShownWallet {
  const { id: _id, label: _label, primary: _primary, ...shown } = viewWallet(wallet)
  return shown
}

/** The part of a request that its maker and everyone with the link see alike. */
function viewAsked(counted: CountedRequest, now: number) {
  const { code, families, chat, membersOnly, expiresAt } = counted.request
  return {
    code,
    families,
    state: requestState(counted, now),
    chat: chat && { title: plainName(chat.title) },
    membersOnly,
    expiresAt: isoTime(expiresAt),
  }
}

export function viewMadeRequest(row: MadeRequestRow, { boot, now }: RequestViewDeps): MadeRequest {
  const { request, answered, message } = row
  return {
    ...viewAsked(row, now()),
    url: directLink(boot.bot, request.code),
    answered,
    message,
    createdAt: isoTime(request.createdAt),
  }
}

/** @param seen `answer`: the member's own, while it stands; `made`: the maker's view, if the member made the request */
export function viewRequest(
  counted: CountedRequest,
  { answer, made }: { answer: StoredAnswer | undefined; made: MadeRequestRow | undefined },
  site: RequestViewDeps,
): Request {
  return {
    ...viewAsked(counted, site.now()),
    requester: viewRequester(counted.request.maker),
    byAnybody: counted.request.byAnybody,
    answer: answer ? { walletId: answer.walletId, answeredAt: isoTime(answer.answeredAt) } : null,
    made: made ? viewMadeRequest(made, site) : null,
  }
}

export function viewAnswerInUse(
  { request, walletId, answeredAt }: StandingAnswer,
  { now }: Pick<RequestViewDeps, 'now'>,
): AnswerInUse {
  const { code, state, chat } = viewAsked({ request, answered: 0 }, now())
  const requester = viewRequester(request.maker)
  return { code, walletId, requester, chat, state, answeredAt: isoTime(answeredAt) }
}

export function viewReceivedAnswer(received: PersonalAnswer): ReceivedAnswer {
  const { user, wallet, answeredAt, withdrawnAt } = received
  return {
    person: viewPerson(user),
    wallet: wallet && viewShownWallet(wallet),
    answeredAt: isoTime(answeredAt),
    withdrawnAt: isoTime(withdrawnAt),
  }
}

export function viewOwnCard(
  { code, walletId, createdAt, sentAt, opens, lastOpenedAt }: StoredCard,
  { boot }: Pick<RequestViewDeps, 'boot'>,
): OwnCard {
  return {
    code,
    walletId,
    url: directLink(boot.bot, code),
    createdAt: isoTime(sentAt ?? createdAt),
    opens,
    lastOpenedAt: isoTime(lastOpenedAt),
  }
}

type CardContext = Pick<Card, 'telegramKey'> & { viewerId: string; proof: ProofDocument | null }

export function viewCard(
  { card, wallet, holder }: Extract<CardVerdict, { kind: 'live' }>,
  { viewerId, proof, telegramKey }: CardContext,
): Card {
  const mine = holder.id === viewerId
  const shown = card.showsProof ? proof : null
  return {
    code: card.code,
    holder: viewPerson(holder),
    holderId: shown && holder.telegramId,
    wallet: viewShownWallet(wallet),
    createdAt: isoTime(card.sentAt ?? card.createdAt),
    mine,
    proof: shown && writeProof(shown),
    telegramKey,
    canShowProof: mine && proof !== null,
  }
}
