import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isInNamedNetwork, isNamedHost, withoutBrackets, type OwnHosts } from './own-hosts.ts'
import { isPublicAddress } from './is-public-address.ts'

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
 * Prevents an address that others name from leading into the operator's own network. Names are resolved and checked in
 * the step that connects, so the checked address is the one that is used.
 */
export type AddressGuard = {
  /** Whether the URL itself names a private address; such a host is connected to without a lookup. */
  refusesUrl: boolean
  lookup: LookupFunction
}

/** @param target where to connect, and the hosts of the own network that it may lead to */
export function createAddressGuard(
  { url, allowHosts }: { url: string; allowHosts: OwnHosts },
  resolve: Resolve,
): AddressGuard {
  const host = withoutBrackets(new URL(url).hostname)
  const isAllowed = isNamedHost(host, allowHosts)

  const getAddresses = callbackify(async (hostname: string): Promise<Addresses> => {
    const addresses = await resolve(hostname).catch(() => [])
    if (addresses.length === 0) throw new UnresolvedHostError()
    const [first, ...others] = addresses.filter(
      ({ address }) =>
        isAllowed || isPublicAddress(address) || isInNamedNetwork(address, allowHosts),
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

/** By the system's resolver. */
export function resolveHost(hostname: string): Promise<LookupAddress[]> {
  return lookup(hostname, { all: true })
}

type Addresses = [LookupAddress, ...LookupAddress[]]
