import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'
import type { WebhookConfig } from '#server/config/config.ts'

/** The only part of IPv6 that hosts of the public internet have (RFC 4291 §2.4, IANA). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')
/** IPv4 behind NAT64 (RFC 6052 §2.1); all other forms of IPv4 in IPv6 are refused. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')

/** Every address of a host name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** The host has only private addresses, and is not allowed to. */
export class RefusedAddressError extends Error {
  override name = 'RefusedAddressError'
}

/** The host name resolves to no address. */
export class UnresolvedHostError extends Error {
  override name = 'UnresolvedHostError'
}

/**
 * Prevents a receiver's name from leading into the operator's own network. Names are resolved and checked in the step
 * that connects, so the checked address is the one that is used.
 */
export type AddressGuard = {
  /** Whether the URL itself names a private address; such a host is connected to without a lookup. */
  refusesUrl: boolean
  lookup: LookupFunction
}

export function createAddressGuard({
  webhook,
  resolve,
}: {
  webhook: WebhookConfig
  resolve: Resolve
}): AddressGuard {
  const host = withoutBrackets(new URL(webhook.url).hostname)
  const isAllowed = [...webhook.allowHosts].some((allowed) => withoutBrackets(allowed) === host)

  const getAddresses = callbackify(async (hostname: string): Promise<Addresses> => {
    const addresses = await resolve(hostname).catch(() => [])
    if (addresses.length === 0) throw new UnresolvedHostError()
    const [first, ...others] = addresses.filter(
      ({ address }) => isAllowed || isPublicAddress(address),
    )
    if (first === undefined) throw new RefusedAddressError()
    return [first, ...others]
  })

  return {
    refusesUrl: !isAllowed && isIP(host) !== 0 && !isPublicAddress(host),
    lookup(hostname, { all }, callback) {
      getAddresses(hostname, (error, addresses) => {
        if (error) callback(error, [])
        else if (all) callback(null, addresses)
        else callback(null, addresses[0].address, addresses[0].family)
      })
    },
  }
}

type Addresses = [LookupAddress, ...LookupAddress[]]

/** A URL has an IPv6 address in brackets. */
function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}

/** Whether an IP address belongs to a host of the public internet; false for an invalid one. */
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
