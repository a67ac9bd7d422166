import type { Composer, InlineKeyboard } from 'grammy'
import { START_TTL_MS } from '#shared/limits.ts'
import { toRequester } from '#server/requests/to-requester.ts'
import type { StoredUser, EpochMs } from '#server/store/database/stored.ts'
import type { BotContext, FeatureDeps } from '../bot-context.ts'
import { reply } from '../reply.ts'
import {
  cosignKeyboard,
  inlineStartKeyboard,
  usualKeyboard,
  waitingKeyboard,
} from '../keyboards.ts'
import { saveReachable } from '../save-reachable.ts'
import { toNotifiedCosigning } from '../describe-wallet.ts'
import { INLINE_START } from './inline.ts'
import { isSettled } from '#shared/attempt.ts'
import { getCodePath } from '#shared/code-path.ts'
import { getAttemptId } from '#shared/attempt-code.ts'
import type { CosigningState } from '#shared/multisig.ts'
import { readStartParam, type StartParam } from '#shared/start-param.ts'
import { lookUpCode } from '#server/requests/look-up-code.ts'
import { requestState } from '#server/requests/request-state.ts'
import type { Family } from '#shared/wallet.ts'
import type { StoredCosigning } from '#server/store/rows/cosigning-rows.ts'
import type { StoredRequest } from '#server/store/rows/request-rows.ts'
import type { Store } from '#server/store/store.ts'
import type { DeadLink } from '../messages/link-texts.ts'

type StartReply = { text: string; keyboard: InlineKeyboard }

/**
 * `/start`: what the bot does, what it never does, and the button. A member who starts the bot allows it to write. Some
 * clients lose a code on the way to the app, so the server stores it for the account that brought it, and the app takes
 * it up.
 */
export function addStart(bot: Composer<BotContext>, deps: FeatureDeps): void {
  const { store, now, publicUrl, families } = deps
  bot.chatType('private').command('start', async (ctx) => {
    const member = await saveReachable(ctx.from, deps)
    const payload = ctx.match.trim()
    if (payload === INLINE_START) return send(ctx, greetFromInline(ctx, deps))
    const usual = await usualKeyboard(deps, member, ctx.language)
    const parameter = readStartParam(payload)
    if (parameter === null || parameter.kind === 'connect') {
      return send(ctx, { text: ctx.messages.texts.start(deps), keyboard: usual })
    }
    const followed = await followCode(parameter, { store, now, member, families })
    if (followed.kind !== 'dead') {
      const expiresAt = now() + START_TTL_MS
      await store.keepStart({ userId: member.id, code: followed.code, expiresAt })
    }
    await send(ctx, showWaiting(followed, ctx, { member, publicUrl, usual }))
  })
}

async function send(ctx: BotContext, { text, keyboard }: StartReply): Promise<void> {
  await reply(ctx, text, keyboard)
}

function greetFromInline(
  { messages, language }: BotContext,
  { publicUrl }: FeatureDeps,
): StartReply {
  return { text: messages.texts.startInline(), keyboard: inlineStartKeyboard(publicUrl, language) }
}

type WaitingPlace = {
  member: StoredUser
  publicUrl: string
  /** For a link that leads nowhere. */
  usual: InlineKeyboard
}

function showWaiting(
  followed: Followed,
  { messages: { texts, buttons }, language }: BotContext,
  { member, publicUrl, usual }: WaitingPlace,
): StartReply {
  const openAt = (text: string, path: `/${string}`) =>
    waitingKeyboard(publicUrl, { text, path }, language)
  switch (followed.kind) {
    case 'request': {
      const { maker, chat, byAnybody } = followed.request
      const about = { requester: toRequester(maker), chat: chat && chat.title, byAnybody }
      return {
        text: texts.requestWaits(about),
        keyboard: openAt(buttons.showRequest, `/r/${followed.code}`),
      }
    }
    case 'card':
      return {
        text: texts.cardWaits(followed.holder),
        keyboard: openAt(buttons.openWallet, `/c/${followed.code}`),
      }
    case 'attempt':
      return {
        text: texts.attemptWaits(),
        keyboard: openAt(buttons.goOn, `/attempts/${followed.id}`),
      }
    case 'cosign': {
      const { code, cosigning } = followed
      return {
        text: texts.cosignWaits(toNotifiedCosigning(cosigning, { memberId: member.id, language })),
        keyboard: cosignKeyboard(publicUrl, code, language),
      }
    }
    case 'door':
    case 'join':
      return {
        text: texts.attemptWaits(),
        keyboard: openAt(buttons.goOn, getCodePath(followed.code)),
      }
    case 'dead':
      return {
        text: texts.deadLink(followed.why),
        keyboard: usual,
      }
  }
}

/** The target of a code that a member brought. */
type Followed =
  | { kind: 'request'; code: string; request: StoredRequest }
  | { kind: 'card'; code: string; holder: StoredUser }
  | { kind: 'attempt'; code: string; id: string }
  | { kind: 'cosign'; code: string; cosigning: StoredCosigning }
  | { kind: 'door' | 'join'; code: string }
  | { kind: 'dead'; why: DeadLink }

type FollowDeps = {
  store: Store
  now: () => EpochMs
  member: StoredUser
  /** Families whose wallets can be linked. */
  families: readonly Family[]
}
type CodeParam = Extract<StartParam, { code: string }>

/** Follows a code for the member who brought it. */
async function followCode(
  parameter: Exclude<StartParam, { kind: 'connect' }>,
  deps: FollowDeps,
): Promise<Followed> {
  if (!('code' in parameter)) return dead(parameter.kind)
  const lookup = await lookUpCode(deps.member, () => find(parameter, deps), deps)
  return lookup.outcome === 'found' ? lookup.found : dead(lookup.outcome)
}

function find({ kind, code }: CodeParam, deps: FollowDeps): Promise<Followed | undefined> {
  switch (kind) {
    case 'request':
      return findRequest(code, deps)
    case 'card':
      return findCard(code, deps)
    case 'attempt':
      return findAttempt(code, deps)
    case 'cosign':
      return findCosigning(code, deps)
    // The account is judged when the app asks for these.
    case 'door':
    case 'join':
      return Promise.resolve({ kind, code })
  }
}

async function findRequest(
  code: string,
  { store, now }: FollowDeps,
): Promise<Followed | undefined> {
  const request = await store.findRequest(code)
  if (request === undefined) return undefined
  const answered = await store.countAnswers(code)
  const state = requestState({ request, answered }, now())
  return state === 'open' ? { kind: 'request', code, request } : dead(state)
}

async function findCard(code: string, { store }: FollowDeps): Promise<Followed | undefined> {
  const verdict = await store.findCard(code)
  if (verdict.kind === 'unknown') return undefined
  return verdict.kind === 'live' ? { kind: 'card', code, holder: verdict.holder } : dead('revoked')
}

/** Another member's attempt is treated as unknown. */
async function findAttempt(
  code: string,
  { store, now, member }: FollowDeps,
): Promise<Followed | undefined> {
  const id = getAttemptId(code)
  const attempt = await store.findAttempt(id, member.id, now())
  if (attempt === undefined) return undefined
  return isSettled(attempt.state) ? dead('over') : { kind: 'attempt', code, id }
}

/** A cosigning of a family that is not offered is treated as unknown. */
async function findCosigning(
  code: string,
  { store, now, families }: FollowDeps,
): Promise<Followed | undefined> {
  const cosigning = await store.findCosigning(code, now())
  if (cosigning === undefined || !families.includes(cosigning.multisig.family)) return undefined
  const { state } = cosigning
  return state === 'open' ? { kind: 'cosign', code, cosigning } : dead(ENDED[state])
}

const ENDED = {
  complete: 'enough',
  cancelled: 'cancelled',
  expired: 'late',
} as const satisfies Record<Exclude<CosigningState, 'open'>, DeadLink>

function dead(why: DeadLink): Followed {
  return { kind: 'dead', why }
}
