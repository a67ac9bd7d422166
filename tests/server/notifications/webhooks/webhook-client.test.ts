import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { WebhookConfig } from '#server/config/config.ts'
import { createAddressGuard, type Resolve } from '#server/network/address-guard.ts'
import {
  createWebhookClient,
  type WebhookClientDeps,
} from '#server/notifications/webhooks/webhook-client.ts'
import { freePort } from '#tests/support/free-port.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import { until } from '#tests/support/until.ts'
import {
  newSigningSecret,
  startWebhookReceiver,
  verifies,
  type WebhookReceiver,
} from '#tests/support/webhook-receiver.ts'

const MESSAGE = { id: 'msg_1234567890123456789', body: '{"type":"wallet.linked"}' }
const LOOPBACK = [{ address: '127.0.0.1', family: 4 }]
const UNREACHED = 'https://receiver.example/events'

let receiver: WebhookReceiver
beforeEach(async () => void (receiver = await startReceiver()))

async function startReceiver(): Promise<WebhookReceiver> {
  const started = await startWebhookReceiver()
  onTestFinished(() => started.close())
  return started
}

function getClient(webhook: WebhookConfig, changes: Partial<WebhookClientDeps> = {}) {
  const client = createWebhookClient({ webhook, now: Date.now, ...changes })
  onTestFinished(() => client.close())
  return client
}

function getConfig(url: string, ownNetwork: string[] = []): WebhookConfig {
  return { url, secrets: [newSigningSecret()], ownNetwork: new Set(ownNetwork) }
}

/** A receiver by name: `receiver.test` leads to loopback. */
function byName(ownNetwork: string[]): WebhookConfig {
  const url = `http://receiver.test:${receiver.port}/`
  return { ...receiver.webhook, url, ownNetwork: new Set(ownNetwork) }
}

/** Sends to `receiver.test`, where the operator allows this network. */
function sendWithin(network: string) {
  const client = getClient(byName([network]), { resolve: () => Promise.resolve(LOOPBACK) })
  return client.send(MESSAGE)
}

function leadNowhere(): Promise<never> {
  return Promise.reject(new Error('ENOTFOUND'))
}

function lookUp(resolve: Resolve, all = true): Promise<string | LookupAddress[]> {
  const guard = createAddressGuard(getConfig(UNREACHED), resolve)
  return new Promise((settle, reject) => {
    guard.lookup('receiver.example', { all }, (error, addresses) =>
      error ? reject(error) : settle(addresses),
    )
  })
}

describe('the client of a receiver', () => {
  test('signs a message so that the standard library verifies it', async () => {
    const at = Date.now()
    expect(await getClient(receiver.webhook, { now: () => at }).send(MESSAGE)).toEqual({
      kind: 'answered',
      status: 204,
      retryAfter: undefined,
    })
    expect(receiver.deliveries).toEqual([
      {
        ...MESSAGE,
        path: '/events',
        timestamp: Math.floor(at / 1_000),
        signatures: [expect.stringMatching(/^v1,/)],
        contentType: 'application/json',
        userAgent: 'Clasp',
        isVerified: true,
      },
    ])
  })

  test('a tampered body, id or timestamp fails the verification', async () => {
    await getClient(receiver.webhook).send(MESSAGE)
    const [received] = receiver.deliveries
    if (!received) throw new Error('nothing arrived')
    const headers = {
      'webhook-id': received.id,
      'webhook-timestamp': String(received.timestamp),
      'webhook-signature': received.signatures.join(' '),
    }
    const key = new Webhook(receiver.secret)
    expect(verifies(key, received.body, headers)).toBe(true)
    expect(verifies(key, `${received.body} `, headers)).toBe(false)
    expect(verifies(key, received.body, { ...headers, 'webhook-id': 'msg_other' })).toBe(false)
    const later = String(received.timestamp + 1)
    expect(verifies(key, received.body, { ...headers, 'webhook-timestamp': later })).toBe(false)
  })

  test('signs with both secrets during a rotation, the newest signature first', async () => {
    const newest = newSigningSecret()
    const secrets = [newest, receiver.secret] as const
    await getClient({ ...receiver.webhook, secrets }).send(MESSAGE)
    const [received] = receiver.deliveries
    expect(received).toMatchObject({ isVerified: true, signatures: { length: 2 } })
    const at = new Date((received?.timestamp ?? 0) * 1_000)
    expect(received?.signatures).toEqual([
      new Webhook(newest).sign(MESSAGE.id, at, MESSAGE.body),
      new Webhook(receiver.secret).sign(MESSAGE.id, at, MESSAGE.body),
    ])
  })

  test('does not send a message of more than 20 KiB', async () => {
    const client = getClient(receiver.webhook)
    const body = JSON.stringify('é'.repeat(10 * 1_024))
    expect(await client.send({ ...MESSAGE, body })).toEqual({ kind: 'failed', code: 'too-large' })
    expect(receiver.deliveries).toEqual([])
  })

  test('sends messages over one connection', async () => {
    receiver.answers(() => (response) => response.writeHead(200).end('thank you'))
    const client = getClient(receiver.webhook)
    for (const id of ['a', 'b', 'c']) await client.send({ ...MESSAGE, id })
    expect(receiver.ids()).toEqual(['a', 'b', 'c'])
    expect(receiver.connections()).toBe(1)
  })

  test('sends a message that meets the end of an idle connection over a new one', async () => {
    const client = getClient(receiver.webhook)
    await client.send(MESSAGE)
    receiver.answers(() => {
      receiver.answers(() => ({ status: 204 }))
      return (response) => response.socket?.destroy()
    })
    expect(await client.send({ ...MESSAGE, id: 'next' })).toMatchObject({ status: 204 })
    expect(receiver.ids()).toEqual([MESSAGE.id, 'next', 'next'])
  })
})

describe('the client of a receiver that misbehaves', () => {
  test('does not follow a redirect', async () => {
    const elsewhere = await startReceiver()
    const headers = { location: elsewhere.webhook.url }
    receiver.answers(() => ({ status: 307, headers }))
    expect(await getClient(receiver.webhook).send(MESSAGE)).toMatchObject({ status: 307 })
    expect(elsewhere.deliveries).toEqual([])
  })

  test('ends a try after its time when the receiver is slow', async () => {
    receiver.answers(() => () => undefined)
    expect(await getClient(receiver.webhook, { timeoutMs: 50 }).send(MESSAGE)).toEqual({
      kind: 'failed',
      code: 'timeout',
    })
  })

  test('ends a try after its time when the receiver takes the connection and says nothing', async () => {
    const { port } = await listenForTest(createServer(() => undefined))
    const client = getClient(getConfig(`https://127.0.0.1:${port}/`, ['127.0.0.1']), {
      timeoutMs: 50,
    })
    expect(await client.send(MESSAGE)).toEqual({ kind: 'failed', code: 'timeout' })
  })

  test('the status decides, and the connection is cut, when the receiver sends a body without end', async () => {
    let isCut = false
    receiver.answers(() => (response) => {
      response.writeHead(200)
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(4_096)));
      }
      response.on('drain', pour).once('close', () => (isCut = true))
      pour()
    })
    expect(await getClient(receiver.webhook).send(MESSAGE)).toMatchObject({ status: 200 })
    await until(() => expect(isCut).toBe(true))
  })

  test('the status decides, and the connection is cut, when the receiver drips a body without end', async () => {
    let isCut = false
    receiver.answers(() => (response) => {
      response.writeHead(200).write('x')
      response.once('close', () => (isCut = true))
    })
    expect(await getClient(receiver.webhook).send(MESSAGE)).toMatchObject({ status: 200 })
    await until(() => expect(isCut).toBe(true))
  })

  test('fails when the receiver sends headers without end', async () => {
    receiver.answers(() => ({ status: 200, headers: { 'x-long': 'x'.repeat(100_000) } }))
    expect(await getClient(receiver.webhook).send(MESSAGE)).toEqual({
      kind: 'failed',
      code: 'unreachable',
    })
  })

  test('fails when the receiver switches protocols', async () => {
    receiver.answers(
      () => (response) =>
        void response.socket?.write(
          'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
        ),
    )
    expect(await getClient(receiver.webhook).send(MESSAGE)).toEqual({
      kind: 'failed',
      code: 'unreachable',
    })
  })

  test('fails when the receiver breaks the connection', async () => {
    receiver.answers(() => (response) => response.socket?.destroy())
    expect(await getClient(receiver.webhook).send(MESSAGE)).toEqual({
      kind: 'failed',
      code: 'unreachable',
    })
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('fails when the receiver is down', async () => {
    const client = getClient(getConfig(`http://127.0.0.1:${await freePort()}/`, ['127.0.0.1']))
    expect(await client.send(MESSAGE)).toEqual({ kind: 'failed', code: 'unreachable' })
  })

  test('fails when the receiver has no TLS where https is wanted', async () => {
    const url = `https://127.0.0.1:${receiver.port}/`
    expect(await getClient({ ...receiver.webhook, url }).send(MESSAGE)).toEqual({
      kind: 'failed',
      code: 'tls',
    })
  })

  test('fails when the receiver has a name that leads nowhere', async () => {
    const client = getClient(getConfig(UNREACHED), { resolve: leadNowhere })
    expect(await client.send(MESSAGE)).toEqual({ kind: 'failed', code: 'unresolved' })
  })
})

describe('the client of a receiver inside', () => {
  const refused = { kind: 'failed', code: 'refused-address' }

  test('refuses a name that resolves to a private address', async () => {
    const client = getClient(byName([]), { resolve: () => Promise.resolve(LOOPBACK) })
    expect(await client.send(MESSAGE)).toEqual(refused)
    expect(receiver.connections()).toBe(0)
  })

  test('refuses localhost, as the system resolves it', async () => {
    const url = `http://localhost:${receiver.port}/`
    expect(await getClient({ ...receiver.webhook, url }).send(MESSAGE)).toEqual(refused)
    expect(receiver.connections()).toBe(0)
  })

  test('a name that the operator allows may be inside', async () => {
    const webhook = byName(['receiver.test'])
    const client = getClient(webhook, { resolve: () => Promise.resolve(LOOPBACK) })
    expect(await client.send(MESSAGE)).toMatchObject({ status: 204 })
  })

  test('a name may lead into a network that the operator allows, and into no other', async () => {
    expect(await sendWithin('127.0.0.0/8')).toMatchObject({ status: 204 })
    expect(await sendWithin('10.0.0.0/8')).toEqual(refused)
  })

  test('allowing one name allows no other', async () => {
    const webhook = byName(['test', 'other.receiver.test', '127.0.0.1'])
    const client = getClient(webhook, { resolve: () => Promise.resolve(LOOPBACK) })
    expect(await client.send(MESSAGE)).toEqual(refused)
  })

  test.each([
    ['dotted', '127.0.0.1'],
    ['decimal', '2130706433'],
    ['hexadecimal', '0x7f000001'],
    ['octal', '0177.0.0.1'],
    ['short', '127.1'],
    ['IPv6', '[::1]'],
    ['IPv4-mapped IPv6', '[::ffff:127.0.0.1]'],
    ['IPv4-mapped IPv6 in hex', '[::ffff:7f00:1]'],
    ['link-local', '169.254.169.254'],
  ])('refuses an address instead of a name (%s, %s)', async (_, host) => {
    const url = `https://${host}:${receiver.port}/`
    const webhook = { ...receiver.webhook, url, ownNetwork: new Set<string>() }
    expect(await getClient(webhook).send(MESSAGE)).toEqual(refused)
    expect(receiver.connections()).toBe(0)
  })

  test('allows an IPv6 address with or without its brackets', () => {
    for (const allowed of ['[::1]', '::1']) {
      const webhook = getConfig('http://[::1]:8080/', [allowed])
      expect(createAddressGuard(webhook, leadNowhere).refusesUrl).toBe(false)
    }
  })

  test('resolves a name once a connection', async () => {
    let asked = 0
    const resolve = () => {
      asked += 1
      return Promise.resolve(LOOPBACK)
    }
    const client = getClient(byName(['receiver.test']), { resolve })
    await client.send(MESSAGE)
    await client.send(MESSAGE)
    expect(asked).toBe(1)
  })
})

describe('the addresses that a connection may choose from', () => {
  const INSIDE = { address: '10.0.0.5', family: 4 }
  const OUTSIDE = { address: '93.184.215.14', family: 4 }
  const ALSO_OUTSIDE = { address: '2606:4700:4700::1111', family: 6 }

  test('a connection chooses from the public addresses only', async () => {
    const resolve = () => Promise.resolve([INSIDE, OUTSIDE, ALSO_OUTSIDE])
    expect(await lookUp(resolve)).toEqual([OUTSIDE, ALSO_OUTSIDE])
    expect(await lookUp(resolve, false)).toBe(OUTSIDE.address)
  })

  test('DNS rebinding: connects only to a checked address, and checks again for the next connection', async () => {
    const answers = [[OUTSIDE], [INSIDE]]
    const resolve = () => Promise.resolve(answers.shift() ?? [])
    expect(await lookUp(resolve)).toEqual([OUTSIDE])
    expect(answers).toHaveLength(1)
    await expect(lookUp(resolve)).rejects.toMatchObject({ name: 'RefusedAddressError' })
  })
})

describe('a closed client', () => {
  test('a closed client interrupts what is under way and sends no more', async () => {
    receiver.answers(() => () => undefined)
    const client = getClient(receiver.webhook)
    const answers = [1, 2, 3].map((id) => client.send({ ...MESSAGE, id: String(id) }))
    await until(() => expect(receiver.deliveries).toHaveLength(3))
    client.close()
    const interrupted = { kind: 'failed', code: 'interrupted' }
    expect(await Promise.all(answers)).toEqual([interrupted, interrupted, interrupted])
    expect(await client.send(MESSAGE)).toEqual(interrupted)
    expect(receiver.deliveries).toHaveLength(3)
  })
})
