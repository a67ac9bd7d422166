import { demoWalletPath, readAppLink } from '../../phone/app-link.ts'
import type { HostCore } from './host-core.ts'

/**
 * Opens the demo wallet for a link of an EVM wallet: as another app on phones, in a tab of the browser
 * on computers. What the link carries is a secret between app and wallet, and is not noted.
 */
export function openAppLink(core: HostCore, link: string): 'opened' | 'not-an-app' {
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

function isPhone({ client }: HostCore): boolean {
  return ['ios', 'android'].includes(client.get().platform)
}

/** A new tab that knows nothing of this page. */
export function openOutside(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer')
}
