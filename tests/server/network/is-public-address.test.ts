import { describe, expect, test } from 'vitest'
import { isPublicAddress } from '#server/network/is-public-address.ts'

describe('an address of the open internet', () => {
  test.each([
    ['IPv4', '93.184.215.14'],
    ['IPv6', '2606:4700:4700::1111'],
    ['IPv4 mapped into IPv6', '::ffff:93.184.215.14'],
    ['IPv4 behind NAT64', '64:ff9b::93.184.215.14'],
  ])('may be %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    ['this host', '0.0.0.0'],
    ['loopback', '127.0.0.1'],
    ['all of loopback', '127.255.255.254'],
    ['a private network', '10.1.2.3'],
    ['a private network', '172.31.255.255'],
    ['a private network', '192.168.0.1'],
    ['cloud metadata, link-local', '169.254.169.254'],
    ['carrier-grade NAT', '100.100.100.200'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['documentation', '203.0.113.7'],
    ['benchmarking', '198.18.0.1'],
    ['reserved', '240.0.0.1'],
    ['IPv6 unspecified', '::'],
    ['IPv6 loopback', '::1'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 link-local with a zone', 'fe80::1%lo'],
    ['IPv6 unique local', 'fd12:3456:789a::1'],
    ['IPv6 site-local', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['loopback mapped into IPv6', '::ffff:127.0.0.1'],
    ['loopback mapped into IPv6 in hex', '::ffff:7f00:1'],
    ['a private network mapped into IPv6', '::ffff:a00:1'],
    ['loopback in a compatible address', '::127.0.0.1'],
    ['loopback behind NAT64', '64:ff9b::7f00:1'],
    ['a NAT64 of the local network', '64:ff9b:1::5db8:d70e'],
    ['loopback in 6to4', '2002:7f00:1::'],
    ['any 6to4', '2002:5db8:d70e::1'],
    ['Teredo', '2001:0:5ef5:79fb::1'],
    ['loopback translated', '::ffff:0:127.0.0.1'],
    ['no address at all', 'localhost'],
    ['nothing', ''],
  ])('is not %s (%s)', (_, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
