import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'
import { isLoopback } from '#proof/site.ts'
import { isPublicAddress } from './is-public-address.ts'

/** Names, addresses and networks (CIDR) of the operator's own network, as a variable lists them. */
export type OwnHosts = ReadonlySet<string>

/** @param host name or address, in brackets or not, as in a URL */
export function isNamedHost(host: string, hosts: OwnHosts): boolean {
  const name = withoutBrackets(host)
  return (
    isInNamedNetwork(name, hosts) || [...hosts].some((entry) => withoutBrackets(entry) === name)
  )
}

/** @param address without brackets; false for a name */
export function isInNamedNetwork(address: string, hosts: OwnHosts): boolean {
  return [...hosts].some((entry) => contains(entry, address))
}

/**
 * Whether plain http may lead to a host: on this machine, to a name without a dot, which only the own network resolves,
 * and to a host that the operator names. An address must also be a private one.
 */
export function mayBePlain(hostname: string, hosts: OwnHosts): boolean {
  if (isLoopback(hostname) || isSimpleName(hostname)) return true
  const host = withoutBrackets(hostname)
  return isNamedHost(host, hosts) && (isIP(host) === 0 || !isPublicAddress(host))
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

function contains(network: string, host: string): boolean {
  if (!ipaddr.isValidCIDR(network) || !ipaddr.isValid(host)) return false
  const range = ipaddr.parseCIDR(network)
  return ipaddr.subnetMatch(ipaddr.process(host), { own: [range] }, 'other') === 'own'
}

/** A URL has an IPv6 address in brackets. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}
