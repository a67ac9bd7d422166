import { getCard } from '#shared/api/get-card.ts'
import { revokeCard } from '#shared/api/revoke-card.ts'
import { showCardProof } from '#shared/api/show-card-proof.ts'
import { shareWallet } from '#shared/api/share-wallet.ts'
import type { Card } from '#shared/card.ts'
import type { ProofDocument } from '#proof/document.ts'
import { buildProof, getDigest } from '../../proofs/build-proof.ts'
import { randomCode } from '../../requests/random-code.ts'
import type { CardVerdict } from '../../store/cards/cards.ts'
import { type Rate, takeOne } from '../../store/database/rate-limits.ts'
import type { StoredUser } from '../../store/database/stored.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { type ByCode, replyToCode } from '../reply-to-code.ts'
import { readFresh } from '../read-fresh.ts'
import { enforceRateLimit } from '../admission.ts'
import { empty, ok, refuse, type Reply, serveMember } from '../route.ts'
import { viewCard, viewOwnCard } from '../request-views.ts'
import { memberLimit } from '../../rate-limit/member-limits.ts'

/** How often one viewer's opening of a card counts: the app reads it again on each return. */
const OPENING_RATE: Rate = { perSecond: 1 / 3_600, burst: 1 }

/** Cards of linked wallets: their holder makes and revokes them, and everyone with the link sees them. */
export function serveCards(app: HttpApp, deps: HttpDeps): void {
  const { store, now } = deps

  serveMember(app, shareWallet, async ({ user, body: { walletId } }) => {
    const refusal = await enforceRateLimit(memberLimit('sharing', user), deps)
    if (refusal) return refusal
    const share = { code: randomCode('c'), walletId, userId: user.id }
    const card = await store.shareWallet(share, now())
    return card ? ok(viewOwnCard(card, deps)) : refuse('not-found')
  })

  serveMember(app, getCard, (asked) => showCard(asked, deps))

  serveMember(app, showCardProof, async ({ user, id, body: { isShown } }) => {
    const isDone = await store.showProof({ code: id, userId: user.id, isShown })
    return isDone ? empty : refuse('not-found')
  })

  serveMember(app, revokeCard, async ({ user, id }) => {
    const isRevoked = await store.revokeCard({ code: id, userId: user.id }, now())
    return isRevoked ? empty : refuse('not-found')
  })
}

/** A card as a member who opened its link sees it. */
export function showCard({ user, id }: ByCode, deps: HttpDeps): Promise<Reply<Card>> {
  const { telegramKey } = deps
  return replyToCode({ user, find: () => findFreshCard(id, deps) }, deps, async (found) => {
    if (found.kind !== 'live') return refuse('card-gone')
    await noteOpened(found, user, deps)
    const proof = await findCardProof(found, user.id, deps)
    return ok(viewCard(found, { viewerId: user.id, proof, telegramKey }))
  })
}

/** Somebody else has the link, so the card was sent, whether or not Telegram reported it. */
async function noteOpened(
  { card: { code }, holder }: LiveCard,
  viewer: StoredUser,
  deps: HttpDeps,
): Promise<void> {
  if (holder.id === viewer.id) return
  const once = { subject: `opens:${code}:${viewer.id}`, rate: OPENING_RATE }
  if ((await takeOne(once, deps)) === 0) await deps.store.noteCardOpened(code, deps.now())
}

/** Read only for a viewer who will know of it. */
async function findCardProof(
  { card, wallet, holder }: LiveCard,
  viewerId: string,
  { store, now }: HttpDeps,
): Promise<ProofDocument | null> {
  if (!card.showsProof && holder.id !== viewerId) return null
  const stored = await store.handOutProof(wallet.id, getDigest, now())
  return stored === undefined ? null : buildProof(stored, now())
}

type LiveCard = Extract<CardVerdict, { kind: 'live' }>

function findFreshCard(code: string, deps: HttpDeps): Promise<CardVerdict | undefined> {
  const read = () => deps.store.findCard(code)
  return readFresh(read, (found) => (found?.kind === 'live' ? [found.wallet] : []), deps)
}
