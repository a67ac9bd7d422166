// @module-tag wide

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as v from 'valibot'
import { openSession } from '#shared/api/open-session.ts'
import { TonAttemptSchema } from '#shared/attempt.ts'
import { freePort } from '#tests/support/free-port.ts'
import { signInitData } from '#tests/support/init-data.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import { sqliteDialect } from '#tests/support/store-dialects.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'
import { BOT_TOKEN } from '#tests/support/test-server.ts'
import { createTonSigner, type TonSignerKind } from '#tests/support/ton-signer.ts'
import { until } from '#tests/support/until.ts'
import { newSigningSecret } from '#tests/support/webhook-receiver.ts'
import { ADA } from '#tests/support/people.ts'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))
const PROCESS = fileURLToPath(new URL('../../support/stoppable-server.ts', import.meta.url))

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

async function serve(answer: RequestHandler): Promise<string> {
  return (await listenForTest(createServer(answer))).url
}

function json(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

/** Telegram, the chain and the operator's receiver: they know the bot, and hold all else until released. */
async function startOutside() {
  const held: { what: string; answer: () => void }[] = []
  let isReleased = false
  const hold = (what: string, answer: () => void) => {
    held.push({ what, answer })
    if (isReleased) answer()
  }
  const bot = { id: 1, is_bot: true, first_name: 'Clasp', username: 'clasp_bot' }
  const sent = { message_id: 1, date: 1, chat: { id: ADA.id, type: 'private' } }
  const telegram = await serve((request, response) => {
    if (request.url?.endsWith('/getMe') === true) return json(response, { ok: true, result: bot })
    hold('receipt', () => json(response, { ok: true, result: sent }))
  })
  const chain = await serve((request, response) => {
    if (request.url?.startsWith('/api/') !== true) return void response.writeHead(404).end()
    hold('proof', () => json(response, { ok: true, result: { state: 'uninitialized' } }))
  })
  const receiver = await serve((_, response) =>
    hold('delivery', () => void response.writeHead(204).end()),
  )
  return {
    telegram,
    chain,
    receiver,
    held: () => held.map(({ what }) => what).toSorted(),
    release() {
      isReleased = true
      held.forEach(({ answer }) => answer())
    },
  }
}

type OutsideServices = Awaited<ReturnType<typeof startOutside>>

/** @param fileBlocks longest file that it may write, in blocks of 512 bytes */
async function startProcess(
  { telegram, chain, receiver }: OutsideServices,
  fileBlocks: number | 'unlimited' = 'unlimited',
) {
  const directory = await makeTemporaryFolder('stop')
  const publicUrl = `http://127.0.0.1:${await freePort()}`
  const databaseUrl = `file:${join(directory, 'clasp.db')}`
  const script = [process.execPath, '--import', 'tsx', PROCESS, `${chain}/wallets`]
  const limited = ['-c', `ulimit -f ${fileBlocks} && exec "$0" "$@"`, ...script]
  const child = spawn('/bin/sh', limited, {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      BOT_TOKEN,
      PUBLIC_URL: publicUrl,
      DATA_KEY: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
      DATABASE_URL: databaseUrl,
      EVM: 'off',
      BOT_MODE: 'off',
      TON_API_URL: chain,
      TELEGRAM_API_ROOT: telegram,
      WEBHOOK_URL: receiver,
      WEBHOOK_SIGNING_SECRET: newSigningSecret(),
      WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
      PORT: new URL(publicUrl).port,
    },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  onTestFinished(() => stopForGood(child))
  await expect
    .poll(() => child.exitCode ?? getStatus(`${publicUrl}/readyz`), {
      interval: 20,
      timeout: 60_000,
      message: output,
    })
    .not.toBe(0)
  return { child, exit: once(child, 'exit'), publicUrl, databaseUrl, output: () => output }
}

async function stopForGood(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

async function getStatus(url: string): Promise<number> {
  return fetch(url).then(
    ({ status }) => status,
    () => 0,
  )
}

async function signIn(publicUrl: string) {
  const authDate = Math.floor(Date.now() / 1_000)
  const user = { ...ADA, allows_write_to_pm: true }
  const initData = signInitData({ botToken: BOT_TOKEN, user, authDate })
  const call = (path: string, authorization: string, body?: unknown) =>
    fetch(`${publicUrl}${path}`, {
      method: 'POST',
      headers: { authorization },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const session = await call('/api/session', `tma ${initData}`)
  const { token } = v.parse(openSession.response, await session.json())

  /** Sends the proof of a wallet, after what happens meanwhile; the answer may take its time. */
  return async function prove(
    kind: TonSignerKind,
    meanwhile?: () => Promise<void>,
  ): Promise<{ answer: Promise<Response> }> {
    const made = await call('/api/attempts', `Bearer ${token}`, { family: 'ton' })
    const { id, payload, domain } = v.parse(TonAttemptSchema, await made.json())
    const signer = createTonSigner({ kind, seed: new Uint8Array(32).fill(5), network: '-239' })
    const proof = signer.sign({ domain, payload, timestamp: authDate })
    await meanwhile?.()
    return { answer: call(`/api/attempts/${id}/proof`, `Bearer ${token}`, proof) }
  }
}

/** The status of an answer, and whether its connection stays open. */
function askOn(agent: Agent, url: string): Promise<{ status: number; connection: string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      const { statusCode = 0, headers } = response
      response.resume()
      response.once('end', () =>
        resolve({ status: statusCode, connection: headers.connection ?? '' }),
      )
    }).once('error', reject)
  })
}

/** A new account opens the app; returns the status of the answer. */
async function openApp(publicUrl: string, id: number): Promise<number> {
  const user = { ...ADA, id }
  const authDate = Math.floor(Date.now() / 1_000)
  const initData = signInitData({ botToken: BOT_TOKEN, user, authDate })
  const headers = { authorization: `tma ${initData}` }
  return (await fetch(`${publicUrl}/api/session`, { method: 'POST', headers })).status
}

test(
  'a server whose disk is full is not ready, and refuses members as maintenance',
  {
    tags: ['full'],
    timeout: 90_000,
  },
  async () => {
    const { publicUrl } = await startProcess(await startOutside(), 2_000)
    const statuses = new Set<number>()
    for (let id = 1; !statuses.has(503); id += 100) {
      const members = Array.from({ length: 100 }, (_, index) => openApp(publicUrl, id + index))
      for (const status of await Promise.all(members)) statuses.add(status)
    }
    expect(statuses).toEqual(new Set([201, 503]))
    // The room that is left takes a few more writes, and `/readyz` makes one a second.
    await expect.poll(() => getStatus(`${publicUrl}/readyz`), { timeout: 40_000 }).toBe(503)
    expect(await getStatus(`${publicUrl}/healthz`)).toBe(200)
  },
)

test('a server whose schema was changed by another version says so, and ends', async () => {
  const { exit, publicUrl, databaseUrl, output } = await startProcess(await startOutside())
  const name = '9.1.0-contract-9.0.0-expand-all'
  const change = `insert into kysely_migration (name, timestamp) values ('${name}', '2027')`
  await sqliteDialect().alter(databaseUrl, change)
  const readiness = async () => (await fetch(`${publicUrl}/readyz`)).text()
  await expect.poll(readiness, { interval: 20, timeout: 20_000 }).toContain('"missing":["schema"]')
  expect(await exit).toEqual([1, null])
  expect(output()).toContain('the server ends: a newer Clasp has migrated the database')
}, 60_000)

test('a server whose database file is gone is not ready within a second, and loses no link', async () => {
  const { publicUrl, databaseUrl, output } = await startProcess(await startOutside())
  const prove = await signIn(publicUrl)
  const path = databaseUrl.slice('file:'.length)
  const { answer } = await prove('v5r1', () => rename(path, `${path}.aside`))
  expect((await answer).status).toBe(503)
  const soon = { interval: 20, timeout: 1_000 }
  await expect.poll(() => getStatus(`${publicUrl}/readyz`), soon).toBe(503)
  expect(output()).toContain('the file of the database is gone')
  await rename(`${path}.aside`, path)
  expect((await (await prove('v5r1')).answer).status).toBe(201)
}, 60_000)

describe('a server that has to stop', () => {
  test('asks each client with an open connection to hang up, and answers on it until then', async () => {
    const { child, exit, publicUrl } = await startProcess(await startOutside())
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const ask = () => askOn(agent, `${publicUrl}/healthz`)
    expect(await ask()).toEqual({ status: 200, connection: 'keep-alive' })
    child.kill('SIGTERM')
    await expect.poll(ask, { interval: 10 }).toEqual({ status: 200, connection: 'close' })
    expect(await ask()).toEqual({ status: 200, connection: 'close' })
    expect(await exit).toEqual([0, null])
  }, 40_000)

  test('finishes the proof, the receipt and the delivery under way, and no part of it stops late', async () => {
    const outside = await startOutside()
    const { child, exit, publicUrl, databaseUrl, output } = await startProcess(outside)
    const prove = await signIn(publicUrl)
    expect((await (await prove('v5r1')).answer).status).toBe(201)
    const { answer } = await prove('WalletTg')
    await until(() => expect(outside.held()).toEqual(['delivery', 'proof', 'receipt']))

    child.kill('SIGTERM')
    await expect.poll(() => getStatus(`${publicUrl}/readyz`), { interval: 10 }).toBe(503)
    await expect
      .poll(() => getStatus(`${publicUrl}/readyz`), { interval: 20, timeout: 20_000 })
      .toBe(0)
    outside.release()
    expect((await answer).status).toBe(201)
    expect(await exit).toEqual([0, null])

    const { events, attempts } = await sqliteDialect().dump(databaseUrl)
    expect(events?.[0]).toMatchObject({ sequence: 1, notify_at: null, delivery: 'delivered' })
    expect(events?.[1]).toMatchObject({ sequence: 2, delivery_error: null })
    expect(attempts).toMatchObject([{ outcome_taken: 1 }, { outcome_taken: 1 }])
    expect(output()).not.toContain('a part did not stop in time')
    expect(output()).toContain('"msg":"stopped"')
  }, 40_000)

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'ends immediately at a second stop by %s',
    { tags: ['full'], timeout: 40_000 },
    async (signal) => {
      const outside = await startOutside()
      const { child, exit, publicUrl } = await startProcess(outside)
      const prove = await signIn(publicUrl)
      const { answer } = await prove('WalletTg')
      const end = answer.then(
        () => 'answered',
        () => 'cut off',
      )
      await until(() => expect(outside.held()).toEqual(['proof']))
      child.kill('SIGTERM')
      await expect.poll(() => getStatus(`${publicUrl}/readyz`), { interval: 10 }).toBe(503)
      child.kill(signal)
      expect(await exit).toEqual([1, null])
      expect(await end).toBe('cut off')
    },
  )
})
