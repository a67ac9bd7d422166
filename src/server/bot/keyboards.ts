import { InlineKeyboard } from 'grammy'
import type { Language } from '#shared/languages.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
import type { Store } from '#server/store/store.ts'
import { messagesIn } from './messages/messages-in.ts'

/** Opens the Mini App at the choice of a wallet. Telegram accepts web_app buttons in private chats only. */
export function connectKeyboard(publicUrl: string, language: Language): InlineKeyboard {
  const text = messagesIn(language).buttons.connect
  return waitingKeyboard(publicUrl, { text, path: '/connect' }, language)
}

/** Opens the Mini App at Home; in private chats only. */
export function homeKeyboard(publicUrl: string, language: Language): InlineKeyboard {
  const { buttons } = messagesIn(language)
  return new InlineKeyboard().webApp(buttons.openApp, appUrl(publicUrl, '/', language))
}

/** Opens the Mini App at Home; for a member without wallets at the choice of one, which is what Home would offer. */
export async function usualKeyboard(
  { store, publicUrl }: { store: Pick<Store, 'listWallets'>; publicUrl: string },
  member: StoredUser | undefined,
  language: Language,
): Promise<InlineKeyboard> {
  const wallets = member === undefined ? [] : await store.listWallets(member.id)
  return wallets.length === 0
    ? connectKeyboard(publicUrl, language)
    : homeKeyboard(publicUrl, language)
}

/** Opens the Mini App, or inline mode in a chat that the member chooses. */
export function walletsKeyboard(
  { publicUrl, offersInline }: { publicUrl: string; offersInline: boolean },
  language: Language,
): InlineKeyboard {
  const keyboard = homeKeyboard(publicUrl, language)
  if (!offersInline) return keyboard
  return keyboard.row().switchInline(messagesIn(language).buttons.sendInChat)
}

/** Opens the Mini App at the thing that waits for the member; in private chats only. */
export function waitingKeyboard(
  publicUrl: string,
  { text, path }: { text: string; path: `/${string}` },
  language: Language,
): InlineKeyboard {
  return new InlineKeyboard().webApp(text, appUrl(publicUrl, path, language))
}

/** Opens the Mini App at one of the member's wallets; in private chats only. */
export function walletKeyboard(
  publicUrl: string,
  walletId: string,
  language: Language,
): InlineKeyboard {
  const text = messagesIn(language).buttons.openWallet
  return waitingKeyboard(publicUrl, { text, path: `/wallets/${walletId}` }, language)
}

/** Opens the full legal pages, which the bot only summarizes. */
export function legalKeyboard(publicUrl: string, language: Language): InlineKeyboard {
  const { buttons } = messagesIn(language)
  return new InlineKeyboard()
    .url(buttons.privacy, appUrl(publicUrl, '/privacy', language))
    .url(buttons.terms, appUrl(publicUrl, '/terms', language))
}

/** A page of ours in the member's language. */
function appUrl(publicUrl: string, path: `/${string}`, language: Language): string {
  return `${publicUrl}${path}?lang=${language}`
}
