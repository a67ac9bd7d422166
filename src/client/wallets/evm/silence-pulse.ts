/** Where AppKit reports that it was opened and used. */
const PULSE = 'https://pulse.walletconnect.org'

/**
 * AppKit reports some events with the page's address even where its analytics are off. The address
 * holds nothing of a member by then, and the Content Security Policy stops the report; this keeps it
 * from being made where there is no such policy.
 */
export function silencePulse(navigator: Pick<Navigator, 'sendBeacon'>): void {
  const send = navigator.sendBeacon.bind(navigator)
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (url: string | URL, data?: BodyInit | null) =>
      new URL(url, PULSE).origin === PULSE ? true : send(url, data),
  })
}
