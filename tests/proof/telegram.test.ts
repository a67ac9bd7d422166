import { createHash, sign } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { signToken } from '#demo/telegram/id-token.ts'
import { checkTelegram } from '#proof/check-telegram.ts'
import type { ProofDocument } from '#proof/document.ts'
import { proofStartParam } from '#proof/proof-digest.ts'
import type { TelegramKey } from '#proof/telegram.ts'
import { createEd25519Key, getPublicKey } from '#tests/support/ed25519-key.ts'
import { LOGIN_RS256 } from '#tests/support/login-token.ts'

const BOT = '6000000001'
/** The verifier's clock, an hour after the launch. */
const NOW = 1_764_000_120 + 3_600

const DOCUMENT: ProofDocument = {
  format: 'clasp-proof/1',
  telegramId: '5000000001',
  wallet: 'eip155:1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  evidence: {
    type: 'evm-message',
    message: 'x\nIssued At: 2025-11-24T16:00:00.000Z\nExpiration Time: 2025-11-24T16:10:00.000Z',
    signature: '0x',
  },
}

function createSigner(name: string) {
  const key = createEd25519Key(createHash('sha256').update(name).digest())
  const trusted: TelegramKey = { name, publicKey: getPublicKey(key).toString('hex') }
  return { trusted, sign: (text: string) => sign(null, Buffer.from(text), key) }
}

const telegram = createSigner('Telegram of this test')
const another = createSigner('another')

type LaunchField = readonly [name: string, value: string]

const FIELDS: readonly LaunchField[] = [
  ['user', '{"id":5000000001,"first_name":"Ada & Co"}'],
  ['chat_type', 'sender'],
  ['auth_date', '1764000120'],
  ['start_param', proofStartParam(DOCUMENT)],
]

/** Replaces fields, or adds them. */
const withFields = (...changes: readonly LaunchField[]): readonly LaunchField[] => [
  ...FIELDS.filter(([name]) => !changes.some(([changed]) => changed === name)),
  ...changes,
]

type Signing = {
  fields?: readonly LaunchField[]
  /** Writes the query in place of the usual way. */
  write?: (fields: readonly LaunchField[]) => string
  /** Changes the signature's text. */
  spell?: (signature: string) => string
  signer?: typeof telegram
}

/** A query string with a signature over just these fields, as Telegram makes it: their lines are sorted. */
function launchOf({ fields = FIELDS, write, spell, signer = telegram }: Signing = {}): string {
  const lines = fields
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('\n')
  const signature = signer.sign(`${BOT}:WebAppData\n${lines}`).toString('base64url')
  const query = write?.(fields) ?? new URLSearchParams(fields.map((field) => [...field])).toString()
  return `${query}&signature=${spell?.(signature) ?? signature}`
}

const check = (launch: string, keys = [telegram.trusted]) =>
  checkTelegram(
    { ...DOCUMENT, telegram: { botId: BOT, launch } },
    { keys, loginKeys: [], now: NOW },
  )

const NOT_SIGNED = {
  checks: [{ check: 'telegram-signature', result: 'failed', reason: 'signature-invalid' }],
  signed: null,
}
const MALFORMED = {
  checks: [{ check: 'telegram-signature', result: 'failed', reason: 'launch-malformed' }],
  signed: null,
}
const passed = (name: string) => ({ check: name, result: 'passed' })
const HOLDS = {
  checks: ['telegram-signature', 'telegram-account', 'telegram-proof', 'telegram-time'].map(passed),
  signed: { type: 'launch', botId: BOT, signedAt: 1_764_000_120, key: telegram.trusted.name },
}

test('a document without Telegram’s signature has nothing to check', async () => {
  const trust = { keys: [telegram.trusted], loginKeys: [], now: NOW }
  expect(await checkTelegram(DOCUMENT, trust)).toEqual({ checks: [], signed: null })
})

describe('a launch that Telegram signed', () => {
  test.each([
    ['in any order of its fields', { fields: FIELDS.toReversed() }],
    ['with a space written as %20', { write: encoded }],
    ['with a name of one letter', { fields: withFields(['a', '1']) }],
    ['with an empty value', { fields: withFields(['chat_instance', '']) }],
    ['with "=" in a value', { fields: withFields(['chat_instance', 'a=b']) }],
  ])('counts %s', async (_, signing) => {
    expect(await check(launchOf(signing))).toEqual(HOLDS)
  })

  test('names the key that signed, out of those that are trusted', async () => {
    const launch = launchOf({ signer: another })
    expect(await check(launch)).toEqual(NOT_SIGNED)
    expect(await check(launch, [telegram.trusted, another.trusted])).toMatchObject({
      signed: { key: 'another' },
    })
  })
})

describe('attack: launch data that two readers would read differently does not count', () => {
  test.each([
    ['a field without a name', { fields: withFields(['', '1']) }],
    ['a field without "="', { write: (fields: readonly LaunchField[]) => `${encoded(fields)}&x` }],
    // Signed as another reader might read them.
    ['a name that is its own value', { fields: withFields(['x', 'xy']), write: () => and('xy') }],
    ['a name that is null', { fields: withFields(['null', '1']), write: () => and('%=1') }],
    [
      'a name that is undefined',
      { fields: withFields(['undefined', '1']), write: () => and('%=1') },
    ],
    ['a value that is null', { fields: withFields(['x', 'null']), write: () => and('x=%') }],
    [
      'a value that is undefined',
      { fields: withFields(['x', 'undefined']), write: () => and('x=%') },
    ],
    ['a sign in a name', { fields: withFields(['a-b', '1']) }],
    ['a sign before a name', { fields: withFields(['-b', '1']) }],
    ['a line break in a value', { fields: withFields(['chat_type', 'a\nhash=1']) }],
    ['a carriage return in a value', { fields: withFields(['chat_type', 'a\r']) }],
    [
      'a value that no encoding gives',
      { fields: withFields(['x', '%']), write: (fields: readonly LaunchField[]) => plain(fields) },
    ],
    [
      'a name that no encoding gives',
      { write: (fields: readonly LaunchField[]) => `${encoded(fields)}&%=1` },
    ],
    ['a hash, which could open a session', { fields: withFields(['hash', '0'.repeat(64)]) }],
    [
      'the same field twice',
      { write: (fields: readonly LaunchField[]) => `${encoded(fields)}&chat_type=sender` },
    ],
  ])('%s', async (_, signing) => {
    expect(await check(launchOf(signing))).toEqual(NOT_SIGNED)
  })
})

describe('attack: another spelling of Telegram’s signature does not count', () => {
  test.each([
    ['padded', (signature: string) => `${signature}==`],
    ['shorter', (signature: string) => signature.slice(0, -1)],
    ['with stray bits at its end', (signature: string) => withStrayBits(signature)],
    ['empty', () => ''],
  ])('%s', async (_, spell) => {
    expect(await check(launchOf({ spell }))).toEqual(NOT_SIGNED)
  })

  test('a launch without a signature does not count either', async () => {
    expect(await check(encoded(FIELDS))).toEqual(NOT_SIGNED)
  })
})

describe('launch data that says too little does not count', () => {
  test.each([
    ['no account', FIELDS.filter(([name]) => name !== 'user')],
    ['an account that is no JSON', withFields(['user', 'Ada'])],
    ['an account without an id', withFields(['user', '{"first_name":"Ada"}'])],
    ['an id of zero', withFields(['user', '{"id":0}'])],
    ['an id that is not exact', withFields(['user', '{"id":9007199254740993}'])],
    ['an id as text', withFields(['user', '{"id":"5000000001"}'])],
    ['no time', FIELDS.filter(([name]) => name !== 'auth_date')],
    ['a time with a sign', withFields(['auth_date', '-1764000120'])],
    ['a time after the year 9999', withFields(['auth_date', '253402300800'])],
    ['no start parameter', FIELDS.filter(([name]) => name !== 'start_param')],
  ])('%s', async (_, fields) => {
    expect(await check(launchOf({ fields }))).toEqual(MALFORMED)
  })

  test('the last second of the year 9999 is a time', async () => {
    const launch = launchOf({ fields: withFields(['auth_date', '253402300799']) })
    expect((await check(launch)).signed).toMatchObject({ signedAt: 253_402_300_799 })
  })
})

test('a launch of another account stops there, and says which launch it was', async () => {
  const launch = launchOf({ fields: withFields(['user', '{"id":5000000002}']) })
  expect(await check(launch)).toEqual({
    checks: [
      passed('telegram-signature'),
      { check: 'telegram-account', result: 'failed', reason: 'launch-of-another-account' },
    ],
    signed: HOLDS.signed,
  })
})

test('a launch with the digest of another proof is none of this one', async () => {
  const launch = launchOf({ fields: withFields(['start_param', `p1_${'A'.repeat(43)}`]) })
  expect((await check(launch)).checks.at(-1)).toEqual({
    check: 'telegram-proof',
    result: 'failed',
    reason: 'launch-of-another-proof',
  })
})

describe('the time of a launch', () => {
  const SIGNED = 1_764_000_000
  test.each([
    ['ten minutes before the proof, as clocks may differ', SIGNED - 600, null],
    ['longer before the proof, whose digest it has', SIGNED - 601, 'launch-before-proof'],
    ['ten minutes ahead of the verifier', NOW + 600, null],
    ['further in the future', NOW + 601, 'launch-in-future'],
  ])('is judged: %s', async (_, authDate, reason) => {
    const { checks } = await check(
      launchOf({ fields: withFields(['auth_date', String(authDate)]) }),
    )
    const time = { check: 'telegram-time', ...(reason ? { result: 'failed', reason } : {}) }
    expect(checks.at(-1)).toEqual(reason ? time : passed('telegram-time'))
  })
})

/** The usual fields, and one more as it is. */
const and = (pair: string) => `${encoded(FIELDS)}&${pair}`

function encoded(fields: readonly LaunchField[]): string {
  return fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}

/** Without any encoding, except of what would end a value. */
function plain(fields: readonly LaunchField[]): string {
  return fields.map(([name, value]) => `${name}=${value.replaceAll('&', '%26')}`).join('&')
}

/** The last of 86 characters has four bits that belong to no byte. */
function withStrayBits(signature: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(signature.slice(-1))
  return signature.slice(0, -1) + alphabet.charAt(last + 1)
}

test('an engine without Web Crypto leaves a login open, because it cannot tell', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('crypto', {})
  const idToken = signToken({}, { key: LOGIN_RS256 })
  const document = { ...DOCUMENT, telegram: { botId: BOT, idToken, jwk: LOGIN_RS256.jwk } }
  const loginKeys = [{ name: 'simulated', jwk: LOGIN_RS256.jwk }]
  expect(await checkTelegram(document, { keys: [], loginKeys, now: NOW })).toEqual({
    checks: [{ check: 'telegram-signature', result: 'open' }],
    signed: null,
  })
})
