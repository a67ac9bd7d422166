import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startRelay } from '#demo/evm/relay.ts'
import { until } from '#tests/support/until.ts'

const TOPIC = 'ab'.repeat(32)
const OTHER_TOPIC = 'cd'.repeat(32)
const PROJECT_ID = '0'.repeat(32)
/** Longer than any message takes over loopback. */
const QUIET_MS = 50

const PayloadSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ id: v.union([v.string(), v.number()]) }),
)
const DeliverySchema = v.object({
  id: v.number(),
  method: v.literal('irn_subscription'),
  params: v.object({
    data: v.object({ topic: v.string(), message: v.string(), tag: v.number() }),
  }),
})
type RelayDelivery = v.InferOutput<typeof DeliverySchema>

describe('the WalletConnect relay', () => {
  const clock = { ms: 1_795_190_400_000 }
  let relay: Awaited<ReturnType<typeof startRelay>>
  let moments: string[]
  beforeEach(async () => {
    moments = []
    relay = await startRelay({ now: () => clock.ms, onWallet: (moment) => moments.push(moment) })
  })
  afterEach(() => relay.close())

  test('stores a message for a later subscriber and does not echo it', async () => {
    const app = await openClient('app')
    expect(await app.ask('irn_subscribe', { topic: TOPIC })).toMatch(/^[\da-f]{64}$/)
    expect(await app.publish('hello')).toBe(true)
    const wallet = await openClient('wallet')
    await wallet.ask('irn_subscribe', { topic: TOPIC })
    expect(await wallet.received(1)).toEqual(['hello'])
    await sleep(QUIET_MS)
    expect(app.deliveries).toEqual([])
  })

  test('does not echo a message to another socket of its sender', async () => {
    const app = await openClient('app')
    const sameApp = await openClient('app')
    await sameApp.ask('irn_batchSubscribe', { topics: [TOPIC] })
    await app.publish('hello')
    await sleep(QUIET_MS)
    expect(sameApp.deliveries).toEqual([])
  })

  test('delivers a message immediately to its subscribers only', async () => {
    const [app, wallet, stranger] = [
      await openClient('app'),
      await openClient('wallet'),
      await openClient('stranger'),
    ]
    await wallet.ask('irn_subscribe', { topic: TOPIC })
    await stranger.ask('irn_subscribe', { topic: OTHER_TOPIC })
    await app.publish('hello')
    expect(await wallet.received(1)).toEqual(['hello'])
    expect(stranger.deliveries).toEqual([])
  })

  test('repeats only unacknowledged messages on the next socket', async () => {
    const app = await openClient('app')
    await app.publish('first')
    await app.publish('second')
    const wallet = await openClient('wallet')
    await wallet.ask('irn_subscribe', { topic: TOPIC })
    await wallet.received(2)
    wallet.acknowledge('first')
    await wallet.leave()
    const again = await openClient('wallet')
    await again.ask('irn_subscribe', { topic: TOPIC })
    expect(await again.received(1)).toEqual(['second'])
  })

  test('forgets a message when its ttl has passed', async () => {
    const app = await openClient('app')
    await app.publish('short', 300)
    await app.publish('long', 900)
    clock.ms += 300_000
    const wallet = await openClient('wallet')
    await wallet.ask('irn_subscribe', { topic: TOPIC })
    expect(await wallet.received(1)).toEqual(['long'])
  })

  test('lets a client fetch waiting messages', async () => {
    const app = await openClient('app')
    await app.publish('one')
    const wallet = await openClient('wallet')
    const waiting = { messages: [{ topic: TOPIC, message: 'one', tag: 7 }], hasMore: false }
    expect(await wallet.ask('irn_fetchMessages', { topic: TOPIC })).toMatchObject(waiting)
    expect(await wallet.ask('irn_batchFetchMessages', { topics: [TOPIC] })).toMatchObject(waiting)
    expect(await app.ask('irn_fetchMessages', { topic: TOPIC })).toMatchObject({ messages: [] })
  })

  test('sends nothing on a topic after the client unsubscribes', async () => {
    const app = await openClient('app')
    const wallet = await openClient('wallet')
    await wallet.ask('irn_subscribe', { topic: TOPIC })
    expect(await wallet.ask('irn_unsubscribe', { topic: TOPIC, id: 'any' })).toBe(true)
    await app.publish('hello')
    await sleep(QUIET_MS)
    expect(wallet.deliveries).toEqual([])
  })

  test('subscribes an app to the pairing on which it proposes a session', async () => {
    const app = await openClient('app')
    await app.ask('wc_proposeSession', {
      pairingTopic: TOPIC,
      sessionProposal: 'proposal',
      ttl: 300,
    })
    const wallet = await openClient('wallet')
    await wallet.ask('irn_subscribe', { topic: TOPIC })
    expect(await wallet.received(1)).toEqual(['proposal'])
    expect(wallet.deliveries[0]?.params.data.tag).toBe(1100)
    await wallet.publish('answer')
    expect(await app.received(1)).toEqual(['answer'])
  })

  test('reports that a wallet is asked only when it has the proposal, and each of its answers', async () => {
    const app = await openClient('app')
    await app.ask('wc_proposeSession', { pairingTopic: TOPIC, sessionProposal: 'p', ttl: 300 })
    expect(moments).toEqual([])
    const wallet = await openClient('wallet')
    await wallet.ask('irn_subscribe', { topic: TOPIC })
    await wallet.received(1)
    wallet.acknowledge('p')
    await until(() => expect(moments).toEqual(['asked']))
    await wallet.ask('wc_approveSession', {
      pairingTopic: TOPIC,
      sessionTopic: OTHER_TOPIC,
      sessionProposalResponse: 'yes',
      sessionSettlementRequest: 'these accounts',
      ttl: 300,
    })
    await until(() => expect(moments).toEqual(['asked', 'answered']))
  })

  test('subscribes a wallet to the session that it approves and notifies both topics', async () => {
    const app = await openClient('app')
    await app.ask('irn_batchSubscribe', { topics: [TOPIC, OTHER_TOPIC] })
    const wallet = await openClient('wallet')
    await wallet.ask('wc_approveSession', {
      pairingTopic: TOPIC,
      sessionTopic: OTHER_TOPIC,
      sessionProposalResponse: 'yes',
      sessionSettlementRequest: 'these accounts',
      ttl: 300,
    })
    expect(await app.received(2)).toEqual(['yes', 'these accounts'])
    expect(app.deliveries.map(({ params }) => params.data.tag)).toEqual([1101, 1102])
    await app.publish('request', 300, OTHER_TOPIC)
    expect(await wallet.received(1)).toEqual(['request'])
  })

  test('refuses an unknown method', async () => {
    const app = await openClient('app')
    await expect(app.ask('irn_explode', {})).rejects.toThrow('Method not found')
    await expect(app.ask('irn_subscribe', { topic: 'here' })).rejects.toThrow('Method not found')
  })

  test.each([
    ['without a token', `?projectId=${PROJECT_ID}`],
    ['without a project', `?auth=${getToken('app')}`],
    ['at another path', null],
  ])('refuses a socket %s', async (_name, query) => {
    const url = query === null ? relay.url.replace('/relay', '/elsewhere') : `${relay.url}/${query}`
    const ws = new WebSocket(url)
    expect(String(await once(ws, 'error'))).toContain('socket hang up')
  })

  test('drops every socket and accepts new ones', async () => {
    const app = await openClient('app')
    relay.dropSockets()
    await app.ended
    expect(await (await openClient('app')).publish('still here')).toBe(true)
  })

  test('keeps silenced sockets open without traffic and loses no message', async () => {
    const wallet = await openClient('wallet')
    await wallet.ask('irn_subscribe', { topic: TOPIC })
    relay.silenceSockets()
    const app = await openClient('app')
    await app.publish('hello')
    await sleep(QUIET_MS)
    expect(wallet.deliveries).toEqual([])
    expect(wallet.isOpen()).toBe(true)
    const again = await openClient('wallet')
    await again.ask('irn_subscribe', { topic: TOPIC })
    expect(await again.received(1)).toEqual(['hello'])
  })

  test('refuses connections while it is set to be unreachable', async () => {
    relay.setReachable(false)
    await expect(openClient('app')).rejects.toThrow('socket hang up')
    relay.setReachable(true)
    expect(await (await openClient('app')).publish('back')).toBe(true)
  })

  async function openClient(name: string) {
    const ws = new WebSocket(`${relay.url}/?auth=${getToken(name)}&projectId=${PROJECT_ID}`)
    const deliveries: RelayDelivery[] = []
    const answers = new Map<number, (payload: Record<string, unknown>) => void>()
    ws.on('message', (data: Buffer) => {
      const payload = v.parse(PayloadSchema, data.toString())
      const delivery = v.safeParse(DeliverySchema, payload)
      if (delivery.success) deliveries.push(delivery.output)
      else answers.get(Number(payload.id))?.(payload)
    })
    const ended = new Promise<void>((resolve) => void ws.once('close', () => resolve()))
    await once(ws, 'open')
    let lastId = 0
    const ask = (method: string, params: object): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const id = (lastId += 1)
        answers.set(id, ({ result, error }) =>
          error === undefined ? resolve(result) : reject(new Error(JSON.stringify(error))),
        )
        ws.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      })
    const messages = () => deliveries.map(({ params }) => params.data.message)
    return {
      ask,
      deliveries,
      ended,
      isOpen: () => ws.readyState === WebSocket.OPEN,
      publish: (message: string, ttl = 300, topic = TOPIC) =>
        ask('irn_publish', { topic, message, ttl, tag: 7 }),
      /** Returns the messages once this many have arrived. */
      async received(count: number) {
        await expect.poll(messages).toHaveLength(count)
        return messages()
      },
      acknowledge(message: string) {
        const { id } = deliveries.find(({ params }) => params.data.message === message) ?? {}
        ws.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
      },
      leave() {
        ws.close()
        return ended
      },
    }
  }
})

/** In the form of real clients. Only the client's id matters here. */
function getToken(name: string): string {
  return `${encoded({ alg: 'EdDSA' })}.${encoded({ iss: `did:key:${name}` })}.AAAA`
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
