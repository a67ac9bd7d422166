import { describe, expect, test } from 'vitest'
import { demoWalletPath, readAppLink } from '#demo/telegram/phone/app-link.ts'
import { EVM_WALLETS, homeLink, isListed, pairingLink } from '#client/wallets/evm/evm-wallets.ts'

const URI = `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`

describe('the simulated phone', () => {
  test.each(Object.keys(EVM_WALLETS).filter(isListed))('recognises the links of %s', (id) => {
    const pairing = readAppLink(pairingLink(id, URI, false).url)
    expect(pairing).toEqual({ app: EVM_WALLETS[id].name, uri: URI })
    expect(readAppLink(homeLink(id).url)).toEqual({ app: EVM_WALLETS[id].name, uri: null })
  })

  test('passes a request on unchanged, and passes none on where the link has none', () => {
    const path = demoWalletPath({ app: 'MetaMask', uri: URI })
    expect(new URL(path, 'http://messenger').searchParams.get('uri')).toBe(URI)
    expect(demoWalletPath({ app: 'MetaMask', uri: null })).toBe('/evm-wallet/')
  })

  test.each([
    ['a page', 'https://metamask.io/'],
    ['a page that looks like a wallet', 'https://link.metamask.io.example/wc?uri=wc:1'],
    ['an unsafe page', 'http://link.metamask.io/wc?uri=wc:1'],
    ['Telegram', 'https://t.me/wallet/start'],
    ['an unknown scheme', 'javascript:alert(1)'],
    ['no link', 'wallet'],
  ])('leaves %s to the browser', (_name, link) => {
    expect(readAppLink(link)).toBeNull()
  })
})
