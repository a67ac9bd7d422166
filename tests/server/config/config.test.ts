import { describe, expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { explainBadVariables } from '#server/config/config-reader.ts'
import { usableConfig } from '#server/cli/doctor/usable-config.ts'
import { parseConfig, parseStoreConfig } from '#server/config/config.ts'
import { PUBLIC_ENDPOINTS } from '#server/chains/evm/public-endpoints.ts'
import { VARIABLE_NAMES, type VariableName } from '#server/config/variables.ts'
import { DEFAULT_EVM_CHAINS } from '#shared/evm-chains.ts'

const TOKEN = '123456789:AAFakeFakeFakeFakeFakeFakeFakeFake_-1'
const KEY = 'f1f1f1f100112233445566778899aabbccddeeff0123456789abcdef01234567'
const minimal = {
  BOT_TOKEN: TOKEN,
  PUBLIC_URL: 'https://app.example.com',
  DATA_KEY: KEY,
  EVM: 'off',
}

const MALFORMED = {
  BOT_TOKEN: 'token-without-number',
  PUBLIC_URL: 'ftp://app.example.org',
  DATA_KEY: 'a-data-key-that-is-short',
  DATABASE_URL: 'mysql://db.example.org/clasp',
  EVM: 'sometimes',
  REOWN_PROJECT_ID: 'project-one',
  EVM_CHAINS: 'ethereum,base',
  TON_TEXT_BINDING: 'perhaps',
  TON_NETWORK: 'venus',
  TON_API_URL: 'http://ton.example.org',
  TON_API_KEY: 'key with blanks',
  SAFE_API_URL: 'http://safe.example.org',
  SAFE_API_KEY: 'safe key with blanks',
  TELEGRAM_API_ROOT: 'telegram.example.org',
  TELEGRAM_ENVIRONMENT: 'staging',
  BOT_MODE: 'carrier-pigeon',
  TELEGRAM_WEBHOOK_SECRET: 'sh$rt',
  TELEGRAM_LOGIN_CLIENT_ID: 'my bot',
  TELEGRAM_LOGIN_CLIENT_SECRET: 's3crt',
  WEBHOOK_URL: 'http://hooks.example.org',
  WEBHOOK_SIGNING_SECRET: 'whsec_c2hvcnQ=',
  WEBHOOK_ALLOW_HOSTS: 'https://hooks.example.org/',
  HTTP_ALLOW_HOSTS: '8.0.0.0/8',
  ADMIN_IDS: '12345678,somebody',
  CHATS: 'everywhere',
  TOKEN_AUDIENCES: 'https://shop.example.com/cart',
  REQUESTS: 'everybody',
  METRICS_TOKEN: 'too-short',
  METRICS_LISTEN: 'the port 9464',
  OPERATOR_NAME: 'o'.repeat(65),
  PURPOSE: 'p'.repeat(141),
  OPERATOR_CONTACT: 'call me maybe',
  ATTEMPT_RETENTION_DAYS: 'a fortnight',
  EVENT_RETENTION_DAYS: '-30',
  MEMBER_RETENTION_DAYS: '0.5',
  APP_SHORT_NAME: 'no-dash',
  APP_NAME: 'a'.repeat(65),
  HOST: 'h o s t',
  PORT: '70000',
  TRUSTED_PROXIES: 'my proxy',
  START_TIMEOUT_SECONDS: 'long',
  BUILDS_DIR: 'shared/folder',
  ADMIN_NAMES: 'sometimes',
  DATABASE_POOL_SIZE: 'a dozen',
  LOG_LEVEL: 'shout',
} satisfies Record<VariableName, string>

const PROJECT = '0123456789abcdef0123456789abcdef'
const withEvm = { ...minimal, EVM: 'in-app', REOWN_PROJECT_ID: PROJECT }

function badNames(environment: Record<string, string>): string[] {
  const verdict = parseConfig(environment)
  return verdict.ok ? [] : verdict.bad.map(({ name }) => name)
}

const findSafe = (variables: Record<string, string>) => {
  const verdict = parseConfig({ ...withEvm, ...variables })
  return verdict.ok ? verdict.config.safe : 'refused'
}

const getTonApis = (variables: Record<string, string>) => {
  const verdict = parseConfig({ ...minimal, ...variables })
  return verdict.ok ? verdict.config.ton.apis : verdict.bad.map(({ name }) => name)
}

describe('configuration', () => {
  test('four variables are enough to start', () => {
    const verdict = parseConfig(minimal)
    expect(verdict).toMatchObject({
      ok: true,
      config: {
        appName: 'Clasp',
        appShortName: null,
        bot: { mode: 'polling', apiRoot: 'https://api.telegram.org', environment: 'prod' },
        databaseUrl: 'file:./data/clasp.db',
        ton: { network: '-239', apis: [{ url: 'https://toncenter.com', apiKey: null }] },
        http: { host: '127.0.0.1', port: 3000 },
        evm: { policy: 'off' },
        tonText: 'offer',
        requests: 'admins',
      },
    })
  })

  test.each([
    [{}, []],
    [{ TELEGRAM_LOGIN_CLIENT_ID: '123456789' }, ['TELEGRAM_LOGIN_CLIENT_SECRET']],
    [{ TELEGRAM_LOGIN_CLIENT_SECRET: 'a-secret-of-BotFather' }, ['TELEGRAM_LOGIN_CLIENT_ID']],
  ])('a login with Telegram needs id and secret: %j', (variables, bad) => {
    expect(badNames({ ...minimal, ...variables })).toEqual(bad)
  })

  test('everybody can request wallets only if the operator says so', () => {
    const verdict = parseConfig({ ...minimal, REQUESTS: 'members' })
    expect(verdict).toMatchObject({ ok: true, config: { requests: 'members' } })
    expect(badNames({ ...minimal, REQUESTS: 'Members' })).toEqual(['REQUESTS'])
  })

  test.each([
    [{}, null],
    [{ METRICS_TOKEN: 'a-token-of-metrics' }, { listen: null, token: 'a-token-of-metrics' }],
    [
      { METRICS_LISTEN: '127.0.0.1:9464' },
      { listen: { host: '127.0.0.1', port: 9464 }, token: null },
    ],
    [{ METRICS_LISTEN: '[::1]:9464' }, { listen: { host: '::1', port: 9464 }, token: null }],
  ])('with %j, metrics are served at %j', (variables, metricsAccess) => {
    expect(parseConfig({ ...minimal, ...variables })).toMatchObject({ config: { metricsAccess } })
  })

  test.each([
    [{}, 'any'],
    [{ CHATS: 'known' }, 'known'],
    [{ CHATS: '-1001234567890, -42' }, new Set(['-1001234567890', '-42'])],
  ])('with %j, requests may be made in these groups: %s', (variables, chatsPolicy) => {
    expect(parseConfig({ ...minimal, ...variables })).toMatchObject({ config: { chatsPolicy } })
  })

  test('queries no service for Safes unless the operator says so; a key alone means the service of Safe', () => {
    const own = 'https://safe.example.org/tx'
    expect(findSafe({})).toBeNull()
    expect(findSafe({ SAFE_API_KEY: 'a.jwt.key' })).toEqual({
      apiUrl: 'https://api.safe.global/tx-service',
      apiKey: 'a.jwt.key',
    })
    expect(findSafe({ SAFE_API_URL: `${own}/` })).toEqual({ apiUrl: own, apiKey: null })
    expect(findSafe({ SAFE_API_URL: own, SAFE_API_KEY: 'a.jwt.key' })).toEqual({
      apiUrl: own,
      apiKey: 'a.jwt.key',
    })
    expect(findSafe({ SAFE_API_KEY: 'a key\r\nx-other: header' })).toBe('refused')
  })

  test('takes several TON APIs, each with the key in its place', () => {
    const two = 'https://toncenter.com, https://ton.example.org/v2/'
    const [first, second] = ['https://toncenter.com', 'https://ton.example.org/v2']
    const apis = (...keys: (string | null)[]) => [
      { url: first, apiKey: keys[0] ?? null },
      { url: second, apiKey: keys[1] ?? null },
    ]
    expect(getTonApis({ TON_API_URL: two })).toEqual(apis())
    expect(getTonApis({ TON_API_URL: two, TON_API_KEY: 'first-key' })).toEqual(apis('first-key'))
    expect(getTonApis({ TON_API_URL: two, TON_API_KEY: ',second-key' })).toEqual(
      apis(null, 'second-key'),
    )
    expect(getTonApis({ TON_API_URL: two, TON_API_KEY: 'first-key, second-key' })).toEqual(
      apis('first-key', 'second-key'),
    )
  })

  test('attack: two URLs of one operator do not count as two TON APIs', () => {
    const url = 'https://toncenter.com'
    expect(badNames({ ...minimal, TON_API_URL: `${url},${url}/other` })).toEqual(['TON_API_URL'])
    expect(badNames({ ...minimal, TON_API_URL: `${url},${url}:8443` })).toEqual(['TON_API_URL'])
    const local = 'http://127.0.0.1:1,http://127.0.0.1:2'
    expect(badNames({ ...minimal, TON_API_URL: local })).toEqual([])
  })

  test('refuses a key without a TON API, because it may be meant for another one', () => {
    const keys = { TON_API_KEY: 'first-key,second-key' }
    expect(badNames({ ...minimal, ...keys })).toEqual(['TON_API_KEY'])
    expect(badNames({ ...minimal, ...keys, TON_API_URL: 'toncenter' })).toEqual(['TON_API_URL'])
    expect(usableConfig({ ...minimal, ...keys, TON_API_URL: 'toncenter' }).bad).toHaveLength(1)
  })

  test('names every missing variable of an empty environment together, and the demo', () => {
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
    'refuses a missing %s by name',
    (name) => {
      expect(badNames({ ...minimal, [name]: '' })).toEqual([name])
    },
  )

  test.each([
    ['PUBLIC_URL', 'http://app.example.com'],
    ['PUBLIC_URL', 'https://app.example.com/'],
    ['PUBLIC_URL', 'https://app.example.com/path'],
    ['PUBLIC_URL', 'https://app.example.com:8443'],
    ['PUBLIC_URL', 'https://[2001:db8::1]:8443'],
    ['PUBLIC_URL', 'https://user:pass@app.example.com'],
    ['PUBLIC_URL', 'shop.invalid'],
    ['DATA_KEY', '0'.repeat(64)],
    ['REOWN_PROJECT_ID', `${PROJECT}0`],
    ['EVM_CHAINS', '1,'],
    ['EVM_CHAINS', '0'],
    ['EVM_CHAINS', '1.5'],
    ['EVM_CHAINS', '0x1'],
    ['EVM_CHAINS', '8453, 1, 8453'],
    ['EVM_CHAINS', '1234567890123456'],
    ['EVM_RPC_1', 'http://node.example'],
    ['EVM_RPC_1', 'wss://node.example'],
    ['EVM_RPC_1', 'https://user:pass@node.example'],
    ['EVM_RPC_1', 'https://node.example/#key'],
    ['EVM_RPC_1', 'https://node.example,'],
    ['EVM_RPC_1', Array.from({ length: 6 }, () => 'https://node.example').join(',')],
    ['EVM_RPC_', 'https://node.example'],
    ['EVM_RPC_01', 'https://node.example'],
    ['EVM_RPC_BASE', 'https://node.example'],
    ['EVM_RPC_1_KEY', 'https://node.example'],
    ['TON_API_URL', 'https://toncenter.com,'],
    ['TON_API_URL', 'https://a.example,https://b.example,https://c.example,https://d.example'],
    ['TELEGRAM_API_ROOT', 'ftp://api.telegram.org'],
    ['TELEGRAM_ENVIRONMENT', 'Test'],
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['METRICS_LISTEN', '127.0.0.1:65536'],
    ['METRICS_LISTEN', '::1:9464'],
    ['CHATS', '1234'],
    ['CHATS', 'any,-1001234567890'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['START_TIMEOUT_SECONDS', '-1'],
    ['DATABASE_POOL_SIZE', '0'],
    ['DATABASE_POOL_SIZE', '1000'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ])('refuses %s=%s by name, without repeating the value', (name, value) => {
    for (const environment of [minimal, withEvm]) {
      const verdict = parseConfig({ ...environment, [name]: value })
      if (verdict.ok) throw new Error(`${name} was accepted`)
      expect(verdict.bad).toMatchObject([{ name, problem: 'malformed' }])
      if (value.length > 8) expect(explainBadVariables(verdict.bad)).not.toContain(value)
    }
  })

  test('webhook mode without a secret is refused', () => {
    expect(badNames({ ...minimal, BOT_MODE: 'webhook' })).toEqual(['TELEGRAM_WEBHOOK_SECRET'])
    expect(badNames({ ...minimal, BOT_MODE: 'webhook', TELEGRAM_WEBHOOK_SECRET: 'short' })).toEqual(
      ['TELEGRAM_WEBHOOK_SECRET'],
    )
    expect(
      parseConfig({
        ...minimal,
        BOT_MODE: 'webhook',
        TELEGRAM_WEBHOOK_SECRET: 'a-secret-of-enough-length',
      }),
    ).toMatchObject({
      ok: true,
      config: { bot: { mode: 'webhook', secret: 'a-secret-of-enough-length' } },
    })
  })

  test('names every malformed variable once, and repeats no value', () => {
    const malformed = {
      ...MALFORMED,
      EVM_RPC_1: 'node.example.org',
      EVM_RPC_ETH: 'https://node.example.org',
    }
    const verdict = parseConfig(malformed)
    if (verdict.ok) throw new Error('accepted')
    const names = verdict.bad.map(({ name }) => name)
    expect(names.sort()).toEqual([...VARIABLE_NAMES, 'EVM_RPC_1', 'EVM_RPC_ETH'].sort())
    expect(verdict.bad.every(({ problem }) => problem === 'malformed')).toBe(true)
    const explained = explainBadVariables(verdict.bad)
    for (const value of Object.values(malformed)) expect(explained).not.toContain(value)
    expect(explained).toContain('npm run setup')
  })

  test('finds the four missing in the example of .env, copied and not filled in, and no other fault', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    const verdict = parseConfig(parseEnv(example))
    expect(verdict).toMatchObject({ ok: false })
    if (!verdict.ok) {
      expect(verdict.bad.map(({ name, problem }) => `${name} ${problem}`).sort()).toEqual([
        'BOT_TOKEN missing',
        'DATA_KEY missing',
        'EVM missing',
        'PUBLIC_URL missing',
      ])
    }
  })

  test.each([
    [
      'one character is not base64',
      `${'q'.repeat(20)}*${randomBytes(32).toString('base64').slice(21)}`,
    ],
    ['a hex digit is lost', KEY.slice(1)],
    ['a blank stands inside', `${KEY.slice(0, 20)} ${KEY.slice(20)}`],
    ['it is of 31 bytes', randomBytes(31).toString('base64')],
    ['the second one is malformed', `${KEY},${KEY.slice(1)}`],
    ['nothing follows the comma', `${KEY},`],
    ['both are the same', `${KEY},${Buffer.from(KEY, 'hex').toString('base64')}`],
    ['there are three', [1, 2, 3].map(() => randomBytes(32).toString('hex')).join()],
  ])('refuses a data key with a slip in it: %s', (_, key) => {
    expect(badNames({ ...minimal, DATA_KEY: key })).toEqual(['DATA_KEY'])
  })

  test('a data key may come in hex, base64 and base64url', () => {
    const bytes = randomBytes(32)
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      const verdict = parseStoreConfig({ DATA_KEY: bytes.toString(encoding) })
      expect(verdict).toEqual({
        ok: true,
        config: {
          dataKey: new Uint8Array(bytes),
          secondDataKey: null,
          databaseUrl: 'file:./data/clasp.db',
          poolSize: 10,
          delivers: false,
        },
      })
    }
  })

  test('there may be two data keys while one replaces the other', () => {
    const [key, second] = [randomBytes(32), randomBytes(32)]
    const text = `${key.toString('hex')}, ${second.toString('base64')}`
    const config = { dataKey: new Uint8Array(key), secondDataKey: new Uint8Array(second) }
    expect(parseStoreConfig({ DATA_KEY: text })).toMatchObject({ ok: true, config })
  })

  test('the store needs its own two variables and no other', () => {
    expect(parseStoreConfig({ EVM: 'junk' })).toMatchObject({
      ok: false,
      bad: [{ name: 'DATA_KEY', problem: 'missing' }],
    })
  })

  test('refuses a receiver without a secret, because nothing is delivered unsigned', () => {
    const receiver = { ...minimal, WEBHOOK_URL: 'https://bot.example.com/hook' }
    expect(badNames(receiver)).toEqual(['WEBHOOK_SIGNING_SECRET'])
    const [first, second, third] = [1, 2, 3].map(
      () => `whsec_${randomBytes(32).toString('base64')}`,
    )
    const getSecrets = (list: string) => ({ ...receiver, WEBHOOK_SIGNING_SECRET: list })
    expect(parseConfig(getSecrets(`${first}, ${second}`))).toMatchObject({
      ok: true,
      config: { webhook: { url: receiver.WEBHOOK_URL, secrets: [first, second] } },
    })
    expect(badNames(getSecrets(`${first},${second},${third}`))).toEqual(['WEBHOOK_SIGNING_SECRET'])
    expect(badNames(getSecrets(`${first},`))).toEqual(['WEBHOOK_SIGNING_SECRET'])
  })

  test('lists come with or without blanks', () => {
    expect(
      parseConfig({ ...minimal, ADMIN_IDS: '11, 22', WEBHOOK_ALLOW_HOSTS: 'Hooks.internal,[::1]' }),
    ).toMatchObject({ ok: true, config: { adminIds: new Set(['11', '22']) } })
  })

  test.each(['in-app', 'browser'] as const)('EVM=%s needs a project at Reown', (policy) => {
    expect(badNames({ ...minimal, EVM: policy })).toEqual(['REOWN_PROJECT_ID'])
    const verdict = parseConfig({
      ...minimal,
      EVM: policy,
      REOWN_PROJECT_ID: PROJECT.toUpperCase(),
    })
    expect(verdict).toMatchObject({
      ok: true,
      config: { evm: { policy, projectId: PROJECT } },
    })
  })

  test('offers the six chains without EVM_CHAINS, each at its public endpoint', () => {
    expect(parseConfig(withEvm)).toMatchObject({
      ok: true,
      config: {
        evm: {
          chains: DEFAULT_EVM_CHAINS.map((id) => ({ id, rpcUrls: PUBLIC_ENDPOINTS[id] })),
        },
      },
    })
  })

  test('takes the operator’s chains, and each one’s endpoints', () => {
    const verdict = parseConfig({
      ...withEvm,
      EVM_CHAINS: '8453, 100,1',
      EVM_RPC_100: 'https://node.example/v3/key?k=1, http://127.0.0.1:8545',
      EVM_RPC_1: '',
    })
    expect(verdict).toMatchObject({
      ok: true,
      config: {
        evm: {
          chains: [
            { id: 8453, rpcUrls: PUBLIC_ENDPOINTS[8453] },
            { id: 100, rpcUrls: ['https://node.example/v3/key?k=1', 'http://127.0.0.1:8545'] },
            { id: 1, rpcUrls: PUBLIC_ENDPOINTS[1] },
          ],
        },
      },
    })
  })

  test('a chain without a public endpoint needs one of the operator', () => {
    const verdict = parseConfig({ ...withEvm, EVM_CHAINS: '1,100' })
    expect(verdict).toMatchObject({
      ok: false,
      bad: [{ name: 'EVM_RPC_100', problem: 'missing' }],
    })
  })

  test('refuses an endpoint of a chain that is not offered, because it is a slip', () => {
    const stray = { EVM_RPC_10: 'https://node.example' }
    expect(badNames({ ...withEvm, ...stray, EVM_CHAINS: '1,100' }).sort()).toEqual([
      'EVM_RPC_10',
      'EVM_RPC_100',
    ])
    expect(badNames({ ...withEvm, ...stray, EVM_CHAINS: '1,1' })).toEqual(['EVM_CHAINS'])
    expect(badNames({ ...minimal, ...stray, EVM_CHAINS: '1' })).toEqual([])
  })

  test('requires and stores nothing about EVM with EVM=off', () => {
    const verdict = parseConfig({ ...withEvm, EVM: 'off', EVM_CHAINS: '100' })
    expect(verdict.ok && verdict.config.evm).toEqual({ policy: 'off' })
  })

  test.each(['off', 'offer', 'require'] as const)('takes TON_TEXT_BINDING=%s', (tonText) => {
    expect(parseConfig({ ...minimal, TON_TEXT_BINDING: tonText })).toMatchObject({
      ok: true,
      config: { tonText },
    })
  })

  describe('plain http', () => {
    const URLS = ['TELEGRAM_API_ROOT', 'TON_API_URL', 'SAFE_API_URL', 'EVM_RPC_1', 'WEBHOOK_URL']
    const judge = (url: string, hosts: string) =>
      URLS.filter((name) => {
        const lists = { HTTP_ALLOW_HOSTS: hosts, WEBHOOK_ALLOW_HOSTS: hosts }
        const secret = { WEBHOOK_SIGNING_SECRET: `whsec_${randomBytes(32).toString('base64')}` }
        return badNames({ ...withEvm, ...lists, ...secret, [name]: url }).includes(name)
      })

    test.each([
      ['http://bot-api:8081', ''],
      ['http://bot_api:8081', ''],
      ['http://localhost:8081', ''],
      ['http://10.1.2.3:8081', '10.0.0.0/8'],
      ['http://10.1.2.3:8081', 'other,10.1.2.3'],
      ['http://172.20.0.5', '172.16.0.0/12'],
      ['http://[fd00::5]:8081', 'fc00::/7'],
      ['http://[fd00::5]:8081', '[fd00::5]'],
      ['http://api.svc.cluster.local', 'api.svc.cluster.local'],
      ['http://bot_api.internal', 'bot_api.internal'],
    ])('%s is accepted everywhere with the list "%s"', (url, hosts) => {
      expect(judge(url, hosts)).toEqual([])
    })

    test.each([
      ['http://api.example.com', ''],
      ['HTTP://api.example.com', ''],
      ['http://api.svc.cluster.local', 'svc.cluster.local'],
      ['http://10.1.2.3:8081', ''],
      ['http://10.1.2.3:8081', '192.168.0.0/16'],
      ['http://8.8.8.8', '8.8.8.8'],
      ['http://134744072', ''],
      ['http://[2001:4860::8888]', '[2001:4860::8888]'],
      ['http://user:secret@bot-api', ''],
    ])('%s is refused everywhere with the list "%s"', (url, hosts) => {
      expect(judge(url, hosts)).toEqual(URLS)
    })

    test.each([
      '0.0.0.0/0',
      '8.0.0.0/8',
      '10.0.0.0/7',
      '192.0.0.0/8',
      '2000::/3',
      '::/0',
      '10.0.0.0/33',
    ])('a list may not hold the network %s, which has public addresses or is none', (network) => {
      for (const name of ['HTTP_ALLOW_HOSTS', 'WEBHOOK_ALLOW_HOSTS'])
        expect(badNames({ ...minimal, [name]: network })).toEqual([name])
    })
  })

  test('plain http and a port are accepted on loopback only, in PUBLIC_URL', () => {
    expect(badNames({ ...minimal, PUBLIC_URL: 'http://app' })).toEqual(['PUBLIC_URL'])
    expect(badNames({ ...minimal, PUBLIC_URL: 'http://127.0.0.1:8080' })).toEqual([])
    expect(badNames({ ...minimal, PUBLIC_URL: 'http://localhost:8080' })).toEqual([])
    expect(badNames({ ...minimal, PUBLIC_URL: 'https://localhost:8443' })).toEqual([])
    expect(badNames({ ...minimal, PUBLIC_URL: 'http://127.0.0.1.example.com' })).toEqual([
      'PUBLIC_URL',
    ])
  })

  test('.env.example names every variable and nothing else', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    const names = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name ?? '')
    expect(names.sort()).toEqual([...VARIABLE_NAMES].sort())
  })
})
