import { deleteMe } from '#shared/api/delete-me.ts'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { exportMe } from '#shared/api/export-me.ts'
import { ANSWERS_LISTED, getMe } from '#shared/api/get-me.ts'
import { sendData } from '#shared/api/send-data.ts'
import { takeStart } from '#shared/api/take-start.ts'
import { updateMe } from '#shared/api/update-me.ts'
import { memberLimit } from '../../rate-limit/member-limits.ts'
import { canRequestAnywhere } from '../../requests/can-request.ts'
import type { StoredCard } from '../../store/cards/cards.ts'
import type { StoredUser } from '../../store/database/stored.ts'
import { enforceRateLimit } from '../admission.ts'
import { viewDoorInUse } from '../door-views.ts'
import { exportMember } from '../export-member.ts'
import { isFamilyDisabled } from '../is-family-disabled.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { summarizeCosigning } from '../multisig-views.ts'
import { viewAnswerInUse, viewOwnCard } from '../request-views.ts'
import { readFresh } from '../read-fresh.ts'
import { empty, ok, serveMember } from '../route.ts'
import { sendFile } from '../send-file.ts'
import { summarizeAttempt, viewConsent, viewUser, viewWallet } from '../views.ts'

/** The member's account: shown, changed, exported, deleted; and the code that the member brought to the bot's chat. */
export function serveMe(app: HttpApp, deps: HttpDeps): void {
  const { store, now, onEvent } = deps

  serveMember(app, getMe, async ({ user }) => ok(await presentMe(user, deps)))

  serveMember(app, updateMe, async ({ user, body }) => {
    if ('language' in body) return ok(viewUser(await store.chooseLanguage(user.id, body.language)))
    await store.reportWriteAccess(user.id)
    await store.flushReceipts(user.id, now())
    onEvent()
    return ok(viewUser(user))
  })

  serveMember(app, deleteMe, async ({ user }) => {
    await deps.deleteMember(user)
    return empty
  })

  serveMember(app, exportMe, async ({ user }) => {
    const refusal = await enforceRateLimit(memberLimit('exports', user), deps)
    return refusal ?? ok(await exportMember(user, deps))
  })

  serveMember(app, sendData, ({ user }) =>
    sendFile(user, async () => ({ kind: 'data', document: await exportMember(user, deps) }), deps),
  )

  serveMember(app, takeStart, async ({ user }) =>
    ok({ start: await store.takeStart(user.id, now()) }),
  )
}

export async function presentMe(
  user: StoredUser,
  deps: HttpDeps,
): Promise<ResponseOf<typeof getMe>> {
  const { store, now, boot, requests } = deps
  const [wallets, cosignings, consents, attempt, hasAsked, answers, cards, doors, admins] =
    await Promise.all([
      readFresh(
        () => store.listWallets(user.id),
        (all) => all,
        deps,
      ),
      store.listCosignings(user.id, now()),
      store.listConsents(user.id, now()),
      store.findUnderWay(user.id, now()),
      store.hasAsked(user.id),
      store.listStandingAnswers(user.id, ANSWERS_LISTED),
      store.listCards(user.id),
      store.listOpenedDoors(user.id, ANSWERS_LISTED),
      deps.findAdmins(),
    ])
  // Read once for both.
  const findAdmins = () => Promise.resolve(admins)
  return {
    user: viewUser(user),
    wallets: wallets.map(viewWallet),
    consents: consents.map(viewConsent),
    attempt: attempt ? summarizeAttempt(attempt) : null,
    cosignings: cosignings
      .filter(({ multisig }) => !isFamilyDisabled(multisig.family, deps))
      .map((cosigning) => summarizeCosigning(cosigning, { user }, deps)),
    answers: answers.map((answer) => viewAnswerInUse(answer, deps)),
    cards: cards.filter(isSent).map((card) => viewOwnCard(card, deps)),
    doors: doors.flatMap(viewDoorInUse),
    admin: admins.has(user.telegramId),
    asks: hasAsked || (await canRequestAnywhere(user.telegramId, { requests, findAdmins })),
    policy: boot.policy,
  }
}

/** A card that inline mode has only offered does not count as a card yet. */
function isSent({ sentAt }: StoredCard): boolean {
  return sentAt !== null
}
