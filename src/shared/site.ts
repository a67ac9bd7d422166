/** Most characters of a host, all of which are ASCII. */
export const MAX_HOST = 128

const LOOPBACK = String.raw`(?:localhost|\[::1\]|127(?:\.(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])){3})`
const NAME = String.raw`[a-z0-9_-]+(?:\.[a-z0-9_-]+)*`
const IPV6 = String.raw`\[[0-9a-f:]{2,39}\]`
const LOCAL = new RegExp(`^${LOOPBACK}(?::[1-9]\\d{0,4})?$`)
const HOST = new RegExp(`^(?:${NAME}|${IPV6})$`)

/** A site: what signs in there, and where it is. */
export type Site = { scheme: 'http' | 'https'; host: string }

/**
 * Whether a text is the host of a site, as documents, messages and TON wallets name it: a name or an address, and a
 * port on loopback only.
 *
 * @see docs/proof-format.md, "Encodings"
 */
export function isHost(text: string): boolean {
  return text.length <= MAX_HOST && (HOST.test(text) || LOCAL.test(text))
}

/** Whether only this machine can reach a host, with a port or without. IPv6 in brackets, as in URLs. */
export function isLoopback(host: string): boolean {
  return LOCAL.test(host)
}

/** Parses the origin of a site; null for anything else. Plain http is for loopback. */
export function parseSite(origin: string): Site | null {
  const { scheme, host = '' } = /^(?<scheme>https?):\/\/(?<host>.*)$/.exec(origin)?.groups ?? {}
  if (!isHost(host)) return null
  if (scheme === 'https') return { scheme, host }
  return scheme === 'http' && isLoopback(host) ? { scheme, host } : null
}

/**
 * The host that members and wallets see.
 *
 * @throws {TypeError} if it is not the origin of a site
 */
export function getHost(origin: string): string {
  const site = parseSite(origin)
  if (site === null) throw new TypeError('not the origin of a site')
  return site.host
}
