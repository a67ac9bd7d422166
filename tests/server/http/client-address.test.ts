import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { clientAddress } from '#server/http/client-address.ts'

const PROXIES = ['127.0.0.1/32', '10.0.0.0/8', 'fd00::/8'].map((text) => ipaddr.parseCIDR(text))

const seen = (remote: string | undefined, forwarded?: string) =>
  clientAddress({ remote, forwarded }, PROXIES)

test.each([
  ['nobody forwards', '198.51.7.4', undefined, '198.51.7.4'],
  ['one proxy forwards', '127.0.0.1', '203.5.113.9', '203.5.113.9'],
  ['two proxies forward', '127.0.0.1', '203.5.113.9, 10.2.3.4', '203.5.113.9'],
  ['IPv4 stands in IPv6', '::ffff:127.0.0.1', '::ffff:203.5.113.9', '203.5.113.9'],
  ['a subscriber has a network', '2a01:db8:1:2:3:4:5:6', undefined, '2a01:db8:1:2::/64'],
  ['IPv6 comes through a proxy', 'fd00::1', '2a01:db8:1:2::9', '2a01:db8:1:2::/64'],
])('finds the address of a client where %s', (_, remote, forwarded, address) => {
  expect(seen(remote, forwarded)).toBe(address)
})

test.each([
  ['no proxy is named', '172.16.0.9', '203.5.113.9'],
  ['all are proxies', '127.0.0.1', '10.0.0.1'],
  ['the proxy adds nothing', '127.0.0.1', undefined],
  ['the proxy adds what is no address', '127.0.0.1', 'unknown'],
  ['the connection is gone', undefined, '203.5.113.9'],
])('finds no address of a client where %s', (_, remote, forwarded) => {
  expect(seen(remote, forwarded)).toBeNull()
})

test('attack: an address that a client writes itself does not count', () => {
  expect(seen('198.51.7.4', '203.5.113.9')).toBe('198.51.7.4')
  expect(seen('127.0.0.1', '203.5.113.9, 198.51.7.4')).toBe('198.51.7.4')
  expect(seen('127.0.0.1', '127.0.0.1, 10.0.0.1, 198.51.7.4')).toBe('198.51.7.4')
})
