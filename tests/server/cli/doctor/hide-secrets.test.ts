import { expect, test } from 'vitest'
import { createSecretFilter } from '#server/cli/doctor/doctor.ts'

test.each([
  ['a token, even a malformed one', { BOT_TOKEN: 'malformed-token' }, 'malformed-token'],
  ['the data key', { DATA_KEY: 'f1f1f1f1' }, 'f1f1f1f1'],
  ['each of two data keys', { DATA_KEY: 'f1f1f1f1,a2a2a2a2' }, 'a2a2a2a2'],
  [
    'each of two signing secrets',
    { WEBHOOK_SIGNING_SECRET: 'whsec_first, whsec_second' },
    'whsec_second',
  ],
  ['the password of a database', { DATABASE_URL: 'postgres://clasp:hunter22@host/db' }, 'hunter22'],
  ['an encoded password', { DATABASE_URL: 'postgres://clasp:hunt%40er2@host/db' }, 'hunt@er2'],
  ['the query of a receiver', { WEBHOOK_URL: 'https://host/x?key=query-key' }, 'query-key'],
  [
    'the key in the path of a node',
    { EVM_RPC_1: 'https://a.example/v3/0123456789abcdef' },
    '0123456789abcdef',
  ],
  [
    'a key in the path of an API',
    { TON_API_URL: 'https://a.example/0123456789abcdef' },
    '0123456789abcdef',
  ],
])('the doctor hides %s', (_, environment, secret) => {
  const line = createSecretFilter(environment)(`before ${secret} after`)
  expect(line).not.toContain(secret)
  expect(line).toMatch(/^before .*\[secret\].* after$/)
})

test('the doctor leaves ordinary words, whatever the variables are', () => {
  const hide = createSecretFilter({
    PUBLIC_URL: 'https://app.example.com',
    DATABASE_URL: 'postgres://postgres:clasp@host/clasp?sslmode=require',
    WEBHOOK_URL: 'https://app.example.com/webhook',
    EVM: 'off',
  })
  const line = 'clasp requires https://app.example.com/telegram/webhook and postgres'
  expect(hide(line)).toBe(line)
})
