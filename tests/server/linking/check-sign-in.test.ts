import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { checkSignIn } from '#server/linking/check-sign-in.ts'
import type { SignInTerms } from '#shared/sign-in.ts'
import { type SignInClaims, claimsFor, signIn, writeClaims } from '#tests/support/sign-in.ts'

const MINUTE = 60_000
const CREATED_AT = 1_764_000_000_000
const NOW = CREATED_AT + 3 * MINUTE

const key = privateKeyToAccount(`0x${'17'.repeat(32)}`)
const account = { address: key.address, chainId: 8453 }

const TERMS: SignInTerms = {
  domain: 'app.example.org',
  uri: 'https://app.example.org',
  chainId: 8453,
  nonce: 'ab'.repeat(32),
  statement: 'Link this wallet to the Telegram account with the id 5000000001 in Example.',
  expiresAt: new Date(CREATED_AT + 10 * MINUTE).toISOString(),
  requestId: 'a7f3kQ2mZ0xw1LrT9bYc4Q',
  resources: ['tg://user?id=5000000001'],
}
const HONEST = claimsFor(TERMS, key.address, NOW)
const signed = await signIn(key, HONEST)

const check = (claims: Partial<SignInClaims> = {}, { t = 'caip122', s = signed.s } = {}) =>
  checkSignIn(
    { h: { t }, p: { ...HONEST, ...claims }, s },
    { terms: TERMS, account, createdAt: CREATED_AT, now: NOW },
  )

test.each(['caip122', 'eip4361'])(
  'a sign-in under the name %s gives the message that the wallet signed',
  (t) => {
    const message = writeClaims(HONEST)
    expect(check({}, { t })).toEqual({ ok: true, message, signature: signed.s.s })
  },
)

describe('attack: a sign-in that says something else than it was asked is refused', () => {
  test.each<[string, Partial<SignInClaims>]>([
    ['iss', { iss: `did:pkh:eip155:1:${key.address}` }],
    ['iss', { iss: `did:pkh:eip155:8453:${key.address.toLowerCase()}` }],
    ['iss', { iss: null }],
    ['domain', { domain: 'app.example.com' }],
    ['aud', { aud: 'https://app.example.org/' }],
    ['version', { version: '2' }],
    ['nonce', { nonce: 'cd'.repeat(32) }],
    ['statement', { statement: TERMS.statement.replace('5000000001', '5000000002') }],
    ['requestId', { requestId: 'another' }],
    ['exp', { exp: new Date(CREATED_AT + 20 * MINUTE).toISOString() }],
    ['exp', { exp: null }],
    ['resources', { resources: ['tg://user?id=5000000002'] }],
    ['resources', { resources: [...TERMS.resources, 'tg://user?id=5000000002'] }],
    ['resources', { resources: null }],
    ['nbf', { nbf: new Date(CREATED_AT).toISOString() }],
    ['nbf', { nbf: '' }],
  ])('the field %s: %j', (field, claims) => {
    expect(check(claims)).toEqual({ ok: false, field })
  })

  test('another chain than the one that was asked', () => {
    const expected = { terms: TERMS, createdAt: CREATED_AT, now: NOW }
    const elsewhere = { address: account.address, chainId: 1 }
    const verdict = checkSignIn(signed, { ...expected, account: elsewhere })
    expect(verdict).toEqual({ ok: false, field: 'chainId' })
  })

  test('another format', () => {
    expect(check({}, { t: 'eip191' })).toEqual({ ok: false, field: 'h.t' })
  })

  test('the signature of a contract', () => {
    const s = { ...signed.s, t: 'eip1271' }
    expect(check({}, { s })).toEqual({ ok: false, field: 's.t' })
  })
})

describe('the time, which is the device’s', () => {
  test.each([
    ['five minutes before the attempt', CREATED_AT - 5 * MINUTE, true],
    ['a millisecond earlier', CREATED_AT - 5 * MINUTE - 1, false],
    ['five minutes after now', NOW + 5 * MINUTE, true],
    ['a millisecond later', NOW + 5 * MINUTE + 1, false],
  ])('%s is accepted: %s', (_, at, ok) => {
    const verdict = check({ iat: new Date(at).toISOString() })
    expect(verdict.ok || verdict.field).toBe(ok || 'iat')
  })

  test.each([
    ['without milliseconds', '2025-11-24T16:03:00Z'],
    ['in another zone', '2025-11-24T17:03:00.000+01:00'],
    ['that is none', 'soon'],
    ['that is missing', null],
    ['with a line after it', `${new Date(NOW).toISOString()}\nNot Before: x`],
  ])('attack: a time %s is refused', (_, iat) => {
    expect(check({ iat })).toEqual({ ok: false, field: 'iat' })
  })
})
