/** Address to which AppKit reports that it was opened and used. */
const PULSE = 'https://pulse.walletconnect.org'

/**
 * AppKit reports some events with the page's address even where its analytics are off. By then the address
 * contains nothing about a member, and the Content Security Policy blocks the report; this prevents it
 * where there is no such policy.
 */
export function silencePulse(navigator: Pick<Navigator, 'sendBeacon'>): void {
  const send = navigator.sendBeacon.bind(navigator)
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (url: string | URL, data?: BodyInit | null) =>
      new URL(url, PULSE).origin === PULSE ? true : send(url, data),
  })
}
