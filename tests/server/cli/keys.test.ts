import { beforeEach, describe, expect, test } from 'vitest'
import { keys } from '#server/cli/keys.ts'
import { hashApiKey } from '#server/http/host/api-key.ts'
import { migrate } from '#server/cli/migrate.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** With the tables that the first start makes. */
let terminal: Terminal
beforeEach(async () => {
  terminal = await openTerminal()
  expect(await terminal.run(migrate)).toMatchObject({ code: 0 })
})

describe('keys add', () => {
  test('shows the key once and alone on stdout, and the store knows it by its hash', async () => {
    const added = await terminal.run(keys, 'add', 'bot', '--scope', 'wallets:read,events:read')
    expect(added.code).toBe(0)
    expect(added.out).toMatch(/^clasp_[\w-]{43}$/)
    expect(added.err).toContain('wallets:read, events:read')
    expect(added.err).not.toContain(added.out)
    const store = await terminal.openStore()
    expect(await store.findApiKey(hashApiKey(added.out))).toMatchObject({
      name: 'bot',
      scopes: ['wallets:read', 'events:read'],
      revokedAt: null,
    })
  })

  test('accepts two scopes as two flags, and counts one given twice once', async () => {
    const scopes = ['--scope', 'wallets:read', '--scope', 'events:read, wallets:read']
    await terminal.run(keys, 'add', 'bot', ...scopes)
    const store = await terminal.openStore()
    const [key] = await store.listApiKeys()
    expect([...(key?.scopes ?? [])].sort()).toEqual(['events:read', 'wallets:read'])
  })

  test.each([
    ['no scope', ['add', 'bot'], 'no default'],
    ['an unknown scope', ['add', 'bot', '--scope', 'wallets:read,wallets:all'], 'unknown'],
    ['an empty scope', ['add', 'bot', '--scope', ''], 'unknown'],
    ['no name', ['add', '--scope', 'wallets:read'], 'one name'],
    ['two names', ['add', 'a', 'b', '--scope', 'wallets:read'], 'one name'],
    ['a name with a blank', ['add', 'my bot', '--scope', 'wallets:read'], '1 to 64'],
    ['a name that is too long', ['add', 'a'.repeat(65), '--scope', 'wallets:read'], '1 to 64'],
    ['a name of another script', ['add', 'бот', '--scope', 'wallets:read'], '1 to 64'],
    ['no verb', [], 'add, list or revoke'],
    ['an unknown verb', ['delete', 'bot'], 'add, list or revoke'],
    ['a scope for revoke', ['revoke', 'bot', '--scope', 'wallets:read'], 'add only'],
    ['a name for list', ['list', 'bot'], 'no name'],
    ['an unknown flag', ['add', 'bot', '--scopes', 'wallets:read'], "Unknown option '--scopes'."],
    ['a flag without value', ['add', 'bot', '--scope'], "'--scope <value>' argument missing"],
  ])(
    'refuses %s in one sentence, with the usage, and opens no database',
    async (_, args, words) => {
      terminal = await openTerminal({})
      const ran = await terminal.run(keys, ...args)
      expect(ran).toMatchObject({ code: 2, out: '' })
      const [sentence, usage] = ran.err.split('\n')
      expect(sentence).toContain(words)
      expect(usage).toBe('Usage:')
    },
  )

  test('refuses a name that is taken, and one that was revoked stays taken', async () => {
    const add = () => terminal.run(keys, 'add', 'bot', '--scope', 'wallets:read')
    await add()
    expect(await add()).toMatchObject({ code: 1, out: '' })
    await terminal.run(keys, 'revoke', 'bot')
    const again = await add()
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.err).toContain('bot')
  })
})

describe('keys list and revoke', () => {
  test('the list shows names, scopes and days, and neither key nor hash', async () => {
    const { out: key } = await terminal.run(keys, 'add', 'bot', '--scope', 'wallets:read')
    await terminal.run(keys, 'add', 'old', '--scope', 'events:read')
    terminal.clock.now += 86_400_000
    expect(await terminal.run(keys, 'revoke', 'old')).toMatchObject({ code: 0, out: '' })
    const { out } = await terminal.run(keys, 'list')
    expect(out.split('\n').map((line) => line.split(/ +/))).toEqual([
      ['name', 'scopes', 'made', 'revoked'],
      ['bot', 'wallets:read', '2026-11-21', '-'],
      ['old', 'events:read', '2026-11-21', '2026-11-22'],
    ])
    const hash = Buffer.from(hashApiKey(key))
    expect(out).not.toContain(key)
    expect(out).not.toContain(hash.toString('hex'))
    expect(out).not.toContain(hash.toString('base64'))
  })

  test('the list without keys says how to make one, on stderr', async () => {
    const ran = await terminal.run(keys, 'list')
    expect(ran).toMatchObject({ code: 0, out: '' })
    expect(ran.err).toContain('keys -- add')
  })

  test('a key that does not live cannot be revoked', async () => {
    const ran = await terminal.run(keys, 'revoke', 'nobody')
    expect(ran).toMatchObject({ code: 1, err: 'There is no live key named nobody.' })
  })

  test('opens nothing without DATA_KEY, and reports only the variables that keys need', async () => {
    terminal = await openTerminal({})
    const { code, err } = await terminal.run(keys, 'list')
    expect(code).toBe(1)
    expect(err).toContain('DATA_KEY')
    expect(err).not.toContain('BOT_TOKEN')
    expect(err).toContain('npm run setup')
  })

  test('the database stays closed under another DATA_KEY', async () => {
    await terminal.run(keys, 'add', 'bot', '--scope', 'wallets:read')
    const wrong = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('hex')
    terminal.environment = { ...terminal.environment, DATA_KEY: wrong }
    const { code, err } = await terminal.run(keys, 'list')
    expect(code).toBe(1)
    expect(err).toContain('DATA_KEY is not the key')
    expect(err).not.toContain(wrong)
  })

  test('answers --help on stdout', async () => {
    terminal = await openTerminal({})
    const ran = await terminal.run(keys, '--help')
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toContain('wallets:read')
  })
})
