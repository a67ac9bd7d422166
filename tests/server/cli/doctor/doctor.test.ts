import { createHash, randomBytes } from 'node:crypto'
import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { CheckReport } from '#server/cli/doctor/run-checks.ts'
import { openStore } from '#server/store/open-store.ts'
import { jsonReply } from '#tests/support/doctor-site.ts'
import {
  type DoctorWorld,
  startDoctorWorld,
  VERIFIER_PAGE,
  writeEnvFile,
} from '#tests/support/doctor-world.ts'
import { plantMigration } from '#tests/support/plant-migration.ts'
import { freePort } from '#tests/support/free-port.ts'

let world: DoctorWorld
beforeEach(async () => void (world = await startDoctorWorld()))

/** Values that must never be printed, whole or in part. */
function getSecrets({ environment }: DoctorWorld): string[] {
  const names = [
    'BOT_TOKEN',
    'DATA_KEY',
    'TELEGRAM_WEBHOOK_SECRET',
    'TON_API_KEY',
    'SAFE_API_KEY',
    'WEBHOOK_SIGNING_SECRET',
    'METRICS_TOKEN',
  ]
  const query = new URL(environment['WEBHOOK_URL'] ?? '').searchParams.get('key')
  return [
    ...names.map((name) => environment[name] ?? ''),
    query ?? '',
    'hunter2hunter2',
    'node-key',
  ]
}

async function expectNoSecret(): Promise<void> {
  const text = await world.run()
  const json = await world.run('--json')
  const output = [text, json].flatMap(({ printed, complaints }) => printed.concat(complaints))
  const secrets = getSecrets(world)
  expect(secrets.every((secret) => secret.length >= 8)).toBe(true)
  for (const secret of secrets) expect(output.join('\n')).not.toContain(secret)
}

function statuses(reports: CheckReport[]): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const { check, status } of reports) (found[check] ??= []).push(status)
  return found
}

const SAFES_OF_NOBODY = '/safe/eth/api/v2/owners/0x0000000000000000000000000000000000000001/safes/'

/** Faults wherever one can be planted without hiding another. */
async function plantEveryFault(): Promise<void> {
  const { directory, environment } = world
  const database = join(directory, 'clasp.db')
  const store = await openStore({
    databaseUrl: `file:${database}`,
    dataKey: new Uint8Array(randomBytes(32)),
    delivers: false,
  })
  await store.close()
  await chmod(database, 0o644)
  plantMigration()
  Object.assign(environment, {
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'file:./clasp.db',
    TELEGRAM_WEBHOOK_SECRET: randomBytes(32).toString('hex'),
    EVM: 'in-app',
    REOWN_PROJECT_ID: 'no-project',
    EVM_CHAINS: '1',
    EVM_RPC_1: `http://127.0.0.1:${await freePort()}/node-key`,
    SAFE_API_URL: `${world.tonApi.url}/safe`,
    ADMIN_IDS: '',
    OPERATOR_NAME: '',
    OPERATOR_CONTACT: '',
  })
  await writeEnvFile(directory, { ...environment, BOT_TOKN: 'slip' })
  await chmod(join(directory, '.env'), 0o644)
  Object.assign(world.telegram, {
    getMe: {
      has_main_web_app: false,
      supports_inline_queries: false,
      can_read_all_group_messages: true,
    },
    getWebhookInfo: {
      pending_update_count: 4_096,
      allowed_updates: ['message'],
      last_error_date: Math.floor(Date.now() / 1_000),
      last_error_message: `Wrong response from https://app.example.com/?t=${environment['BOT_TOKEN']}`,
    },
  })
  world.tonApi.routes['/api/v2/getMasterchainInfo'] = { status: 403 }
  world.tonApi.routes[SAFES_OF_NOBODY] = { status: 401 }
  world.receiver.routes['/events'] = { status: 200 }
  world.certificate = {
    kind: 'certificate',
    certificate: { validTo: Date.now() + 3 * 86_400_000, distrust: null },
  }
  world.freeBytes = 1_024
  world.reported = null
  world.skewMs = 75_000
  world.tamper = tamperWithEverything
}

function tamperWithEverything(path: string, response: Response): Response {
  const headers = new Headers(response.headers)
  const status = path === '/readyz' || path === '/verify' ? 503 : 200
  if (path === '/') headers.append('content-security-policy', "default-src 'self'")
  if (path === '/') headers.set('x-frame-options', 'DENY')
  if (path === '/tonconnect-manifest.json') headers.delete('access-control-allow-origin')
  return new Response(path === '/icon-180.png' ? '<svg/>' : response.body, { status, headers })
}

test('the doctor reports every line as ok in a healthy world', async () => {
  const reports = await world.examine()
  expect(reports.filter(({ status }) => status !== 'ok')).toEqual([])
  expect(Object.keys(statuses(reports))).toEqual([
    'configuration',
    'env-file',
    'database',
    'keys-apart',
    'policy',
    'admins',
    'bot-token',
    'bot-settings',
    'telegram-webhook',
    'doors',
    'https',
    'server',
    'readiness',
    'manifest',
    'content-security-policy',
    'verifier',
    'telegram-webhook-secret',
    'client-addresses',
    'metrics',
    'clock',
    'ton-api',
    'evm',
    'evm-nodes',
    'safe-service',
    'webhook-receiver',
  ])
})

test('the doctor says which hash the page to check proofs has', async () => {
  const digest = createHash('sha256').update(VERIFIER_PAGE).digest('hex')
  const found = (await world.examine()).find(({ check }) => check === 'verifier')
  expect(found?.found).toBe(`The page to check proofs (/verify) has the SHA-256 ${digest}.`)
})

test('the doctor reports one line a finding in a healthy world, ends with 0, and shows no secret', async () => {
  const { code, printed, complaints } = await world.run()
  expect(code).toBe(0)
  expect(complaints).toEqual([])
  expect(printed.slice(0, -1).every((line) => /^ok {7}[a-z-]+ +\S.*\.$/.test(line))).toBe(true)
  expect(printed.at(-1)).toMatch(/^\d+ ok, 0 to consider, 0 to fix, 0 skipped$/)
  await expectNoSecret()
})

test('checking changes nothing: the database is the same, and the receiver got only two tests', async () => {
  const before = await stat(join(world.directory, 'data', 'clasp.db'))
  await world.examine()
  expect((await stat(join(world.directory, 'data', 'clasp.db'))).mtimeMs).toBe(before.mtimeMs)
  expect(world.receiver.requests).toHaveLength(2)
})

test('the doctor finds every planted fault in one run, each with its fix, and shows no secret', async () => {
  await plantEveryFault()
  const reports = await world.examine()
  expect(statuses(reports)).toEqual({
    configuration: ['failure', 'failure'],
    'env-file': ['warning', 'warning'],
    database: ['warning', 'failure', 'warning', 'warning'],
    'keys-apart': ['failure'],
    policy: ['ok', 'warning', 'warning'],
    admins: ['skipped'],
    'bot-token': ['ok'],
    'bot-settings': ['failure', 'warning', 'warning'],
    'telegram-webhook': ['failure', 'failure', 'warning', 'warning'],
    doors: ['skipped'],
    https: ['warning'],
    server: ['ok', 'ok'],
    readiness: ['failure'],
    manifest: ['failure', 'failure'],
    'content-security-policy': ['failure', 'failure'],
    verifier: ['failure'],
    'telegram-webhook-secret': ['failure'],
    'client-addresses': ['failure'],
    metrics: ['failure'],
    clock: ['failure', 'failure'],
    'ton-api': ['failure', 'ok'],
    evm: ['warning', 'skipped'],
    'evm-nodes': ['failure'],
    'safe-service': ['failure'],
    'webhook-receiver': ['failure'],
  })
  const faults = reports.filter(({ status }) => status === 'warning' || status === 'failure')
  expect(faults.every(({ fix = '' }) => fix.length > 10)).toBe(true)
  expect((await world.run()).code).toBe(1)
  await expectNoSecret()
})

test('a run whose only findings are warnings ends with exit code 0', async () => {
  world.environment['OPERATOR_CONTACT'] = ''
  expect((await world.run()).code).toBe(0)
})

test('a certificate that is not trusted is one failure, and the checks that need it are skipped', async () => {
  world.certificate = {
    kind: 'certificate',
    certificate: { validTo: 0, distrust: 'CERT_HAS_EXPIRED' },
  }
  const found = statuses(await world.examine())
  expect(found['https']).toEqual(['failure'])
  for (const name of [
    'server',
    'readiness',
    'manifest',
    'content-security-policy',
    'verifier',
    'metrics',
  ]) {
    expect(found[name]).toEqual(['skipped'])
  }
})

test('the doctor reports an empty environment variable by variable, and still runs the checks that need none', async () => {
  world.environment = {}
  const reports = await world.examine()
  const missing = reports.filter(({ check }) => check === 'configuration')
  expect(missing.map(({ found }) => found)).toEqual(
    expect.arrayContaining(['BOT_TOKEN is missing.', 'DATA_KEY is missing.']),
  )
  const found = statuses(reports)
  expect(found['env-file']).toEqual(['ok'])
  expect(found['bot-settings']).toEqual(['skipped'])
  expect(found['manifest']).toEqual(['skipped'])
})

test('the doctor reports a database server that is down without its password', async () => {
  const port = await freePort()
  world.environment['DATABASE_URL'] = `postgres://clasp:hunter2hunter2@127.0.0.1:${port}/clasp`
  expect(statuses(await world.examine())['database']).toEqual(['failure'])
  await expectNoSecret()
})

test('the doctor ends in time in a world that does not answer', async () => {
  world.checkTimeoutMs = 200
  world.tonApi.routes['/api/v2/getMasterchainInfo'] = 'hang'
  world.receiver.routes['/events'] = 'hang'
  const found = statuses(await world.examine())
  expect(found['ton-api']).toEqual(['failure'])
  expect(found['webhook-receiver']).toEqual(['failure'])
})

test('the doctor reports wrong use, checks nothing and ends with 2', async () => {
  for (const args of [['--jsn'], ['now'], ['--json=yes']]) {
    const { code, printed, complaints } = await world.run(...args)
    expect(code).toBe(2)
    expect(printed).toEqual([])
    expect(complaints.at(-1)).toMatch(/^Usage:\n/)
  }
  expect(world.receiver.requests).toEqual([])
})

test('one bad node and one good node of a chain are two lines', async () => {
  const probed = `0x${'1'.padStart(64, '0')}${'0'.repeat(128)}`
  world.tonApi.routes['/rpc'] = ({ body }) => {
    if (body.includes('eth_chainId')) return jsonReply({ result: '0x2105' })
    if (body.includes('eth_getBlockByNumber')) return jsonReply({ result: { hash: '0xab' } })
    return jsonReply({ result: body.includes('eth_call') ? probed : '0x' })
  }
  const bad = `http://127.0.0.1:${await freePort()}`
  Object.assign(world.environment, {
    EVM: 'browser',
    REOWN_PROJECT_ID: '0123456789abcdef0123456789abcdef',
    EVM_CHAINS: '8453',
    EVM_RPC_8453: `${world.tonApi.url}/rpc, ${bad}`,
  })
  const found = statuses(await world.examine())
  expect(found['evm']).toEqual(['warning', 'ok'])
  expect(found['evm-nodes']).toEqual(['ok', 'failure'])
})

test.each([
  ['malformed', { EVM_RPC_8453: 'ftp://node.example' }],
  ['missing', { EVM_CHAINS: '8453,100' }],
  ['of no chain that is offered', { EVM_RPC_10: 'https://node.example' }],
  ['without the list of chains', { EVM_CHAINS: 'all', EVM_RPC_100: 'https://node.example' }],
])('no node is queried where node variables are %s, and other checks run', async (_, change) => {
  Object.assign(world.environment, {
    EVM: 'in-app',
    REOWN_PROJECT_ID: '0123456789abcdef0123456789abcdef',
    EVM_CHAINS: '8453',
    EVM_RPC_8453: 'http://127.0.0.1:1',
    ...change,
  })
  const found = statuses(await world.examine())
  expect(found['configuration']).toEqual(['failure'])
  expect(found['evm-nodes']).toEqual(['skipped'])
  expect(found['evm']).toEqual(['warning', 'ok'])
  expect(found['policy']).toEqual(['ok'])
})
