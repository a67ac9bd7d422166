import type { Hono } from 'hono'
import { deleteMe } from '#shared/api/delete-me.ts'
import { exportMe } from '#shared/api/export-me.ts'
import { getMe } from '#shared/api/get-me.ts'
import { updateMe } from '#shared/api/update-me.ts'
import { mayAskAnywhere } from '../../may-ask.ts'
import type { GivenAnswer } from '../../store/request-store.ts'
import type { StoredAttempt } from '../../store/store.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { empty, ok } from '../reply.ts'
import { viewMadeRequest, viewOwnCard } from '../request-views.ts'
import { serveMember } from '../route.ts'
import { isoTime, summarizeAttempt, viewConsent, viewUser, viewWallet } from '../views.ts'

/** More than a member can make while requests are kept. */
const EXPORTED_REQUESTS = 100_000

/** What the member is to us: seen, changed, taken along, deleted. */
export function serveMe(app: Hono<HttpEnv>, deps: HttpDeps): void {
  const { store, now, boot, onEvent, adminIds } = deps

  serveMember(app, getMe, async ({ user }) => {
    const [wallets, consents, attempt, hasAsked] = await Promise.all([
      store.listWallets(user.id),
      store.listConsents(user.id, now()),
      store.findUnderWay(user.id, now()),
      store.hasAsked(user.id),
    ])
    return ok({
      user: viewUser(user),
      wallets: wallets.map(viewWallet),
      consents: consents.map(viewConsent),
      attempt: attempt ? summarizeAttempt(attempt) : null,
      admin: adminIds.has(user.telegramId),
      asks: hasAsked || mayAskAnywhere(user.telegramId, deps),
      policy: boot.policy,
    })
  })

  serveMember(app, updateMe, async ({ user, body }) => {
    if ('language' in body) return ok(viewUser(await store.chooseLanguage(user.id, body.language)))
    await store.setMayMessage(user.id, body.mayMessage)
    await store.hastenReceipts(user.id, now())
    onEvent()
    return ok(viewUser({ ...user, mayMessage: body.mayMessage }))
  })

  serveMember(app, deleteMe, async ({ user }) => {
    await store.deleteUser(user.id, now())
    return empty
  })

  serveMember(app, exportMe, async ({ user }) => {
    const [wallets, attempts, answers, requests, cards] = await Promise.all([
      store.listWallets(user.id),
      store.listAttempts(user.id, now()),
      store.listGivenAnswers(user.id),
      store.listMadeRequests(user.id, EXPORTED_REQUESTS),
      store.listCards(user.id),
    ])
    return ok({
      exportedAt: isoTime(now()),
      user: viewUser(user),
      firstSeenAt: isoTime(user.createdAt),
      lastSeenAt: isoTime(user.lastSeenAt),
      wallets: wallets.map(viewWallet),
      attempts: attempts.map(exportAttempt),
      answers: answers.map(exportAnswer),
      requests: requests.map((row) => viewMadeRequest(row, deps)),
      cards: cards.map((card) => viewOwnCard(card, deps)),
    })
  })
}

function exportAttempt(attempt: StoredAttempt) {
  const { family, state, message, errorCode, walletApp, client, requestCode } = attempt
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
  }
}

function exportAnswer({ requestCode, walletId, answeredAt, withdrawnAt }: GivenAnswer) {
  return {
    requestCode,
    walletId,
    answeredAt: isoTime(answeredAt),
    withdrawnAt: withdrawnAt === null ? null : isoTime(withdrawnAt),
  }
}
