import { describe, expect, test } from 'vitest'
import { pairingTopic, parsePairingUri, parseWalletLink } from '#demo/evm/wallet/wallet-link.ts'

const TOPIC = 'ab'.repeat(32)
const URI = `wc:${TOPIC}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}&expiryTimestamp=1`

describe('a link to the demo EVM wallet', () => {
  test.each([
    ['as it is', URI],
    ['with blanks around it', ` ${URI}\n`],
    ['encoded once more on the way', encodeURIComponent(URI)],
  ])('reads a pairing link %s', (_name, text) => {
    expect(parsePairingUri(text)).toEqual({ kind: 'pair', uri: URI })
  })

  test('reads a pairing link from the address of the page', () => {
    expect(at(`?uri=${encodeURIComponent(URI)}`)).toEqual({ kind: 'pair', uri: URI })
    expect(at('')).toEqual({ kind: 'none' })
    expect(at('?uri=')).toEqual({ kind: 'none' })
    expect(at('?uri=hello')).toEqual({ kind: 'malformed' })
  })

  test.each([
    ['nothing', ''],
    ['a page', 'https://app.example/'],
    ['the first version of the protocol', 'wc:00e46b69@1?bridge=x&key=y'],
    ['a link without its key', `wc:${TOPIC}@2?relay-protocol=irn`],
    ['broken encoding', '%E0%A4%A'],
  ])('rejects %s as a pairing link', (_name, text) => {
    expect(parsePairingUri(text)).toEqual({ kind: 'malformed' })
  })

  test('reads the pairing topic from a link', () => {
    expect(pairingTopic(URI)).toBe(TOPIC)
  })
})

function at(query: string) {
  return parseWalletLink(new URL(`http://messenger/evm-wallet/${query}`))
}
