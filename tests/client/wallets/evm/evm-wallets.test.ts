import { describe, expect, test } from 'vitest'
import {
  EVM_WALLETS,
  homeLink,
  isListed,
  pairingLink,
  peerLink,
} from '#client/wallets/evm/evm-wallets.ts'

const URI = 'wc:ab@2?relay-protocol=irn&symKey=cd'
const ENCODED = 'wc%3Aab%402%3Frelay-protocol%3Dirn%26symKey%3Dcd'
const TWICE = encodeURIComponent(ENCODED)

test.each([
  ['metamask', `https://link.metamask.io/wc?uri=${ENCODED}`],
  ['trust', `https://link.trustwallet.com/wc?uri=${ENCODED}`],
  ['okx', `okex://main/wc?uri=${ENCODED}`],
  ['bitget', `https://bkcode.vip/wc?uri=${ENCODED}`],
  ['rainbow', `https://rnbwapp.com/wc?uri=${ENCODED}`],
  ['safe', `https://app.safe.global/wc?uri=${ENCODED}`],
] as const)('%s is opened with the pairing by %s', (id, url) => {
  expect(pairingLink(id, URI, false).url).toBe(url)
})

test('the pairing is encoded twice only in schemes opened from Telegram for Android', () => {
  expect(pairingLink('okx', URI, true).url).toBe(`okex://main/wc?uri=${TWICE}`)
  expect(pairingLink('trust', URI, true).url).toBe(`https://link.trustwallet.com/wc?uri=${ENCODED}`)
})

test('every link of the list has the right kind', () => {
  const ids = Object.keys(EVM_WALLETS).filter(isListed)
  expect(ids).toHaveLength(6)
  for (const id of ids) {
    for (const { url, kind } of [pairingLink(id, URI, false), homeLink(id)])
      expect(kind === 'universal').toBe(url.startsWith('https://'))
    expect(homeLink(id).url).not.toContain('uri')
  }
})

test('Coinbase and Phantom are not on the list', () => {
  expect(isListed('coinbase')).toBe(false)
  expect(isListed('phantom')).toBe(false)
  expect(isListed('toString')).toBe(false)
})

describe('a wallet’s own link', () => {
  test.each([
    [{ universal: 'https://wallet.example/', native: 'wallet://' }, 'https://wallet.example/'],
    [{ native: 'wallet://' }, 'wallet://'],
    [{ universal: '', native: 'my.wallet-1://home' }, 'my.wallet-1://home'],
    [{ universal: 'wallet://', native: 'other://' }, 'other://'],
    [{ native: 'https://wallet.example/' }, 'https://wallet.example/'],
  ])('opens what %j declares: %s', (redirect, url) => {
    expect(peerLink(redirect)?.url).toBe(url)
  })

  test.each([
    ['javascript:alert(1)'],
    ['JavaScript:alert(1)'],
    ['data:text/html,x'],
    ['blob:https://app.example.com/1'],
    ['file:///etc/passwd'],
    ['about:blank'],
    ['http://wallet.example/'],
    ['intent://x#Intent;end'],
    ['tg://resolve?domain=x'],
    [' javascript:alert(1)'],
    ['java\nscript:alert(1)'],
    ['/relative'],
    [''],
  ])('a wallet’s own link is ignored when it is %j', (native) => {
    expect(peerLink({ native })).toBeNull()
    expect(peerLink({ universal: native })).toBeNull()
  })
})
