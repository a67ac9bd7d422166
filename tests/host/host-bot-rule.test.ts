import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHostBot } from '../../docs/examples/host-bot/create-host-bot.ts'
import { viewHostEvent } from '#server/notifications/view-host-event.ts'
import { type HttpListener, listen } from '#server/process/listen.ts'
import { askToJoin } from '#tests/support/join-samples.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { ILYA } from '#tests/support/people.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { newSigningSecret } from '#tests/support/webhook-receiver.ts'

let server: TestServer
let listener: HttpListener
const signingSecret = newSigningSecret()

beforeEach(async () => {
  server = await openTestServer()
  listener = await listen(server.app, { host: '127.0.0.1', port: 0 })
})
afterEach(() => listener.close())

/** Ilya asks to join, and the example gets the event as a webhook brings it. */
async function ask(scopes?: Parameters<TestServer['newKey']>[0]) {
  const user = await server.store.findUserByTelegramId(String(ILYA.id))
  const { id, user: person } = await askToJoin(server.store, {
    now: server.clock.now,
    userId: user?.id ?? '',
  })
  const events = await server.store.listHostEvents({ after: 0, limit: 100 })
  const asked = events.find(({ event }) => event.type === 'join.asked')
  if (!asked) throw new Error('nobody asked')
  const { receiver } = createHostBot({
    token: '700100200:AAtestTESTtestTESTtestTESTtestTEST_-x',
    apiRoot: 'http://127.0.0.1:9',
    claspUrl: `http://127.0.0.1:${listener.port}`,
    apiKey: await server.newKey(scopes),
    signingSecret,
  })
  const body = JSON.stringify(viewHostEvent(asked))
  const at = new Date()
  const signature = new Webhook(signingSecret).sign(asked.event.id, at, body)
  const headers = {
    'webhook-id': asked.event.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signature,
  }
  const { status } = await receiver.request('/clasp', { method: 'POST', headers, body })
  return { status, join: await server.store.findJoin(id, person.id) }
}

test('the example lets in who has two wallets', async () => {
  const token = await server.signIn(ILYA)
  await linkWallet(server, token, 1)
  await linkWallet(server, token, 2)
  expect(await ask()).toMatchObject({ status: 204, join: { state: 'approved', why: 'host' } })
})

test('the example leaves who has one to the administrators', async () => {
  await linkWallet(server, await server.signIn(ILYA), 1)
  expect(await ask()).toMatchObject({ status: 204, join: { state: 'queued', why: 'host' } })
})

test('attack: a key without the scope decides nothing', async () => {
  const token = await server.signIn(ILYA)
  await linkWallet(server, token, 1)
  await linkWallet(server, token, 2)
  expect(await ask(['wallets:read'])).toMatchObject({ status: 500, join: { state: 'asked' } })
})
