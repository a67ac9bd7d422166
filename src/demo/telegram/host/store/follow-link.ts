import { resolveLink } from '../../telegram-link.ts'
import { chatIdOf, sendText } from './host-core.ts'
import type { HostCore } from './host-core.ts'
import { openMiniApp } from './open-mini-app.ts'
import { openOutside } from './open-outside.ts'

/** Goes where a link leads, asking before it leaves the messenger. */
export async function followLink(core: HostCore, url: string): Promise<void> {
  const bot = core.connection.latest.get()?.world.bot
  if (bot === undefined) return
  const target = resolveLink(url, bot)
  switch (target.kind) {
    case 'mini-app':
      await openMiniApp(core, {
        source: 'direct-link',
        chatId: chatIdOf(core),
        startParam: target.startParam,
      })
      return
    case 'bot-chat':
      core.miniApp.set(null)
      core.view.set({ kind: 'bot', payload: target.payload, draft: '' })
      return
    case 'wallet':
      openWallet(core, target.startParam)
      return
    case 'share':
      await share(core, target.text)
      return
    case 'web':
      await leave(core, target.url)
      return
    case 'unknown':
      core.journal.toast('That link leads out of the demo')
  }
}

function openWallet(core: HostCore, startParam: string | null): void {
  const query = startParam === null ? '' : `?startapp=${encodeURIComponent(startParam)}`
  core.wallet.set({ url: `/wallet/${query}`, place: 'telegram', name: 'Wallet in Telegram' })
  core.miniApp.get()?.session.visibilityChanged(false)
}

async function share(core: HostCore, text: string): Promise<void> {
  const group = core.connection.latest.get()?.world.group
  if (group === undefined) return
  const answer = await core.dialogs.ask({
    title: `Send to ${group.title}?`,
    message: text,
    buttons: [
      { id: 'cancel', text: 'Cancel', tone: 'plain' },
      { id: 'send', text: 'Send', tone: 'strong' },
    ],
  })
  if (answer !== 'send') return
  await sendText(core, group.id, text)
  core.journal.toast(`Sent to ${group.title}`)
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
