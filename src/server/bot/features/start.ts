import { Composer, type InlineKeyboard } from 'grammy'
import { START_TTL_MS } from '#shared/limits.ts'
import { toRequester } from '#server/requests/to-requester.ts'
import type { StoredUser } from '#server/store/stored.ts'
import type { BotContext, FeatureDeps } from '../bot-context.ts'
import { type Followed, followCode } from '../follow-code.ts'
import { HTML_MESSAGE } from '../markup.ts'
import {
  connectKeyboard,
  cosignKeyboard,
  inlineStartKeyboard,
  waitingKeyboard,
} from '../keyboards.ts'
import { getReachableProfile } from '../profile.ts'
import { toNotifiedCosigning } from '../to-notified-cosigning.ts'
import { INLINE_START } from './inline.ts'

type StartReply = { text: string; keyboard: InlineKeyboard }

/**
 * `/start`: what the bot does, what it never does, and the button. A member who starts the bot allows it to write. Some
 * clients lose a code on the way to the app, so the server stores it for the account that brought it, and the app takes
 * it up.
 */
export function startFeature(deps: FeatureDeps): Composer<BotContext> {
  const { store, now, publicUrl, families } = deps
  const composer = new Composer<BotContext>()

  composer.chatType('private').command('start', async (ctx) => {
    const member = await store.saveUser(getReachableProfile(ctx.from), now())
    const payload = ctx.match.trim()
    if (payload === '' || payload === INLINE_START) {
      await send(ctx, payload === '' ? greet(ctx, deps) : greetFromInline(ctx, deps))
      return
    }
    const followed = await followCode(payload, { store, now, member, families })
    if (followed.kind !== 'dead') {
      const expiresAt = now() + START_TTL_MS
      await store.keepStart({ userId: member.id, code: followed.code, expiresAt })
    }
    await send(ctx, showWaiting(followed, ctx, { member, publicUrl }))
  })

  return composer
}

async function send(ctx: BotContext, { text, keyboard }: StartReply): Promise<void> {
  await ctx.reply(text, { ...HTML_MESSAGE, reply_markup: keyboard })
}

function greet({ messages, language }: BotContext, deps: FeatureDeps): StartReply {
  return { text: messages.texts.start(deps), keyboard: connectKeyboard(deps.publicUrl, language) }
}

function greetFromInline(
  { messages, language }: BotContext,
  { publicUrl }: FeatureDeps,
): StartReply {
  return { text: messages.texts.startInline(), keyboard: inlineStartKeyboard(publicUrl, language) }
}

function showWaiting(
  followed: Followed,
  { messages: { texts, buttons }, language }: BotContext,
  { member, publicUrl }: { member: StoredUser; publicUrl: string },
): StartReply {
  const openAt = (text: string, path: `/${string}`) =>
    waitingKeyboard(publicUrl, { text, path }, language)
  switch (followed.kind) {
    case 'request': {
      const { maker, chat } = followed.request
      const about = { requester: toRequester(maker), chat: chat && chat.title }
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
    case 'dead':
      return {
        text: texts.deadLink(followed.why),
        keyboard: connectKeyboard(publicUrl, language),
      }
  }
}
