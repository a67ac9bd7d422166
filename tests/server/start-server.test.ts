import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as v from 'valibot'
import { createBotApi } from '#demo/telegram/bot-api.ts'
import { tooManyRequests } from '#demo/telegram/faults.ts'
import { COUNCIL, GROUP, PEOPLE } from '#demo/telegram/people.ts'
import { createWorld } from '#demo/telegram/world.ts'
import { createLog, type Log } from '#server/log/log.ts'
import { BotUnknownError, StartError } from '#server/process/start-error.ts'
import { openStore } from '#server/store/open-store.ts'
import { makeRequest } from '#shared/api/make-request.ts'
import { openSession } from '#shared/api/open-session.ts'
import { TonAttemptSchema } from '#shared/attempt.ts'
import { getConfig } from '#tests/support/get-config.ts'
import { startBareServer } from '#tests/support/start-bare-server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { signInitData } from '#tests/support/init-data.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import { sampleProfile } from '#tests/support/store-samples.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'
import { BOT_TOKEN } from '#tests/support/test-server.ts'
import { createTonSigner } from '#tests/support/ton-signer.ts'
import { until } from '#tests/support/until.ts'
import { ADA } from '#tests/support/people.ts'

const DATA_KEY = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const TIMEOUT = { timeout: 20_000 }

const MAIN = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))

/** A TON API that answers when the test releases it. */
async function startHeldChain() {
  const held: (() => void)[] = []
  const questions = new EventEmitter()
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/api/')) return void response.writeHead(404).end()
    held.push(() => response.end(JSON.stringify({ ok: true, result: { state: 'uninitialized' } })))
    questions.emit('question')
  })
  return {
    url: (await listenForTest(server)).url,
    asked: once(questions, 'question'),
    release: () => held.forEach((answer) => answer()),
  }
}

async function startBotApi(botToken: string) {
  return (await startTelegram(botToken)).apiRoot
}

async function startTelegram(botToken: string, environment: 'prod' | 'test' = 'prod') {
  const world = createWorld({
    botToken,
    botUsername: 'clasp_bot',
    appShortName: null,
    appUrl: 'http://127.0.0.1',
    now: Date.now,
  })
  const botApi = createBotApi(world)
  const answer = environment === 'prod' ? botApi.fetch : inTestEnvironment(botApi.fetch)
  onTestFinished(() => world.close())
  return { world, apiRoot: (await listenForTest({ fetch: answer })).url }
}

/** Serves methods only under `/bot<token>/test/`. */
function inTestEnvironment(answer: (request: Request) => Response | Promise<Response>) {
  return (request: Request) => {
    const [bot, method] = request.url.split('/test/')
    if (method === undefined) return new Response(null, { status: 404 })
    return answer(new Request(`${bot}/${method}`, request))
  }
}

/** A database with an administrator of the group, and the group. */
async function openPrepared() {
  const directory = await makeTemporaryFolder('prepared')
  const databaseUrl = `file:${join(directory, 'clasp.db')}`
  const options = { databaseUrl, dataKey: Buffer.from(DATA_KEY, 'hex'), delivers: false }
  const store = await openStore({ ...options, onUnreadable: () => undefined })
  const now = Date.now()
  const ada = await store.saveUser(sampleProfile({ telegramId: String(PEOPLE[0].id) }), now)
  const group = { telegramId: String(GROUP.id), title: GROUP.title }
  const chat = await store.saveChat(group, now)
  await store.noteRequester({ chat, userId: ada.id }, now)
  await store.close()
  return { databaseUrl, chatId: chat.id }
}

/** Knows the bot, and refuses every other call. */
async function startRefusingBotApi() {
  const server = createServer((request, response) => {
    const isGetMe = request.url?.endsWith('/getMe') === true
    const result = { id: 1, is_bot: true, first_name: 'Clasp', username: 'clasp_bot' }
    const refusal = { ok: false, error_code: 400, description: 'Bad Request: bad webhook' }
    response.end(JSON.stringify(isGetMe ? { ok: true, result } : refusal))
  })
  return (await listenForTest(server)).url
}

function createRecordedLog() {
  const lines: string[] = []
  return { lines, log: createLog('warn', { write: (line) => void lines.push(line) }) }
}

type StartInput = {
  apiRoot: string
  chainUrl: string
  variables?: Record<string, string>
  timeoutMs?: number
  /** @default a silent one */
  log?: Log
  /** On this machine. @default an address where nobody answers */
  walletsListUrl?: string
}

/** Answers the URL of a list of wallets. */
async function serveList(wallets: unknown[]): Promise<string> {
  const server = createServer((_, response) => response.end(JSON.stringify(wallets)))
  return `${(await listenForTest(server)).url}/wallets-v2.json`
}

async function start({
  apiRoot,
  chainUrl,
  variables,
  timeoutMs = 0,
  log = createLog('silent'),
  ...list
}: StartInput) {
  const directory = await makeTemporaryFolder('start')
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const config = getConfig({
    BOT_TOKEN,
    PUBLIC_URL: publicUrl,
    DATA_KEY,
    DATABASE_URL: `file:${join(directory, 'clasp.db')}`,
    EVM: 'off',
    BOT_MODE: 'off',
    TON_API_URL: chainUrl,
    TELEGRAM_API_ROOT: apiRoot,
    PORT: String(port),
    ...variables,
  })
  const server = await startBareServer({
    config,
    log,
    timeout: { timeoutMs, signal: new AbortController().signal },
    ownNetwork: new Set(['127.0.0.1']),
    ...list,
  })
  return { ...server, publicUrl }
}

describe('the server', () => {
  test('finishes the proof under way when it has to stop, and takes no new request', async () => {
    const chain = await startHeldChain()
    const server = await start({ apiRoot: await startBotApi(BOT_TOKEN), chainUrl: chain.url })
    const timestamp = Math.floor(Date.now() / 1_000)
    const initData = signInitData({ botToken: BOT_TOKEN, user: ADA, authDate: timestamp })
    const call = async (path: string, authorization: string, body?: unknown) =>
      fetch(`${server.publicUrl}${path}`, {
        method: 'POST',
        headers: { authorization, connection: 'close' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const session = v.parse(
      openSession.response,
      await (await call('/api/session', `tma ${initData}`)).json(),
    )
    const bearer = `Bearer ${session.token}`
    const attempt = v.parse(
      TonAttemptSchema,
      await (await call('/api/attempts', bearer, { family: 'ton' })).json(),
    )
    const signer = createTonSigner({
      kind: 'WalletTg',
      seed: new Uint8Array(32).fill(5),
      network: '-239',
    })
    const proof = signer.sign({ domain: attempt.domain, payload: attempt.payload, timestamp })

    const answer = call(`/api/attempts/${attempt.id}/proof`, bearer, proof)
    await chain.asked
    const closed = server.close()
    await until(() => expect(fetch(`${server.publicUrl}/healthz`)).rejects.toThrow('fetch failed'))
    chain.release()
    expect((await answer).status).toBe(201)
    await closed
  })

  test('names in its pages the wallets of the list that it has fetched', async () => {
    const purse = {
      app_name: 'purse',
      name: 'Purse',
      image: 'https://purse.example/icon.png',
      about_url: 'https://purse.example',
      universal_url: 'https://purse.example/connect',
      bridge: [{ type: 'sse', url: 'https://bridge.purse.example/bridge' }],
      platforms: ['ios'],
    }
    const server = await start({
      apiRoot: await startBotApi(BOT_TOKEN),
      chainUrl: 'http://127.0.0.1:9',
      walletsListUrl: await serveList([purse]),
    })
    onTestFinished(() => server.close())
    const read = async () => (await fetch(`${server.publicUrl}/connect`)).text()
    await until(async () => expect(await read()).toContain('"name":"Purse"'))
  })

  test('serves the metrics on an address of their own, and there alone', async () => {
    const port = await freePort()
    const server = await start({
      apiRoot: await startBotApi(BOT_TOKEN),
      chainUrl: 'http://127.0.0.1:9',
      variables: { METRICS_LISTEN: `127.0.0.1:${port}`, METRICS_TOKEN: 'a-token-of-metrics' },
    })
    onTestFinished(() => server.close())
    const headers = { authorization: 'Bearer a-token-of-metrics', connection: 'close' }
    const own = await fetch(`http://127.0.0.1:${port}/metrics`, { headers })
    expect(await own.text()).toContain('clasp_delivery_queue_age_seconds 0')
    expect((await fetch(`${server.publicUrl}/metrics`, { headers })).status).toBe(404)
  })

  test.each([
    ['admins', 'their administrator', PEOPLE[0], 201],
    ['admins', 'a member', PEOPLE[1], 403],
    ['members', 'a member', PEOPLE[1], 201],
  ])(
    'with REQUESTS=%s, the bot requests %s of the group only if Telegram says so',
    async (requests, _, person, status) => {
      const { databaseUrl, chatId } = await openPrepared()
      const { world, apiRoot } = await startTelegram(BOT_TOKEN)
      const server = await start({
        apiRoot,
        chainUrl: 'http://127.0.0.1:9',
        variables: { DATABASE_URL: databaseUrl, REQUESTS: requests },
      })
      onTestFinished(() => server.close())
      const post = (path: string, authorization: string, body?: unknown) =>
        fetch(`${server.publicUrl}${path}`, {
          method: 'POST',
          headers: { authorization, connection: 'close' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
      const initData = signInitData({
        botToken: BOT_TOKEN,
        user: {
          id: person.id,
          first_name: person.firstName,
          username: person.username ?? '',
          language_code: 'en',
        },
        authDate: Math.floor(Date.now() / 1_000),
      })
      const signedIn: unknown = await (await post('/api/session', `tma ${initData}`)).json()
      const bearer = `Bearer ${v.parse(openSession.response, signedIn).token}`
      const asked = { families: ['ton'], expiresIn: 3_600, chatId, membersOnly: true }
      const made = await post('/api/requests', bearer, asked)
      expect(made.status).toBe(status)
      if (status !== 201) return expect(world.messages(GROUP.id)).toEqual([])
      const { code } = v.parse(makeRequest.response, await made.json())
      await expect
        .poll(() => JSON.stringify(world.messages(GROUP.id).at(-1)?.keyboard), TIMEOUT)
        .toContain(code)
      expect(world.messages(GROUP.id).at(-1)?.text).toContain(person.firstName)
    },
  )

  test('answers who asks to join a group while Telegram has the bot’s profile wait', async () => {
    const { world, apiRoot } = await startTelegram(BOT_TOKEN)
    world.failNext('setMyDescription', tooManyRequests(10))
    world.askToJoin({ accountId: PEOPLE[1].id, chatId: COUNCIL.id })
    const variables = { BOT_MODE: 'polling' }
    const starting = start({ apiRoot, chainUrl: 'http://127.0.0.1:9', variables })
    // No door is on, so administrators are asked at once.
    await until(() => expect(world.joins).toMatchObject([{ state: 'queued' }]))
    expect(await Promise.race([starting, sleep(0, 'starting')])).toBe('starting')
    const server = await starting
    await server.close()
  })

  test('queries only the test environment of Telegram for a bot that lives there', async () => {
    const { apiRoot } = await startTelegram(BOT_TOKEN, 'test')
    const variables = { TELEGRAM_ENVIRONMENT: 'test', BOT_MODE: 'polling' }
    const there = { apiRoot, chainUrl: 'http://127.0.0.1:9' }
    await expect(start(there)).rejects.toThrow(BotUnknownError)
    const server = await start({ ...there, variables })
    onTestFinished(() => server.close())
    await until(async () => expect((await fetch(`${server.publicUrl}/readyz`)).status).toBe(200))
  })

  test('says in its log that another server has the SQLite file open', async () => {
    const directory = await makeTemporaryFolder('shared')
    const databaseUrl = `file:${join(directory, 'clasp.db')}`
    const apiRoot = await startBotApi(BOT_TOKEN)
    const logs = [0, 1].map(() => createRecordedLog())
    for (const { log } of logs) {
      const variables = { DATABASE_URL: databaseUrl }
      const server = await start({ apiRoot, chainUrl: 'http://127.0.0.1:9', variables, log })
      onTestFinished(() => server.close())
    }
    const [first, second] = logs.map(({ lines }) => lines.join())
    expect(first).not.toContain('SQLite file open')
    expect(second).toContain('another process has the SQLite file open')
  })

  test('does not start for a token that Telegram does not know', async () => {
    const apiRoot = await startBotApi('987654321:AAotherOTHERotherOTHERotherOTHERother-')
    const failure = start({ apiRoot, chainUrl: 'http://127.0.0.1:9' })
    await expect(failure).rejects.toThrow(new BotUnknownError('unauthorized'))
  })

  test('does not start, and says so, where Telegram does not answer', async () => {
    const failure = start({ apiRoot: 'http://127.0.0.1:9', chainUrl: 'http://127.0.0.1:9' })
    await expect(failure).rejects.toThrow(new BotUnknownError('unreachable'))
  })

  test('waits for Telegram also where it goes away after it has said who the bot is', async () => {
    const { world, apiRoot } = await startTelegram(BOT_TOKEN)
    world.failNext('getWebhookInfo', { error_code: 502, description: 'Bad Gateway' })
    const variables = { BOT_MODE: 'polling' }
    const there = { apiRoot, chainUrl: 'http://127.0.0.1:9', variables }
    await expect(start(there)).rejects.toThrow(new BotUnknownError('unreachable'))
    world.failNext('getWebhookInfo', { error_code: 502, description: 'Bad Gateway' })
    const server = await start({ ...there, timeoutMs: 20_000 })
    onTestFinished(() => server.close())
    await until(async () => expect((await fetch(`${server.publicUrl}/readyz`)).status).toBe(200))
  })

  test('a webhook that is refused ends the start, and neither token nor secret gets out', async () => {
    const secret = 'webhook_secret-0123456789'
    const port = await freePort()
    const failure: unknown = await start({
      apiRoot: await startRefusingBotApi(),
      chainUrl: 'http://127.0.0.1:9',
      variables: { BOT_MODE: 'webhook', TELEGRAM_WEBHOOK_SECRET: secret, PORT: String(port) },
    }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartError)
    const lines: string[] = []
    createLog('info', { write: (line) => void lines.push(line) }).fatal({ error: failure })
    expect(lines.join('')).toContain('bad webhook')
    expect(lines.join('')).not.toContain(secret)
    expect(lines.join('')).not.toContain(BOT_TOKEN)
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
  })

  test('a port that is taken ends the start, and the log says what to check', async () => {
    const apiRoot = await startBotApi(BOT_TOKEN)
    const variables = { PORT: new URL(apiRoot).port }
    const failure = start({ apiRoot, chainUrl: 'http://127.0.0.1:9', variables })
    await expect(failure).rejects.toThrow('HOST and PORT')
  })

  test('stops once when it is stopped twice', async () => {
    const apiRoot = await startBotApi(BOT_TOKEN)
    const server = await start({ apiRoot, chainUrl: 'http://127.0.0.1:9' })
    await expect(Promise.all([server.close(), server.close()])).resolves.toBeDefined()
  })

  test('ends immediately without configuration, with the list of what is missing', async () => {
    const { code, stderr } = await startMain()
    expect(code).toBe(1)
    for (const text of ['BOT_TOKEN', 'PUBLIC_URL', 'DATA_KEY', 'EVM', 'npm run demo']) {
      expect(stderr).toContain(text)
    }
  }, 20_000)

  test('reads a .env file where it stands, and the environment overrules it', async () => {
    const { stderr } = await startMain({
      file: `BOT_TOKEN=${BOT_TOKEN}\nDATA_KEY=short\nEVM=off`,
      variables: { EVM: 'on' },
    })
    expect(stderr).not.toContain('BOT_TOKEN')
    expect(stderr).toContain('DATA_KEY    malformed')
    expect(stderr).toContain('EVM         malformed')
  }, 20_000)

  test('names a .env that cannot be read, instead of leaving it out', async () => {
    const { code, stderr } = await startMain({ isFolder: true })
    expect(code).toBe(1)
    expect(stderr).toBe('Clasp cannot start: .env: it is a folder\n')
  }, 20_000)
})

/** Runs `main.ts` in a folder with this `.env`, until it ends. */
async function startMain({
  file,
  variables = {},
  isFolder = false,
}: { file?: string; variables?: Record<string, string>; isFolder?: boolean } = {}) {
  const directory = await makeTemporaryFolder('start')
  if (file !== undefined) await writeFile(join(directory, '.env'), file)
  if (isFolder) await mkdir(join(directory, '.env'))
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), MAIN], {
    cwd: directory,
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, stderr }
}
