import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import type { WebhookConfig } from '#server/config/config.ts'
import { isInNamedNetwork, isNamedHost, withoutBrackets } from '#server/config/own-hosts.ts'
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
  const isAllowed = isNamedHost(host, webhook.allowHosts)

  const getAddresses = callbackify(async (hostname: string): Promise<Addresses> => {
    const addresses = await resolve(hostname).catch(() => [])
    if (addresses.length === 0) throw new UnresolvedHostError()
    const [first, ...others] = addresses.filter(
      ({ address }) =>
        isAllowed || isPublicAddress(address) || isInNamedNetwork(address, webhook.allowHosts),
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
