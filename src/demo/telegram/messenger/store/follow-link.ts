import { readUrl } from '#demo/read-url.ts'
import { closeMiniApp, openOutside } from './front.ts'
import { findChatId, type MessengerCore } from './messenger-core.ts'
import { show } from './navigation.ts'
import { openMiniApp } from './open-mini-app.ts'
import { shareText } from './sharing.ts'

const TELEGRAM_HOSTS = new Set(['t.me', 'telegram.me', 'telegram.dog'])

/**
 * Goes where a link leads, asking before it leaves the messenger.
 *
 * @param chatId the chat in which the link stands; null for one from elsewhere. @default the chat in view
 */
export async function followLink(
  core: MessengerCore,
  url: string,
  chatId: number | null = findChatId(core),
): Promise<void> {
  const bot = core.connection.latest.get()?.world.bot
  if (bot === undefined) return
  const target = resolveLink(url, bot)
  switch (target.kind) {
    case 'mini-app': {
      const { startParam } = target
      return openMiniApp(core, { source: 'direct-link', chatId, startParam })
    }
    case 'bot-chat':
      closeMiniApp(core)
      show(core, { kind: 'bot', payload: target.payload, cameFrom: null })
      return
    case 'wallet':
      openWallet(core, target.startParam)
      return
    case 'share':
      return shareText(core, target.text)
    case 'web':
      return leave(core, target.url)
    case 'unknown':
      core.journal.toast('That link leads out of the demo')
  }
}

function openWallet(core: MessengerCore, startParam: string | null): void {
  const query = startParam === null ? '' : `?startapp=${encodeURIComponent(startParam)}`
  core.wallet.set({ url: `/wallet/${query}`, place: 'telegram', name: 'Wallet in Telegram' })
  core.miniApp.get()?.session.visibilityChanged(false)
}

async function leave(core: MessengerCore, url: string): Promise<void> {
  const answer = await core.dialogs.ask({
    title: 'Open link?',
    message: url,
    buttons: [
      { id: 'cancel', text: 'Cancel', tone: 'plain' },
      { id: 'open', text: 'Open', tone: 'strong' },
    ],
  })
  if (answer === 'open') openOutside(url)
}

type BotAddress = { username: string; appShortName: string | null }

/** Where a link leads in the demo world. */
type LinkTarget =
  | { kind: 'mini-app'; startParam: string | null }
  /** The chat with the bot; a payload waits there for the START button. */
  | { kind: 'bot-chat'; payload: string | null }
  /** "Wallet in Telegram" with its start parameter. */
  | { kind: 'wallet'; startParam: string | null }
  /** The share dialog. */
  | { kind: 'share'; text: string }
  | { kind: 'web'; url: string }
  /** A t.me link to something that this world does not have, or no link at all. */
  | { kind: 'unknown' }

/** Source of the forms: https://core.telegram.org/api/links */
export function resolveLink(link: string, bot: BotAddress): LinkTarget {
  const url = readUrl(link)
  if (url === null) return { kind: 'unknown' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'unknown' }
  if (!TELEGRAM_HOSTS.has(url.hostname)) return { kind: 'web', url: url.href }
  const [name = '', ...rest] = url.pathname.slice(1).split('/')
  if (name === 'wallet') return walletTarget(url)
  if (name === 'share') return shareTarget(url)
  if (name.toLowerCase() !== bot.username.toLowerCase()) return { kind: 'unknown' }
  return botTarget(url, rest[0] ?? null, bot)
}

/** `/wallet/start?startapp=…` opens the app of the wallet, `?attach=wallet&startattach=…` its attachment. */
function walletTarget(url: URL): LinkTarget {
  const startParam = url.searchParams.get('startapp') ?? url.searchParams.get('startattach')
  return { kind: 'wallet', startParam }
}

/** The address comes first, then the text, as clients write the draft. */
function shareTarget(url: URL): LinkTarget {
  const parts = [url.searchParams.get('url'), url.searchParams.get('text')]
  return { kind: 'share', text: parts.filter(Boolean).join('\n') }
}

/** A parameter that is too long or has other characters makes it a link to the bot's chat, as in TDLib. */
function botTarget(url: URL, appName: string | null, bot: BotAddress): LinkTarget {
  const isApp = appName === null ? url.searchParams.has('startapp') : appName === bot.appShortName
  const startApp = url.searchParams.get('startapp') ?? ''
  if (isApp && isStartParameter(startApp)) return { kind: 'mini-app', startParam: startApp || null }
  const payload = url.searchParams.get('start')
  return { kind: 'bot-chat', payload: isStartParameter(payload ?? '') ? payload : null }
}

function isStartParameter(text: string): boolean {
  return /^[\w-]{0,512}$/.test(text)
}
