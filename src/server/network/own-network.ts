import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'
import { isLoopback } from '#shared/site.ts'
import { isPublicAddress } from './is-public-address.ts'

/** Names, addresses and networks (CIDR) of the operator's own network, as a variable lists them. */
export type OwnNetwork = ReadonlySet<string>

/** @param name or address, in brackets or not, as in a URL */
export function isInOwnNetwork(hostname: string, own: OwnNetwork): boolean {
  const name = withoutBrackets(hostname)
  return isInNamedNetwork(name, own) || [...own].some((entry) => withoutBrackets(entry) === name)
}

/** @param address without brackets; false for a name */
export function isInNamedNetwork(address: string, own: OwnNetwork): boolean {
  return [...own].some((entry) => contains(entry, address))
}

/**
 * Whether plain http may lead to a name: on this machine, to a name without a dot, which only the own network resolves,
 * and to what the operator names. An address must also be a private one.
 */
export function mayBePlain(hostname: string, own: OwnNetwork): boolean {
  if (isLoopback(hostname) || isSimpleName(hostname)) return true
  const name = withoutBrackets(hostname)
  return isInOwnNetwork(name, own) && (isIP(name) === 0 || !isPublicAddress(name))
}

/** A name without a dot, such as that of a container beside this one. */
export function isSimpleName(hostname: string): boolean {
  return !/[.:]/.test(hostname)
}

/** The shortest prefix of a private network: `10.0.0.0/8`, and `fc00::/7`. */
const SHORTEST = { ipv4: 8, ipv6: 7 } as const

/** Whether a text is a network (CIDR) without public addresses. */
export function isPrivateNetwork(text: string): boolean {
  if (!ipaddr.isValidCIDR(text)) return false
  const [address, bits] = ipaddr.parseCIDR(text)
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  const ends = [family.networkAddressFromCIDR(text), family.broadcastAddressFromCIDR(text)]
  return bits >= SHORTEST[address.kind()] && ends.every((end) => !isPublicAddress(end.toString()))
}

function contains(network: string, name: string): boolean {
  if (!ipaddr.isValidCIDR(network) || !ipaddr.isValid(name)) return false
  const range = ipaddr.parseCIDR(network)
  return ipaddr.subnetMatch(ipaddr.process(name), { own: [range] }, 'other') === 'own'
}

/** A URL has an IPv6 address in brackets. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}
