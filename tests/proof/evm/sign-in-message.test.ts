import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EvmMessageTerms, writeEvmMessage } from '#proof/evm/sign-in-message.ts'
import vectors from '#tests/vectors/evm-message.json' with { type: 'json' }

const TERMS: EvmMessageTerms = {
  publicUrl: 'https://app.example.com',
  appName: 'Clasp',
  user: { telegramId: '279058397', username: 'ada_lovelace' },
  account: { address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A', chainId: 1 },
  attemptId: 'Qm9yZWRBdHRlbXB0SWQtXw',
  nonce: '-yBFao-02f4jSG2St9wBJktwlbrfBClOc5i94gcsUXY',
  issuedAt: 1_795_190_400_000,
  expiresAt: 1_795_191_000_000,
}

const write = (change: Partial<EvmMessageTerms> = {}) => writeEvmMessage({ ...TERMS, ...change })
const findStatement = (change: Partial<EvmMessageTerms> = {}) =>
  parseSiweMessage(write(change)).statement

test.each(vectors)('the text of $name is written unchanged', ({ terms, message }) => {
  expect(writeEvmMessage(terms)).toBe(message)
})

test("viem's parser finds every field again", () => {
  expect(parseSiweMessage(write())).toEqual({
    domain: 'app.example.com',
    address: TERMS.account.address,
    statement:
      'Link this wallet to the Telegram account @ada_lovelace (id 279058397) in Clasp: sign only if that account is yours and you started this yourself; it costs nothing and moves nothing.',
    uri: 'https://app.example.com',
    version: '1',
    chainId: 1,
    nonce: Buffer.from(TERMS.nonce, 'base64url').toString('hex'),
    issuedAt: new Date(TERMS.issuedAt),
    expirationTime: new Date(TERMS.expiresAt),
    requestId: TERMS.attemptId,
    resources: ['tg://user?id=279058397'],
  })
})

test("viem's check takes the text for our domain, address and nonce, until it expires", () => {
  const message = parseSiweMessage(write())
  const { domain, nonce, address } = message
  if (!domain || !nonce || !address) throw new Error('not parsed')
  const check = (time: number, change = {}) =>
    validateSiweMessage({ message, domain, nonce, address, time: new Date(time), ...change })
  expect(check(TERMS.issuedAt)).toBe(true)
  expect(check(TERMS.expiresAt - 1)).toBe(true)
  expect(check(TERMS.expiresAt)).toBe(false)
  expect(check(TERMS.issuedAt, { domain: 'app.example.org' })).toBe(false)
  expect(check(TERMS.issuedAt, { nonce: 'another0' })).toBe(false)
})

describe('the account', () => {
  test('is written with its checksum, however it came', () => {
    const address = TERMS.account.address.toLowerCase()
    expect(write({ account: { address, chainId: 1 } })).toBe(write())
  })
})

describe('the member', () => {
  test('is named by the id where they have no username', () => {
    expect(findStatement({ user: { telegramId: '42', username: null } })).toContain(
      'the Telegram account with the id 42 in Clasp:',
    )
  })

  test.each(['', 'ada lovelace', 'ada\nURI: https://evil.example', 'адa', 'a'.repeat(33), '@ada'])(
    'is not named by what Telegram gives to nobody as a username: %j',
    (username) => {
      const user = { telegramId: '42', username }
      expect(write({ user })).toBe(write({ user: { telegramId: '42', username: null } }))
    },
  )
})

describe('the name of the app', () => {
  test.each(["Ada's (new) App, v1.0!", 'A'.repeat(64)])(
    'is written into the sentence: %s',
    (appName) => {
      expect(findStatement({ appName })).toContain(` in ${appName}: sign only`)
    },
  )

  test.each(['Клуб', 'two\nlines', 'a "quoted" app', '100 %', 'tab\there', 'moon 🌙'])(
    'is left out where EIP-4361 has no letters for it: %j',
    (appName) => {
      expect(findStatement({ appName })).toContain(
        '(id 279058397): sign only if that account is yours',
      )
    },
  )
})

describe('an account of several owners', () => {
  const safe = { address: '0xfd0732dc9e303f09fcef3a7388ad10a83459ec99', chainId: 8453 }

  test('is linked to the account that the text names, by owners who agree to that', () => {
    expect(findStatement({ kind: 'safe' })).toBe(
      'Link this Safe to the Telegram account @ada_lovelace (id 279058397) in Clasp: sign only if you are one of its owners and agree to link it to that account; it costs nothing and moves nothing.',
    )
  })

  test("is named in an owner's own text by address and chain, with the owner's own account", () => {
    expect(findStatement({ safe })).toBe(
      'As one of its owners, agree to link Safe 0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99 on chain 8453 to the Telegram accounts of the owners who agree, yours being the Telegram account @ada_lovelace (id 279058397) in Clasp: sign only if that account is yours and you want this; it costs nothing and moves nothing.',
    )
    expect(parseSiweMessage(write({ safe }))).toMatchObject({
      address: TERMS.account.address,
      chainId: 1,
      resources: ['tg://user?id=279058397'],
    })
  })

  test('fuzz: no name breaks the grammar of either text', () => {
    const name = fc.string({ unit: 'binary' })
    const other = fc.constantFrom({ kind: 'safe' } as const, { safe })
    fc.assert(
      fc.property(name, fc.option(name), other, (appName, username, change) => {
        const message = write({ ...change, appName, user: { telegramId: '42', username } })
        expect(message).toMatch(/^[\x20-\x7e\n]+$/)
        expect(message.split('\n')).toHaveLength(14)
        const { statement = '' } = parseSiweMessage(message)
        expect(statement).toMatch(/^[\w:/?#[\]@!$&'()*+,;=.~ -]+$/)
        expect(statement).toContain('42')
      }),
    )
  })
})

test.each([
  ['https://localhost:8443', 'localhost:8443'],
  ['http://127.0.0.1:3000', '127.0.0.1:3000'],
  ['http://localhost:3000', 'localhost:3000'],
  ['https://xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd.xn--p1ai'],
])('%s is the domain %s', (publicUrl, domain) => {
  expect(parseSiweMessage(write({ publicUrl }))).toMatchObject({ domain, uri: publicUrl })
})

test('fuzz: whatever the names, the text has the same lines, one statement, and loses nothing of the nonce', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.option(fc.string({ unit: 'binary' })),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      (appName, username, bytes) => {
        const nonce = Buffer.from(bytes).toString('base64url')
        const message = write({ appName, nonce, user: { telegramId: '42', username } })
        expect(message).toMatch(/^[\x20-\x7e\n]+$/)
        expect(message.split('\n')).toHaveLength(14)
        const parsed = parseSiweMessage(message)
        expect(parsed.nonce).toBe(Buffer.from(bytes).toString('hex'))
        expect(parsed.statement).toContain('42')
        expect(parsed.resources).toEqual(['tg://user?id=42'])
      },
    ),
  )
})
