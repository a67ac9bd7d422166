import type { Composer, InlineKeyboard } from 'grammy'
import { START_TTL_MS } from '#shared/limits.ts'
import { toRequester } from '#server/requests/to-requester.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
import type { BotContext, FeatureDeps } from '../bot-context.ts'
import { reply } from '../reply.ts'
import { connectKeyboard, usualKeyboard, waitingKeyboard } from '../keyboards.ts'
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
import type { DeadLink } from '../messages/link-texts.ts'

type StartReply = { text: string; keyboard: InlineKeyboard }

/**
 * `/start`: what the bot does, what it never does, and the button. A member who starts the bot allows it to write. Some
 * clients lose a code on the way to the app, so the server stores it for the account that brought it, and the app takes
 * it up.
 */
export function addStart(bot: Composer<BotContext>, deps: FeatureDeps): void {
  const { store, now } = deps
  bot.chatType('private').command('start', async (ctx) => {
    const member = await saveReachable(ctx.from, deps)
    const payload = ctx.match.trim()
    if (payload === INLINE_START) return send(ctx, greetFromInline(ctx, deps))
    const keyboard = await usualKeyboard(deps, member, ctx.language)
    const { texts } = ctx.messages
    const parameter = readStartParam(payload)
    if (parameter === null || parameter.kind === 'connect')
      return send(ctx, { text: texts.start(deps), keyboard })
    const followed = await followCode(parameter, { ...deps, ctx, member })
    if (typeof followed === 'string') return send(ctx, { text: texts.deadLink(followed), keyboard })
    const expiresAt = now() + START_TTL_MS
    await store.keepStart({ userId: member.id, code: followed.code, expiresAt })
    await send(ctx, followed.reply)
  })
}

async function send(ctx: BotContext, { text, keyboard }: StartReply): Promise<void> {
  await reply(ctx, text, keyboard)
}

/** Leads a member without wallets to link one, and then back to the chat in which they wanted to show it. */
function greetFromInline(
  { messages, language }: BotContext,
  { publicUrl }: FeatureDeps,
): StartReply {
  const { texts, buttons } = messages
  const keyboard = connectKeyboard(publicUrl, language).row().switchInline(buttons.backToChat)
  return { text: texts.startInline, keyboard }
}

/** What is said of the target of a code, and on the button to it; why it leads nowhere; undefined for an unknown code. */
type Found = { text: string; button: string } | DeadLink | undefined

type FollowDeps = FeatureDeps & { ctx: BotContext; member: StoredUser }
type CodeParam = Extract<StartParam, { code: string }>

/** Follows a code for the member who brought it. */
async function followCode(
  parameter: Exclude<StartParam, { kind: 'connect' }>,
  deps: FollowDeps,
): Promise<{ code: string; reply: StartReply } | DeadLink> {
  if (!('code' in parameter)) return parameter.kind
  const lookup = await lookUpCode(deps.member, () => find(parameter, deps), deps)
  if (lookup.outcome !== 'found') return lookup.outcome
  if (typeof lookup.found === 'string') return lookup.found
  const { code } = parameter
  const { text, button } = lookup.found
  const to = { text: button, path: getCodePath(code) }
  return {
    code,
    reply: { text, keyboard: waitingKeyboard(deps.publicUrl, to, deps.ctx.language) },
  }
}

async function find({ kind, code }: CodeParam, deps: FollowDeps): Promise<Found> {
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
      return goOn(deps)
  }
}

async function findRequest(code: string, { store, now, ctx }: FollowDeps): Promise<Found> {
  const request = await store.findRequest(code)
  if (request === undefined) return undefined
  const answered = await store.countAnswers(code)
  const state = requestState({ request, answered }, now())
  if (state !== 'open') return state
  const { texts, buttons } = ctx.messages
  const { maker, chat, byAnybody } = request
  const about = { requester: toRequester(maker), chat: chat && chat.title, byAnybody }
  return { text: texts.requestWaits(about), button: buttons.showRequest }
}

async function findCard(code: string, { store, ctx }: FollowDeps): Promise<Found> {
  const verdict = await store.findCard(code)
  if (verdict?.kind !== 'live') return verdict && 'revoked'
  const { texts, buttons } = ctx.messages
  return { text: texts.cardWaits(verdict.holder), button: buttons.openWallet }
}

/** Another member's attempt is treated as unknown. */
async function findAttempt(code: string, deps: FollowDeps): Promise<Found> {
  const { store, now, member } = deps
  const attempt = await store.findAttempt(getAttemptId(code), member.id, now())
  if (attempt === undefined) return undefined
  return isSettled(attempt.state) ? 'over' : goOn(deps)
}

function goOn({ ctx: { messages } }: FollowDeps): Found {
  return { text: messages.texts.attemptWaits, button: messages.buttons.goOn }
}

/** A cosigning of a family that is not offered is treated as unknown. */
async function findCosigning(code: string, deps: FollowDeps): Promise<Found> {
  const { store, now, families, member } = deps
  const { messages, language } = deps.ctx
  const cosigning = await store.findCosigning(code, now())
  if (cosigning === undefined || !families.includes(cosigning.multisig.family)) return undefined
  if (cosigning.state !== 'open') return ENDED[cosigning.state]
  const about = toNotifiedCosigning(cosigning, { memberId: member.id, language })
  return { text: messages.texts.cosignWaits(about), button: messages.buttons.open }
}

const ENDED = {
  complete: 'enough',
  cancelled: 'cancelled',
  expired: 'late',
} as const satisfies Record<Exclude<CosigningState, 'open'>, DeadLink>
