import { type AppLink, demoWalletPath, readAppLink } from './app-link.ts'
import type { OpenedAppLink, PhoneMessage, Tapped } from './phone-contract.ts'

/*
 * Plays the phone's operating system around the Mini App: links of wallets lead into the demo wallet,
 * and the page behind it is hidden. Runs inline, before every other script, in the demo's pages only.
 */

/** Origin of the simulated Telegram, which the demo has written next to this script. */
const hostUrl = document.currentScript?.dataset['host'] ?? ''

// WalletConnect's library asks Reown whether our origin is genuine unless it believes to be under test.
Object.assign(window, { global: window, process: { env: { IS_VITEST: 'true' } } })

const openWindow = window.open.bind(window)
const isInTelegram = window.parent !== window

window.open = (url, target, features) => {
  const appLink = url === undefined ? null : readAppLink(String(url))
  if (appLink === null) return openWindow(url, target, features)
  if (isInTelegram) return handToPhone(String(url))
  return openWalletTab(appLink)
}

window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  const message = source === window.parent ? readMessage(data) : null
  if (message !== null) showOrHide(message.isVisible)
})

if (isInTelegram) window.addEventListener('click', tellTap, true)

function tellTap(): void {
  const message: Tapped = { type: 'clasp-demo-tap' }
  window.parent.postMessage(message, hostUrl)
}

/** A client on iOS has no window to show for what it hands to the system; on Android there is one. */
function handToPhone(link: string): Window | null {
  const message: OpenedAppLink = { type: 'clasp-demo-phone', link }
  window.parent.postMessage(message, hostUrl)
  const { dataset } = document.documentElement
  return dataset['platform'] === 'ios' ? null : detachedWindow()
}

/** A window of no page: whoever holds it can do nothing with it. */
function detachedWindow(): Window | null {
  const frame = document.createElement('iframe')
  document.documentElement.append(frame)
  const { contentWindow } = frame
  frame.remove()
  return contentWindow
}

function openWalletTab(appLink: AppLink): Window | null {
  return openWindow(`${hostUrl}${demoWalletPath(appLink)}`, '_blank')
}

function readMessage(data: unknown): PhoneMessage | null {
  if (typeof data !== 'string' || !data.includes('clasp-demo-phone')) return null
  const message: unknown = JSON.parse(data)
  return isPhoneMessage(message) ? message : null
}

/** By hand: the schema library has no place in a script that blocks the page. */
function isPhoneMessage(message: unknown): message is PhoneMessage {
  return typeof message === 'object' && message !== null && 'isVisible' in message
}

/** As a page sees it when another app lies over the one that it is in. */
function showOrHide(isVisible: boolean): void {
  Object.defineProperties(document, {
    visibilityState: { configurable: true, get: () => (isVisible ? 'visible' : 'hidden') },
    hidden: { configurable: true, get: () => !isVisible },
  })
  document.dispatchEvent(new Event('visibilitychange'))
  if (isVisible) window.dispatchEvent(new Event('focus'))
}
