import { getConnInfo } from '@hono/node-server/conninfo'
import ipaddr from 'ipaddr.js'
import type { HttpContext } from './http-env.ts'

/** A network: an address and the length of its prefix. */
type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number]

type IncomingAddress = {
  /** The address of the peer that opened the connection. */
  remote: string | undefined
  /** `X-Forwarded-For` as it came: each proxy appends the address that connected to it. */
  forwarded: string | undefined
}

/** Bits of an IPv6 address that distinguish one subscriber from another. */
const SUBSCRIBER_BITS = 64

/** Whom a request counts against. */
export type Caller = {
  /** An IPv4 address, the network of an IPv6 one, or `unknown`. */
  address: string
  /** Whether many clients may be behind it: a proxy that reports nobody, or an address of a private network. */
  isShared: boolean
}

/**
 * The address that a request comes from, as reported by the proxies that the operator trusts. Nothing that any client
 * can write counts. Where clients cannot be distinguished, because an unlisted proxy is in front of us or a listed one
 * reports nothing, they share the address of that proxy.
 */
export function findCaller(
  { remote, forwarded }: IncomingAddress,
  trusted: readonly AddressRange[],
): Caller {
  const peer = parse(remote ?? '')
  if (peer === null) return { address: 'unknown', isShared: true }
  const reported = (forwarded?.split(',') ?? []).toReversed().map((hop) => parse(hop.trim()))
  for (const hop of [peer, ...reported]) {
    if (hop === null) break
    if (!trusted.some((network) => isIn(hop, network)))
      return { address: formatSubscriber(hop), isShared: !isOpenInternet(hop) }
  }
  return { address: formatSubscriber(peer), isShared: true }
}

/** Reads it from the connection of a request. */
export function createCallerReader(trusted: readonly AddressRange[]) {
  return (c: HttpContext): Caller => {
    const remote = getConnInfo(c).remote.address
    return findCaller({ remote, forwarded: c.req.header('x-forwarded-for') }, trusted)
  }
}

/** An IPv4 address or an IPv6 one in brackets, with the port that some proxies append. */
const WITH_PORT = /^(?:([\d.]+)|\[([\da-f:.]+)\])(?::\d{1,5})?$/iu

function parse(text: string): AddressRange[0] | null {
  const [, v4, v6] = WITH_PORT.exec(text) ?? []
  const address = v4 ?? v6 ?? text
  return ipaddr.isValid(address) ? ipaddr.process(address) : null
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
