import { expect, test } from 'vitest'
import { findCandidates, getWalletApp } from '#client/wallets/evm/session-account.ts'
import { readSession } from '#client/wallets/evm/wallet-session.ts'

const A = `0x${'aB'.repeat(20)}`
const B = `0x${'cD'.repeat(20)}`

const read = (namespaces: unknown) => readSession({ topic: 'a', namespaces })

const find = (namespaces: unknown, chains: number[], wanted?: string[]) =>
  findCandidates(read(namespaces)?.accounts ?? [], chains, wanted)

const session = (accounts: string[], key = 'eip155', methods = ['personal_sign']) => ({
  [key]: { accounts, methods },
})

test.each([
  ['on the preferred chain', [`eip155:1:${A}`, `eip155:8453:${A}`], A, 8453],
  ['on the next chain, where the first is not offered', [`eip155:1:${A}`], A, 1],
  ['on the one chain of a Safe', [`eip155:10:${B}`], B, 10],
])('a session gives its only address %s', (_, accounts, address, chainId) => {
  expect(find(session(accounts), [8453, 1, 10])).toEqual([{ address, chainId }])
})

test('a session gives each of several addresses once, in the wallet’s order and on its preferred chain', () => {
  const accounts = [
    `eip155:1:${A}`,
    `eip155:1:${B}`,
    `eip155:8453:${B.toLowerCase()}`,
    `eip155:100:${A}`,
    `eip155:100:0x${'12'.repeat(20)}`,
  ]
  expect(find(session(accounts), [8453, 1])).toEqual([
    { address: A, chainId: 1 },
    { address: B.toLowerCase(), chainId: 8453 },
  ])
})

test.each([
  ['the wanted one, although another comes first', [A, B], [B], B],
  [
    'the wanted one, in whatever letters the wallet writes it',
    [A, B.toLowerCase()],
    [B],
    B.toLowerCase(),
  ],
  ['the first, where none of the offered is wanted', [A, B], [`0x${'12'.repeat(20)}`], A],
])('a session leaves of several accounts only %s', (_, offered, wanted, address) => {
  const accounts = offered.map((one) => `eip155:1:${one}`)
  expect(find(session(accounts), [1], wanted)).toEqual([{ address, chainId: 1 }])
})

test('a session gives no wanted account on a chain that is not accepted', () => {
  const accounts = [`eip155:100:${B}`, `eip155:1:${A}`]
  expect(find(session(accounts), [1], [B])).toMatchObject([{ address: A }])
})

test('a namespace may stand for one chain', () => {
  expect(find(session([`eip155:1:${A}`], 'eip155:1'), [1])).toHaveLength(1)
})

test.each([
  ['of another chain', [`eip155:100:${A}`]],
  ['none', []],
  ['of another family', [`solana:1:${A}`]],
  ['with a malformed address', ['eip155:1:0x12', `eip155:1:${A}00`, 'eip155:1']],
  ['with a chain that is no number', [`eip155:x:${A}`, `eip155:99999999999999999999:${A}`]],
])('a session gives no account %s', (_, accounts) => {
  expect(find(session(accounts), [1])).toEqual([])
  expect(find(session(accounts), [1], [A])).toEqual([])
})

test('a session of another family alone has no account', () => {
  expect(find(session([`eip155:1:${A}`], 'solana'), [1])).toEqual([])
})

test('a session allows only its methods for signing', () => {
  expect(read(session([]))?.methods).toEqual(['personal_sign'])
  expect(read(session([], 'eip155', ['eth_sendTransaction']))?.methods).toEqual([])
  expect(read({})?.methods).toEqual([])
  const both = {
    eip155: { accounts: [], methods: ['eth_signTypedData_v4'] },
    ...session([], 'eip155:1'),
  }
  expect(read(both)?.methods).toEqual(['personal_sign', 'eth_signTypedData_v4'])
})

const NOTHING = {
  topic: 'a',
  pairingTopic: '',
  name: '',
  redirect: { universal: '', native: '' },
  accounts: [],
  methods: [],
  signIns: [],
}

test.each([
  [{}],
  [{ namespaces: null, peer: null, authentication: null, pairingTopic: 5 }],
  [{ namespaces: { eip155: null }, peer: { metadata: null }, authentication: {} }],
  [{ namespaces: { eip155: {} }, peer: { metadata: { name: null, redirect: 'x' } } }],
  [{ namespaces: { eip155: { accounts: [5, null], methods: 'personal_sign' } } }],
  [{ namespaces: [], peer: { metadata: { redirect: { native: 5 } } }, authentication: [null] }],
])('a session that says %j gives nothing', (session) => {
  expect(readSession({ topic: 'a', ...session })).toEqual(NOTHING)
})

test('a session keeps what can be read beside what cannot', () => {
  const eip155 = { accounts: [5, `eip155:1:${A}`], methods: [null, 'personal_sign'] }
  expect(read({ eip155, solana: null })).toEqual({
    ...NOTHING,
    accounts: [{ address: A, chainId: 1 }],
    methods: ['personal_sign'],
  })
})

test.each([[null], [{}], [{ topic: 5 }], ['a']])('%j is no session', (session) => {
  expect(readSession(session)).toBeNull()
})

const METAMASK = { appName: 'metamask', name: 'MetaMask' }

test.each([
  ['🌈 Rainbow', null, { appName: 'Rainbow', name: 'Rainbow' }],
  ['MetaMask Wallet', METAMASK, { appName: 'metamask', name: 'MetaMask Wallet' }],
  ['<img src=x>', METAMASK, { appName: 'metamask', name: 'img srcx' }],
  ['🦊', METAMASK, METAMASK],
  ['x'.repeat(65), null, { appName: 'walletconnect', name: 'WalletConnect' }],
])('the name %j of a wallet is cleaned up', (name, opened, expected) => {
  expect(getWalletApp(name, opened)).toEqual(expected)
})
