import type { Composer } from 'grammy'
import type { Language } from '#shared/languages.ts'
import type { StoredWallet } from '#server/store/database/stored.ts'
import type { BotContext, FeatureDeps } from '../bot-context.ts'
import { describeClaim } from '../describe-claim.ts'
import { getKind } from '../describe-wallet.ts'
import { reply } from '../reply.ts'
import { connectKeyboard, walletsKeyboard } from '../keyboards.ts'
import { messagesIn } from '../messages/messages-in.ts'

/** `/wallets`: the member's own wallets, in private only. */
export function addWallets(bot: Composer<BotContext>, deps: FeatureDeps): void {
  bot.chatType('private').command('wallets', async (ctx) => {
    const user = await deps.store.findUserByTelegramId(String(ctx.from.id))
    const wallets = user === undefined ? [] : await deps.store.listWallets(user.id)
    if (wallets.length === 0) {
      await reply(ctx, ctx.messages.texts.noWallets, connectKeyboard(deps.publicUrl, ctx.language))
      return
    }
    await reply(ctx, describeWallets(wallets, ctx.language), walletsKeyboard(deps, ctx.language))
  })
}

function describeWallets(wallets: StoredWallet[], language: Language): string {
  const { texts } = messagesIn(language)
  const lines = wallets.map((wallet) =>
    texts.walletLine({
      claim: describeClaim(wallet, { language, holder: null }),
      label: wallet.label,
      kind: getKind(wallet),
      isPrimary: wallet.primary,
    }),
  )
  return [texts.walletsTitle(wallets.length), ...lines].join('\n\n')
}
