import ipaddr from 'ipaddr.js'

/** The only part of IPv6 that machines on the public internet have (RFC 4291 §2.4, IANA). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')
/** IPv4 behind NAT64 (RFC 6052 §2.1); all other forms of IPv4 in IPv6 are refused. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')

/** Whether an IP address belongs to a machine on the public internet; false for an invalid one. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = unwrap(ipaddr.parse(text))
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_UNICAST)) return false
  return address.range() === 'unicast'
}

/** The IPv4 address inside, if there is one. */
function unwrap(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  return address.match(NAT64) ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address
}
