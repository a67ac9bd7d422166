import { describe, expect, test } from 'vitest'
import { explainBadVariables, parseConfig, VARIABLE_NAMES } from '#server/config.ts'
import { readFileSync } from 'node:fs'

const TOKEN = '123456789:AAFakeFakeFakeFakeFakeFakeFakeFake_-1'
const KEY = 'f1f1f1f100112233445566778899aabbccddeeff0123456789abcdef01234567'
const minimal = {
  BOT_TOKEN: TOKEN,
  PUBLIC_URL: 'https://app.example.com',
  DATA_KEY: KEY,
  EVM: 'off',
}

function badNames(environment: Record<string, string>): string[] {
  const verdict = parseConfig(environment)
  return verdict.ok ? [] : verdict.bad.map(({ name }) => name)
}

describe('configuration', () => {
  test('four variables are enough to start', () => {
    const verdict = parseConfig(minimal)
    expect(verdict).toMatchObject({
      ok: true,
      config: {
        appName: 'Clasp',
        appShortName: null,
        bot: { mode: 'polling', apiRoot: 'https://api.telegram.org' },
        databaseUrl: 'file:./clasp.db',
        ton: { network: '-239', apiUrl: 'https://toncenter.com', apiKey: null },
        http: { host: '127.0.0.1', port: 3000 },
      },
    })
  })

  test('an empty environment names every missing variable at once, and the demo', () => {
    const verdict = parseConfig({})
    if (verdict.ok) throw new Error('an empty environment was accepted')
    expect(verdict.bad.map(({ name }) => name).sort()).toEqual([
      'BOT_TOKEN',
      'DATA_KEY',
      'EVM',
      'PUBLIC_URL',
    ])
    expect(explainBadVariables(verdict.bad)).toContain('npm run demo')
  })

  test.each(['BOT_TOKEN', 'PUBLIC_URL', 'DATA_KEY', 'EVM'])(
    'a missing %s is refused by name',
    (name) => {
      expect(badNames({ ...minimal, [name]: '' })).toEqual([name])
    },
  )

  test.each([
    ['BOT_TOKEN', 'not a token'],
    ['PUBLIC_URL', 'http://app.example.com'],
    ['PUBLIC_URL', 'https://app.example.com/'],
    ['PUBLIC_URL', 'https://app.example.com/path'],
    ['PUBLIC_URL', 'https://user:pass@app.example.com'],
    ['PUBLIC_URL', 'shop.invalid'],
    ['DATA_KEY', 'short'],
    ['DATA_KEY', '0'.repeat(64)],
    ['DATABASE_URL', 'mysql://host/db'],
    ['EVM', 'on'],
    ['TON_NETWORK', 'main'],
    ['TON_API_URL', 'http://toncenter.com'],
    ['TON_API_KEY', 'with space'],
    ['TELEGRAM_API_ROOT', 'ftp://api.telegram.org'],
    ['BOT_MODE', 'push'],
    ['APP_SHORT_NAME', 'a b'],
    ['APP_NAME', 'x'.repeat(65)],
    ['HOST', 'a host'],
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['LOG_LEVEL', 'verbose'],
  ])('%s=%s is refused by name, without repeating the value', (name, value) => {
    const verdict = parseConfig({ ...minimal, [name]: value })
    if (verdict.ok) throw new Error(`${name} was accepted`)
    expect(verdict.bad).toMatchObject([{ name, problem: 'malformed' }])
    if (value.length > 8) expect(explainBadVariables(verdict.bad)).not.toContain(value)
  })

  test('webhook mode without a secret is refused', () => {
    expect(badNames({ ...minimal, BOT_MODE: 'webhook' })).toEqual(['WEBHOOK_SECRET'])
    expect(badNames({ ...minimal, BOT_MODE: 'webhook', WEBHOOK_SECRET: 'short' })).toEqual([
      'WEBHOOK_SECRET',
    ])
    expect(
      parseConfig({ ...minimal, BOT_MODE: 'webhook', WEBHOOK_SECRET: 'a-secret-of-enough-length' }),
    ).toMatchObject({
      ok: true,
      config: { bot: { mode: 'webhook', secret: 'a-secret-of-enough-length' } },
    })
  })

  test('plain http is accepted on loopback only', () => {
    expect(badNames({ ...minimal, PUBLIC_URL: 'http://127.0.0.1:8080' })).toEqual([])
    expect(badNames({ ...minimal, PUBLIC_URL: 'http://localhost:8080' })).toEqual([])
    expect(badNames({ ...minimal, PUBLIC_URL: 'http://127.0.0.1.example.com' })).toEqual([
      'PUBLIC_URL',
    ])
  })

  test('.env.example names every variable and nothing else', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
    const names = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name ?? '')
    expect(names.sort()).toEqual([...VARIABLE_NAMES].sort())
  })
})
