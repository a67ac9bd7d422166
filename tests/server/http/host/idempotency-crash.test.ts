// @module-tag full

import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as v from 'valibot'
import { createApiKey } from '#server/http/host/api-key.ts'
import { openStore } from '#server/store/open-store.ts'
import { createRequest } from '#shared/api/host/host-request.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { storeDialects, runDialect } from '#tests/support/store-dialects.ts'
import { startTelegramApi } from '#tests/support/telegram-api.ts'
import { BOT_TOKEN, PUBLIC_URL } from '#tests/support/test-server.ts'

const DATA_KEY = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const KEYS = 60
/** Requests that are under way at the same time, so that a kill meets some at every step. */
const CLIENTS = 12
/** Answers that a process gives before it is killed. */
const ANSWERS_EACH = 9
const CRASH_MS = 240_000

describe.each(storeDialects())('a server that is killed again and again, on $name', (dialect) => {
  runDialect(dialect)

  test(
    'makes 60 requests for 60 Idempotency-Keys, and answers each key always the same',
    async () => {
      const databaseUrl = await dialect.createDatabase()
      const start = await prepareServers(databaseUrl)
      const answers = new Map<string, string>()
      let waiting = await makeApiKeys(databaseUrl)
      while (waiting.length > 0) {
        await sendUntilKilled(await start(), waiting, answers)
        waiting = waiting.filter((apiKey) => !answers.has(apiKey))
      }

      const server = await start()
      onTestFinished(() => server.stop())
      for (const [apiKey, body] of answers) expect(await send(server, apiKey)).toBe(body)
      const { requests = [] } = await dialect.dump(databaseUrl)
      expect(requests).toHaveLength(KEYS)
      expect(new Set(requests.map(({ code }) => code))).toEqual(
        new Set([...answers.values()].map(codeIn)),
      )
    },
    CRASH_MS,
  )
})

/** One API key for each Idempotency-Key, so that no rate limit holds a request up. */
async function makeApiKeys(databaseUrl: string): Promise<string[]> {
  const store = await openStore({
    databaseUrl,
    dataKey: Buffer.from(DATA_KEY, 'hex'),
    delivers: false,
  })
  const keys = Array.from({ length: KEYS }, () => createApiKey())
  for (const [index, { hash }] of keys.entries()) {
    await store.addApiKey({ name: `host-${index}`, scopes: ['requests:write'], hash }, Date.now())
  }
  await store.close()
  return keys.map(({ key }) => key)
}

async function prepareServers(databaseUrl: string): Promise<() => Promise<ServerProcess>> {
  const telegram = await startTelegramApi({ botToken: BOT_TOKEN, appUrl: `${PUBLIC_URL}/` })
  onTestFinished(telegram.close)
  return () =>
    startServerProcess({
      BOT_TOKEN,
      PUBLIC_URL,
      DATA_KEY,
      DATABASE_URL: databaseUrl,
      EVM: 'off',
      BOT_MODE: 'webhook',
      TELEGRAM_WEBHOOK_SECRET: 'webhook_secret-0123456789',
      TON_API_URL: 'http://127.0.0.1:9',
      TELEGRAM_API_ROOT: telegram.apiRoot,
    })
}

/** Collects the answers, and kills the server while it handles others. */
async function sendUntilKilled(
  server: ServerProcess,
  apiKeys: readonly string[],
  answers: Map<string, string>,
): Promise<void> {
  const waiting = [...apiKeys]
  const enough = answers.size + Math.min(ANSWERS_EACH, apiKeys.length)
  async function runClient(): Promise<void> {
    for (let apiKey = waiting.shift(); apiKey !== undefined; apiKey = waiting.shift()) {
      answers.set(apiKey, await send(server, apiKey))
      if (answers.size === enough) await server.kill()
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, () => runClient().catch(expectGone)))
}

/** The error that `fetch` throws when no server answers. */
function expectGone(error: unknown): void {
  if (!(error instanceof TypeError)) throw error
}

/** Repeats a request, as the API demands, when it may be tried again. */
async function send(server: ServerProcess, apiKey: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${server.url}/v1/requests`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': 'once' },
      body: '{}',
    })
    const body = await response.text()
    if (response.status === 201) return body
    expect([409, 503]).toContain(response.status)
    await sleep(1_000 * Number(response.headers.get('retry-after') ?? 1))
  }
}

function codeIn(body: string): string {
  return v.parse(createRequest.response, JSON.parse(body)).code
}
