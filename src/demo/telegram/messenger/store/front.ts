import type { MessengerCore, MiniApp } from './messenger-core.ts'
import { demoWalletPath, readAppLink } from '../../phone/app-link.ts'

/** The Mini App waits in a bar under the chats, hidden but alive. */
export function minimizeMiniApp(core: MessengerCore): void {
  const open = core.miniApp.get()
  if (open === null || open.isMinimized) return
  core.miniApp.set({ ...open, isMinimized: true })
  open.session.visibilityChanged(false)
}

export function restoreMiniApp(core: MessengerCore): void {
  const open = core.miniApp.get()
  if (open === null || !open.isMinimized) return
  core.miniApp.set({ ...open, isMinimized: false })
  open.session.visibilityChanged(true)
}

/** What the Mini App has asked the person goes with it. */
export function closeMiniApp(core: MessengerCore): void {
  bringLastBack(core)
  core.dialogs.answer(null)
  core.picker.answer(null)
}

/** The open Mini App lives on, unseen, and another instance may take its place. */
export function putBehind(core: MessengerCore, open: MiniApp): void {
  core.behind.set([...core.behind.get(), open])
  open.session.visibilityChanged(false)
}

/** What a closed instance lay over is seen again. */
function bringLastBack(core: MessengerCore): void {
  const last = core.behind.get().at(-1) ?? null
  core.behind.set(core.behind.get().slice(0, -1))
  core.miniApp.set(last)
  last?.session.visibilityChanged(true)
}

/**
 * Opens the demo wallet for a link of an EVM wallet: as another app on phones, in a tab of the browser
 * on computers. What the link carries is a secret between app and wallet, and is not noted.
 */
export function openAppLink(core: MessengerCore, link: string): 'opened' | 'not-an-app' {
  const appLink = readAppLink(link)
  if (appLink === null) return 'not-an-app'
  const path = demoWalletPath(appLink)
  const detail = appLink.uri === null ? '' : 'with a request to connect'
  core.journal.note({ kind: 'phone', name: `opens ${appLink.app}`, detail })
  if (isPhone(core)) {
    core.wallet.set({ url: path, place: 'app', name: appLink.app })
    core.miniApp.get()?.session.frontChanged(false)
  } else openOutside(path)
  return 'opened'
}

function isPhone({ client }: MessengerCore): boolean {
  return ['ios', 'android'].includes(client.get().platform)
}

/** A new tab that knows nothing of this page. */
export function openOutside(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer')
}
