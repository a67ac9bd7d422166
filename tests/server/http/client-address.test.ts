import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { findCaller } from '#server/http/client-address.ts'

const PROXIES = ['127.0.0.1/32', '10.0.0.0/8', 'fd00::/8'].map((text) => ipaddr.parseCIDR(text))

const seen = (remote: string | undefined, forwarded?: string) =>
  findCaller({ remote, forwarded }, PROXIES)

test.each([
  ['nobody forwards', '198.51.7.4', undefined, '198.51.7.4'],
  ['one proxy forwards', '127.0.0.1', '203.5.113.9', '203.5.113.9'],
  ['two proxies forward', '127.0.0.1', '203.5.113.9, 10.2.3.4', '203.5.113.9'],
  ['the proxy adds a port', '127.0.0.1', '9.9.9.8:51423', '9.9.9.8'],
  ['IPv4 stands in IPv6', '::ffff:127.0.0.1', '::ffff:203.5.113.9', '203.5.113.9'],
  ['a subscriber has a network', '2a01:db8:1:2:3:4:5:6', undefined, '2a01:db8:1:2::/64'],
  ['IPv6 comes through a proxy', 'fd00::1', '2a01:db8:1:2::9', '2a01:db8:1:2::/64'],
  ['IPv6 comes in brackets', '127.0.0.1', '[2a01:db8:1:2::9]', '2a01:db8:1:2::/64'],
  ['IPv6 comes with a port', '127.0.0.1', '[2a01:db8:1:2::9]:443', '2a01:db8:1:2::/64'],
])('the address of a client is found where %s', (_, remote, forwarded, address) => {
  expect(seen(remote, forwarded)).toEqual({ address, isShared: false })
})

test.each([
  ['no proxy is named', '172.16.0.9', '203.5.113.9', '172.16.0.9'],
  ['all are proxies', '127.0.0.1', '10.0.0.1', '127.0.0.1'],
  ['attack: the header is missing', '127.0.0.1', undefined, '127.0.0.1'],
  ['the proxy adds what is no address', '127.0.0.1', 'unknown', '127.0.0.1'],
  ['the proxy adds a port alone', '127.0.0.1', ':443', '127.0.0.1'],
  ['an intranet is behind a proxy', '127.0.0.1', '192.168.1.7', '192.168.1.7'],
  ['the connection is gone', undefined, '203.5.113.9', 'unknown'],
])('clients share an address where %s', (_, remote, forwarded, address) => {
  expect(seen(remote, forwarded)).toEqual({ address, isShared: true })
})

test('attack: an address that a client writes itself does not count', () => {
  const client = { address: '198.51.7.4', isShared: false }
  expect(seen('198.51.7.4', '203.5.113.9')).toEqual(client)
  expect(seen('127.0.0.1', '203.5.113.9, 198.51.7.4')).toEqual(client)
  expect(seen('127.0.0.1', '127.0.0.1, 10.0.0.1, 198.51.7.4')).toEqual(client)
})
