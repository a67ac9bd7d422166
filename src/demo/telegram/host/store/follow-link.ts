import { resolveLink } from '../../telegram-link.ts'
import { closeMiniApp } from './front.ts'
import { findChatId } from './host-core.ts'
import type { HostCore } from './host-core.ts'
import { show } from './navigation.ts'
import { openMiniApp } from './open-mini-app.ts'
import { openOutside } from './open-outside.ts'
import { shareText } from './sharing.ts'

/**
 * Goes where a link leads, asking before it leaves the messenger.
 *
 * @param chatId the chat in which the link stands; null for one from elsewhere. @default the chat in view
 */
export async function followLink(
  core: HostCore,
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

function openWallet(core: HostCore, startParam: string | null): void {
  const query = startParam === null ? '' : `?startapp=${encodeURIComponent(startParam)}`
  core.wallet.set({ url: `/wallet/${query}`, place: 'telegram', name: 'Wallet in Telegram' })
  core.miniApp.get()?.session.visibilityChanged(false)
}

async function leave(core: HostCore, url: string): Promise<void> {
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
