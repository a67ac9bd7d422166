import type { Composer } from 'grammy'
import type { InlineQueryResultArticle, User } from 'grammy/types'
import { DRAFT_TTL_MS } from '#shared/limits.ts'
import { REQUEST_LIFE_S } from '#shared/request.ts'
import { REQUEST_CODE } from '#shared/start-param.ts'
import { memberLimit } from '#server/rate-limit/member-limits.ts'
import { canRequestAnywhere, isByAnybody } from '#server/requests/can-request.ts'
import { randomCode } from '#server/requests/random-code.ts'
import type { Rate } from '#server/store/database/rate-limits.ts'
import type { StoredCard } from '#server/store/cards/cards.ts'
import type { StoredUser, StoredWallet } from '#server/store/database/stored.ts'
import type { Shareable } from '#server/requests/telegram-chats.ts'
import type { BotContext, FeatureDeps } from '../bot-context.ts'
import { getProfile } from '../profile.ts'
import { shareableArticle } from '../shareable.ts'
import { isTooLate, unless } from '../telegram-problem.ts'

/** `/start` payload of a member who had no wallet to show in inline mode. */
export const INLINE_START = 'inline'

/** Telegram caches the answer for one person, and for only so many seconds, because wallets and requests change. */
const FOR_ONE = { is_personal: true, cache_time: 5 } as const
/** How often one person may type: each pause sends a query. */
const QUERY_RATE: Rate = { perSecond: 2, burst: 20 }
const SECOND_MS = 1_000

/**
 * `@bot` in any chat: asks for a wallet, or shows one of the member's own. Each answer is for that person alone, and
 * does not depend on the typed text.
 */
export function addInline(bot: Composer<BotContext>, deps: FeatureDeps): void {
  bot.on('inline_query', async (ctx) => {
    const limit = await deps.store.consume(`inline:${ctx.from.id}`, QUERY_RATE, deps.now())
    if (!limit.taken) return unless(isTooLate, ctx.answerInlineQuery([], FOR_ONE))
    const member = await findMember(ctx.from, deps)
    const offered = member ? await offer(member, deps) : NOTHING
    const button = { text: ctx.messages.buttons.connectFirst, start_parameter: INLINE_START }
    const options = { ...FOR_ONE, ...(offered.hasWallet ? {} : { button }) }
    await unless(isTooLate, ctx.answerInlineQuery(offered.articles, options))
  })

  bot.on('chosen_inline_result', async (ctx) => {
    const { result_id: code, inline_message_id: inlineMessageId, from } = ctx.chosenInlineResult
    const member = await deps.store.findUserByTelegramId(String(from.id))
    if (member === undefined) return
    if (REQUEST_CODE.test(code)) await noteSent({ code, inlineMessageId }, member, deps)
    else await noteCardSent(code, member, deps)
  })
}

/**
 * Undefined for a person unknown to the bot, who has nothing to show. A known member is shown under their current name.
 */
async function findMember(
  from: User,
  { store, now }: FeatureDeps,
): Promise<StoredUser | undefined> {
  const member = await store.findUserByTelegramId(String(from.id))
  if (member === undefined) return undefined
  const profile = getProfile(from)
  const isSame = member.firstName === profile.firstName && member.username === profile.username
  return isSame ? member : store.saveUser(profile, now())
}

type Offered = { articles: InlineQueryResultArticle[]; hasWallet: boolean }

const NOTHING: Offered = { articles: [], hasWallet: false }

async function offer(member: StoredUser, deps: FeatureDeps): Promise<Offered> {
  const requests = await getDraft(member, deps)
  const wallets = await deps.store.listWallets(member.id)
  const cards = await getCards(member, wallets, deps)
  const articles = [...requests, ...cards].map((shareable) =>
    shareableArticle(shareable, member, deps),
  )
  return { articles, hasWallet: wallets.length > 0 }
}

/**
 * The draft of a request, if the member may make requests that are for no chat. The draft counts against the rate limit
 * when it is made, because Telegram need not report that it was sent.
 */
async function getDraft(member: StoredUser, deps: FeatureDeps): Promise<Shareable[]> {
  if (!(await canRequestAnywhere(member.telegramId, deps))) return []
  const { store, families } = deps
  const now = deps.now()
  const draft = { code: randomCode('r'), userId: member.id, families }
  const times = { now, freshAfter: now - DRAFT_TTL_MS, expiresAt: getEnd(now) }
  const known = await store.findDraft(draft, times)
  if (known) return [{ kind: 'request', request: known }]
  const { subject, rate } = memberLimit('requests', member)
  if (!(await store.consume(subject, rate, now)).taken) return []
  const byAnybody = await isByAnybody({ ...member, chat: null, membersOnly: false }, deps)
  const request = await store.draftRequest({ ...draft, byAnybody }, times)
  return [{ kind: 'request', request }]
}

/** The member's wallets, each with its one active card. */
async function getCards(
  member: StoredUser,
  wallets: readonly StoredWallet[],
  deps: FeatureDeps,
): Promise<Shareable[]> {
  const live = await deps.store.listCards(member.id)
  const shareables = await Promise.all(
    wallets.map(async (wallet): Promise<Shareable[]> => {
      const known = live.find(({ walletId }) => walletId === wallet.id)
      const card = known ?? (await makeCard(wallet, member, deps))
      return card === undefined ? [] : [{ kind: 'card', card, wallet }]
    }),
  )
  return shareables.flat()
}

/** Undefined when the member has made too many recently, or the wallet has just been unlinked. */
async function makeCard(
  { id: walletId }: StoredWallet,
  member: StoredUser,
  { store, now }: FeatureDeps,
): Promise<StoredCard | undefined> {
  const { subject, rate } = memberLimit('sharing', member)
  if (!(await store.consume(subject, rate, now())).taken) return undefined
  return store.offerCard({ code: randomCode('c'), walletId, userId: member.id }, now())
}

/** Records that a card is shared, which was only offered until now. */
async function noteCardSent(
  code: string,
  { id }: StoredUser,
  { store, now }: FeatureDeps,
): Promise<void> {
  const cards = await store.listCards(id)
  if (cards.some((card) => card.code === code)) await store.noteCardSent(code, now())
}

/** Turns the draft into a request. Its message shows the count from now on. */
async function noteSent(
  { code, inlineMessageId }: { code: string; inlineMessageId: string | undefined },
  member: StoredUser,
  { store, now, onPost }: FeatureDeps,
): Promise<void> {
  const times = { now: now(), expiresAt: getEnd(now()) }
  if (!(await store.sendDraft({ code, userId: member.id }, times))) return
  if (inlineMessageId === undefined) return
  const { language } = member
  await store.addInlinePost({ requestCode: code, inlineMessageId, language }, now())
  onPost()
}

function getEnd(now: number): number {
  return now + REQUEST_LIFE_S.usual * SECOND_MS
}
