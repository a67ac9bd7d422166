import { encodeTelegramUrlParameters } from '@tonconnect/sdk'
import { describe, expect, test } from 'vitest'
import { parseConnectLink } from '#demo/ton/wallet/connect-link.ts'

const PAGE = 'http://127.0.0.1:8080/wallet'
const APP_ID = '0a'.repeat(32)
const request = {
  manifestUrl: 'http://127.0.0.1:8080/tonconnect-manifest.json',
  items: [
    { name: 'ton_addr', network: '-239' },
    { name: 'ton_proof', payload: 'a1_--__.~ &=%' },
  ],
}
const parameters = new URLSearchParams({
  v: '2',
  id: APP_ID,
  trace_id: '01-02',
  r: JSON.stringify(request),
  ret: 'tg://resolve',
})

describe('the reader of connect links', () => {
  test('reads a request from the universal link of the outside wallet', () => {
    expect(parseConnectLink(new URL(`${PAGE}/connect?${parameters}`))).toEqual({
      kind: 'request',
      appId: APP_ID,
      request,
      walletApp: 'clasp-demo-wallet',
    })
  })

  test('names the wallet of the list that the request came through', () => {
    const link = parseConnectLink(new URL(`${PAGE}/connect?app=demo-lantern&${parameters}`))
    expect(link).toMatchObject({ kind: 'request', walletApp: 'demo-lantern' })
  })

  test('reads a request from Telegram’s start parameter', () => {
    const url = new URL(`${PAGE}/`)
    const encoded = encodeTelegramUrlParameters(parameters.toString())
    expect(encoded).toMatch(/^[\w+*-]+$/)
    url.searchParams.set('startapp', `tonconnect-${encoded}`)
    expect(parseConnectLink(url)).toEqual({
      kind: 'request',
      appId: APP_ID,
      request,
      walletApp: 'telegram-wallet',
    })
  })

  test.each([
    ['a page opened by hand', '/'],
    ['a return without a request', '/?startapp=tonconnect-ret__back'],
  ])('finds no request in %s', (_, path) => {
    expect(parseConnectLink(new URL(PAGE + path))).toEqual({ kind: 'none' })
  })

  test.each([
    ['a request that is not JSON', { r: '{' }],
    ['a request without a manifest', { r: '{"items":[]}' }],
    [
      'an unknown network',
      { r: JSON.stringify({ ...request, items: [{ name: 'ton_addr', network: '7' }] }) },
    ],
    ['another protocol version', { v: '3' }],
    ['a client id that is none', { id: 'me' }],
  ])('rejects a link with %s as malformed', (_, change) => {
    const broken = new URLSearchParams({ ...Object.fromEntries(parameters), ...change })
    expect(parseConnectLink(new URL(`${PAGE}/connect?${broken}`))).toEqual({ kind: 'malformed' })
  })
})
