import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import type { HttpEnv } from './http-env.ts'

/** A network: an address and the length of its prefix. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number]

type IncomingAddress = {
  /** The address of the peer that opened the connection. */
  remote: string | undefined
  /** `X-Forwarded-For` as it came: each proxy appends the address that connected to it. */
  forwarded: string | undefined
}

/** Bits of an IPv6 address that distinguish one subscriber from another. */
const SUBSCRIBER_BITS = 64

/**
 * The address that a request comes from, as reported by the proxies that the operator trusts. Nothing that any client
 * can write counts. Null where clients cannot be distinguished: an unlisted proxy is in front of us, or all
 * hops are trusted proxies.
 *
 * @returns an IPv4 address, or the network of an IPv6 one
 */
export function clientAddress(
  { remote, forwarded }: IncomingAddress,
  trusted: readonly AddressRange[],
): string | null {
  const hops = [...(forwarded?.split(',') ?? []), remote ?? ''].map((hop) => parse(hop.trim()))
  while (hops.length > 0) {
    const hop = hops.pop()
    if (hop === null || hop === undefined) return null
    if (!trusted.some((network) => isIn(hop, network)))
      return isOpenInternet(hop) ? formatSubscriber(hop) : null
  }
  return null
}

/** Reads it from the connection of a request. */
export function createAddressReader(trusted: readonly AddressRange[]) {
  return (c: Context<HttpEnv>): string | null => {
    const remote = getConnInfo(c).remote.address
    return clientAddress({ remote, forwarded: c.req.header('x-forwarded-for') }, trusted)
  }
}

function parse(text: string): AddressRange[0] | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null
}

function isIn(address: AddressRange[0], [network, bits]: AddressRange): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}

function isOpenInternet(address: AddressRange[0]): boolean {
  return address.range() === 'unicast'
}

function formatSubscriber(address: AddressRange[0]): string {
  if (address instanceof ipaddr.IPv4) return address.toString()
  const bytes = address.toByteArray().map((byte, index) => (index * 8 < SUBSCRIBER_BITS ? byte : 0))
  return `${ipaddr.fromByteArray(bytes).toString()}/${SUBSCRIBER_BITS}`
}
