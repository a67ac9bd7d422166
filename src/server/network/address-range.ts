import type ipaddr from 'ipaddr.js'

/** A network: an address and the length of its prefix. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number]
