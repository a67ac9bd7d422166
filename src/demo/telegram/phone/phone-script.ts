import { type AppLink, demoWalletPath, readAppLink } from './app-link.ts'
import type { OpenedAppLink } from './phone-contract.ts'

/*
 * Plays the phone's operating system around the Mini App: links of EVM wallets lead into the demo wallet. Runs inline,
 * before every other script, in the demo's pages only.
 */

/** Origin of the simulated Telegram, which the demo has written next to this script. */
const messengerUrl = document.currentScript?.dataset['messenger'] ?? ''

// WalletConnect's library asks Reown whether our origin is genuine unless it detects a test environment.
Object.assign(window, { global: window, process: { env: { IS_VITEST: 'true' } } })

const openWindow = window.open.bind(window)
const isInTelegram = window.parent !== window

window.open = (url, target, features) => {
  const appLink = url === undefined ? null : readAppLink(String(url))
  if (appLink === null) return openWindow(url, target, features)
  if (isInTelegram) return handToPhone(String(url))
  return openWalletTab(appLink)
}

/** A client on iOS has no window to show for what it hands to the system; on Android there is one. */
function handToPhone(link: string): Window | null {
  const message: OpenedAppLink = { type: 'clasp-demo-phone', link }
  window.parent.postMessage(message, messengerUrl)
  const { dataset } = document.documentElement
  return dataset['platform'] === 'ios' ? null : detachedWindow()
}

/** A window of no page: its holder can do nothing with it. */
function detachedWindow(): Window | null {
  const frame = document.createElement('iframe')
  document.documentElement.append(frame)
  const { contentWindow } = frame
  frame.remove()
  return contentWindow
}

function openWalletTab(appLink: AppLink): Window | null {
  return openWindow(`${messengerUrl}${demoWalletPath(appLink)}`, '_blank')
}
