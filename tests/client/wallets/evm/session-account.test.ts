import { expect, test } from 'vitest'
import {
  sessionAccount,
  signingMethods,
  getWalletApp,
} from '#client/wallets/evm/session-account.ts'

const A = `0x${'aB'.repeat(20)}`
const B = `0x${'cD'.repeat(20)}`

const session = (accounts: string[], key = 'eip155', methods = ['personal_sign']) => ({
  [key]: { accounts, methods },
})

test.each([
  [
    'the first of the preferred chain',
    [`eip155:1:${A}`, `eip155:8453:${B}`, `eip155:8453:${A}`],
    B,
    8453,
  ],
  ['of the next chain, where the first is not offered', [`eip155:1:${A}`], A, 1],
  ['the one of a Safe', [`eip155:10:${B}`], B, 10],
])('the account is %s', (_, accounts, address, chainId) => {
  expect(sessionAccount(session(accounts), [8453, 1, 10])).toEqual({
    ok: true,
    account: { address, chainId },
  })
})

test('a namespace may stand for one chain', () => {
  expect(sessionAccount(session([`eip155:1:${A}`], 'eip155:1'), [1])).toMatchObject({ ok: true })
})

test.each([
  ['of another chain', [`eip155:100:${A}`]],
  ['none', []],
  ['of another family', [`solana:1:${A}`]],
  ['with a malformed address', ['eip155:1:0x12', `eip155:1:${A}00`, 'eip155:1']],
  ['with a chain that is no number', [`eip155:x:${A}`, `eip155:99999999999999999999:${A}`]],
])('rejects an account %s', (_, accounts) => {
  expect(sessionAccount(session(accounts), [1])).toEqual({
    ok: false,
    code: 'evm-chain-unsupported',
  })
})

test('a session of another family alone has no account', () => {
  expect(sessionAccount(session([`eip155:1:${A}`], 'solana'), [1]).ok).toBe(false)
})

test('allows only the methods of the session for signing', () => {
  expect(signingMethods(session([]))).toEqual(['personal_sign'])
  expect(signingMethods(session([], 'eip155', ['eth_sendTransaction']))).toEqual([])
  expect(signingMethods({})).toEqual([])
  const both = {
    eip155: { accounts: [], methods: ['eth_signTypedData_v4'] },
    ...session([], 'eip155:1'),
  }
  expect(signingMethods(both)).toEqual(['personal_sign', 'eth_signTypedData_v4'])
})

const METAMASK = { appName: 'metamask', name: 'MetaMask' }

test.each([
  ['🌈 Rainbow', null, { appName: 'Rainbow', name: 'Rainbow' }],
  ['MetaMask Wallet', METAMASK, { appName: 'metamask', name: 'MetaMask Wallet' }],
  ['<img src=x>', METAMASK, { appName: 'metamask', name: 'img srcx' }],
  ['🦊', METAMASK, METAMASK],
  ['x'.repeat(65), null, { appName: 'walletconnect', name: 'WalletConnect' }],
])('cleans up the name %j of a wallet', (name, opened, expected) => {
  expect(getWalletApp(name, opened)).toEqual(expected)
})
