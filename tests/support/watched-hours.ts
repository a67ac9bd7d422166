import { rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { expect } from 'vitest'
import { createBotApi } from '#demo/telegram/bot-api.ts'
import { createWorld } from '#demo/telegram/world.ts'
import { freePort } from './free-port.ts'
import { signInitData } from './init-data.ts'
import { getConfig } from './get-config.ts'
import { listenHere } from './listen-here.ts'
import { makeDatabaseFolder } from './make-database-folder.ts'
import { prepareProof } from './prepare-proof.ts'
import { startBareServer } from './start-bare-server.ts'
import { BOT_TOKEN } from './test-server.ts'
import { until } from './until.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

type Series = { name: string; labels: string; value: string }

/** The scrapes of a server through good hours and bad ones. */
export const SCRAPES = ['start', 'good', 'turn', 'bad', 'away', 'worse'] as const

/** Prometheus sees no increase where a series appears, so there is a scrape after the first one of each kind, too. */
export type WatchedHours = Record<(typeof SCRAPES)[number], Series[]>

const TOKEN = 'metrics-token-0123456789'
/** More than the alarms ask for before they judge. */
const MANY = 24
const HOUR_MS = 60 * 60_000

/**
 * A real server is scraped after its first link; after good hours; after bad ones, in which Telegram, the TON API, the webhook
 * and the members' wallets fail; and once its database is gone.
 */
export async function watchServer(): Promise<WatchedHours> {
  const cleanUps: (() => unknown)[] = []
  try {
    return await watch(cleanUps)
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  }
}

async function watch(cleanUps: (() => unknown)[]): Promise<WatchedHours> {
  const clock = { now: Date.now() }
  const broken = { telegram: false, ton: false }
  const folder = await makeDatabaseFolder('clasp-watching-')
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  const receiver = await startWebhookReceiver()
  cleanUps.push(() => receiver.close())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const world = createWorld({
    botToken: BOT_TOKEN,
    botUsername: 'clasp_bot',
    appShortName: null,
    appUrl: url,
    now: Date.now,
  })
  cleanUps.push(() => world.close())
  const telegram = getRequestListener(createBotApi(world).fetch)
  const server = await startBareServer({
    now: () => clock.now,
    config: getConfig({
      BOT_TOKEN,
      PUBLIC_URL: url,
      PORT: String(port),
      DATA_KEY: '01080f161d242b323940474e555c636a71787f868d949ba2a9b0b7bec5ccd3da',
      DATABASE_URL: `file:${join(folder, 'clasp.db')}`,
      EVM: 'off',
      METRICS_TOKEN: TOKEN,
      WEBHOOK_URL: receiver.webhook.url,
      WEBHOOK_SIGNING_SECRET: receiver.secret,
      WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
      TELEGRAM_API_ROOT: await serve((request, response) => {
        if (!broken.telegram || !request.url?.endsWith('/getUpdates'))
          return void telegram(request, response)
        // Another process polls.
        const conflict = { ok: false, error_code: 409, description: 'Conflict' }
        response.writeHead(409).end(JSON.stringify(conflict))
      }, cleanUps),
      TON_API_KEY: 'key-of-the-tests',
      TON_API_URL: await serve((_, response) => {
        if (broken.ton) return void response.writeHead(500).end()
        response.end(JSON.stringify({ ok: true, result: { state: 'uninitialized' } }))
      }, cleanUps),
    }),
  })
  cleanUps.push(() => server.close())

  let members = 0
  async function send(expected: number, change: { domain?: string; kind?: 'WalletTg' } = {}) {
    const place = { url, domain: `127.0.0.1:${port}`, botToken: BOT_TOKEN, now: clock.now }
    const sendProof = await prepareProof({ ...place, ...change }, (members += 1))
    expect((await sendProof(url)).status).toBe(expected)
  }
  async function read(): Promise<Series[]> {
    const headers = { authorization: `Bearer ${TOKEN}` }
    return readSeries(await (await fetch(`${url}/metrics`, { headers })).text())
  }
  /** Waits until the metrics say so: an answer is a second old at most. */
  const untilSeen = (check: (all: Series[]) => void) =>
    until(async () => {
      const all = await read()
      check(all)
      return all
    })
  const untilShown = (series: string, check: (value: number) => void) =>
    untilSeen((all) =>
      check(Number(all.find(({ name, labels }) => `${name}{${labels}}` === series)?.value)),
    )

  const delivered = 'clasp_deliveries_total{outcome="delivered"}'
  await send(201)
  const start = await untilShown(delivered, (value) => expect(value).toBe(1))
  for (let count = 0; count < MANY; count += 1) await send(201)
  const good = await untilShown(delivered, (value) => expect(value).toBe(1 + MANY))

  broken.telegram = true
  broken.ton = true
  receiver.answers(() => ({ status: 500 }))
  const refusal = 'ton-domain-mismatch'
  const untilRefused = (count: number) =>
    untilSeen((all) => {
      const found = all.find(({ labels }) => labels.includes(refusal))
      expect(found?.value).toBe(String(count))
    })
  await send(422, { domain: 'elsewhere.example' })
  const turn = await untilRefused(1)
  for (let count = 0; count < MANY; count += 1) {
    await send(422, { domain: 'elsewhere.example' })
    await send(503, { kind: 'WalletTg' })
  }
  await untilRefused(1 + MANY)
  await failDeliveries()
  // The bot counts as there while it tries again.
  const bad = await untilShown('clasp_ready{part="bot"}', isZero)

  await rm(join(folder, 'clasp.db'))
  await untilShown('clasp_ready{part="database"}', isZero)
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  const signIn = async () => {
    const user = { id: 1, first_name: 'Ada' }
    const authDate = Math.floor(clock.now / 1_000)
    const authorization = `tma ${signInitData({ botToken: BOT_TOKEN, user, authDate })}`
    const { status } = await fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { authorization },
    })
    expect(status).toBe(503)
  }
  const refusedSignIns =
    'clasp_http_requests_total{method="POST",route="/api/session",status="503"}'
  await signIn()
  const away = await untilShown(refusedSignIns, (value) => expect(value).toBe(1))
  for (let count = 0; count < MANY; count += 1) await signIn()
  const worse = await untilShown(refusedSignIns, (value) => expect(value).toBe(1 + MANY))
  return { start, good, turn, bad, away, worse }

  /** Tries an event until it is given up, and has the receiver refuse all. */
  async function failDeliveries(): Promise<void> {
    const before = receiver.deliveries.length
    await send(201)
    await until(() => expect(receiver.deliveries.length).toBeGreaterThan(before))
    const event = receiver.ids()[before]
    for (let tries = 1; tries < 12; tries += 1) {
      await until(() => expect(receiver.ids().filter((id) => id === event).length).toBe(tries))
      clock.now += 30 * HOUR_MS
      await send(201)
    }
    await untilShown('clasp_deliveries_total{outcome="dead"}', isPositive)
    receiver.answers(() => ({ status: 410 }))
    clock.now += 30 * HOUR_MS
    await send(201)
    await untilShown('clasp_deliveries_total{outcome="disabled"}', isPositive)
  }
}

const isPositive = (value: number) => expect(value).toBeGreaterThan(0)
const isZero = (value: number) => expect(value).toBe(0)

async function serve(listener: RequestListener, cleanUps: (() => unknown)[]): Promise<string> {
  const { url, close } = await listenHere(createServer(listener))
  cleanUps.push(close)
  return url
}

/** The samples of a text in Prometheus's format. */
function readSeries(text: string): Series[] {
  return [...text.matchAll(/^([a-z_:]\w*)(?:\{(.*)\})? (\S+)$/gim)].map(
    ([, name = '', labels = '', value = '']) => ({ name, labels, value }),
  )
}
