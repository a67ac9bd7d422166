import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import {
  isInNamedNetwork,
  isInOwnNetwork,
  withoutBrackets,
  type OwnNetwork,
} from './own-network.ts'
import { isPublicAddress } from './is-public-address.ts'

/** Every address of a name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** The name has only private addresses, and is not allowed to. */
export class RefusedAddressError extends Error {
  override name = 'RefusedAddressError'
}

/** The name resolves to no address. */
export class UnresolvedNameError extends Error {
  override name = 'UnresolvedNameError'
}

/**
 * Prevents an address that others name from leading into the operator's own network. Names are resolved and checked in
 * the step that connects, so the checked address is the one that is used.
 */
export type AddressGuard = {
  /** Whether the URL itself names a private address; it is connected to without a lookup. */
  refusesUrl: boolean
  lookup: LookupFunction
}

/** @param target where to connect, and what of the own network it may lead to */
export function createAddressGuard(
  { url, ownNetwork }: { url: string; ownNetwork: OwnNetwork },
  resolve: Resolve,
): AddressGuard {
  const name = withoutBrackets(new URL(url).hostname)
  const isAllowed = isInOwnNetwork(name, ownNetwork)

  const getAddresses = callbackify(async (hostname: string): Promise<Addresses> => {
    const addresses = await resolve(hostname).catch(() => [])
    if (addresses.length === 0) throw new UnresolvedNameError()
    const [first, ...others] = addresses.filter(
      ({ address }) =>
        isAllowed || isPublicAddress(address) || isInNamedNetwork(address, ownNetwork),
    )
    if (first === undefined) throw new RefusedAddressError()
    return [first, ...others]
  })

  return {
    refusesUrl: !isAllowed && isIP(name) !== 0 && !isPublicAddress(name),
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
export function resolveName(hostname: string): Promise<LookupAddress[]> {
  return lookup(hostname, { all: true })
}

type Addresses = [LookupAddress, ...LookupAddress[]]
