import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type Server, createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import * as v from 'valibot'
import { type WebSocket, WebSocketServer } from 'ws'
import type { WalletMoment } from '#demo/telegram/story-contract.ts'
import { type RelayCall, readRelayPayload } from './relay-call.ts'
import {
  type ClientId,
  type RelayMessage,
  type StoredRelayMessage,
  createRelayMailbox,
} from './relay-mailbox.ts'

/** WalletConnect's relay. It passes sealed messages between apps and wallets and stores them for absent clients. */
export type Relay = {
  /** Accepts WebSockets at this path of a server. */
  attach(server: Server, path: string): void
  /** Closes every socket except those of one client, as a short network failure does. */
  dropSockets(except?: ClientId): void
  /** Stops all traffic on open sockets without closing them, as a phone does to a background app. New ones work. */
  silenceSockets(except?: ClientId): void
  /** Sets whether new sockets are accepted. */
  setReachable(isReachable: boolean): void
  close(): void
}

export type RelayOptions = {
  /** Unix time in milliseconds. */
  now: () => number
  /** A wallet has an app's proposal of a session; it settles it or answers a request in it. */
  onWallet?: (moment: WalletMoment) => void
}

/** WalletConnect's numbers for the messages of a pairing and of a session. */
const TAGS = { propose: 1100, approve: 1101, settle: 1102, answer: 1109 }
/** Sealed messages show their tag. An app proposes before a wallet is chosen, so a wallet is asked when it has the proposal. */
const ANSWERS = new Set([TAGS.settle, TAGS.answer])
const SECOND_MS = 1_000
/** Clients in Node leave a relay that is silent for 35 s. */
const PING_EVERY_MS = 10_000
const METHOD_NOT_FOUND = { code: -32_601, message: 'Method not found' }

type Socket = {
  ws: WebSocket
  client: ClientId
  topics: Set<string>
  /** Sent messages without an acknowledgement, by the id of our call. */
  sent: Map<number, StoredRelayMessage>
  isSilenced: boolean
}

type RelayCore = {
  sockets: Set<Socket>
  mailbox: ReturnType<typeof createRelayMailbox>
  nextId: () => number
  onWallet: (moment: WalletMoment) => void
}

export function createRelay({ now, onWallet = () => {} }: RelayOptions): Relay {
  const ids = { last: 0 }
  const core: RelayCore = {
    sockets: new Set(),
    mailbox: createRelayMailbox(now),
    nextId: () => (ids.last += 1),
    onWallet,
  }
  const acceptor = new WebSocketServer({ noServer: true })
  const state = { isReachable: true }
  const pings = setInterval(() => forEachAlive(core, ({ ws }) => ws.ping()), PING_EVERY_MS)
  pings.unref()

  return {
    attach(server, path) {
      server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
        const client = state.isReachable ? findClient(request, path) : null
        if (client === null) return void stream.destroy()
        acceptor.handleUpgrade(request, stream, head, (ws) => serveSocket(core, ws, client))
      })
    },
    dropSockets(except) {
      core.sockets.forEach(({ ws, client }) => client !== except && ws.terminate())
    },
    silenceSockets(except) {
      forEachAlive(core, (socket) => {
        if (socket.client === except) return
        socket.isSilenced = true
        socket.ws.pause()
      })
    },
    setReachable: (isReachable) => void (state.isReachable = isReachable),
    close() {
      clearInterval(pings)
      core.sockets.forEach(({ ws }) => ws.terminate())
    },
  }
}

/** Starts a relay on a separate loopback port. */
export async function startRelay(options: RelayOptions): Promise<
  Omit<Relay, 'attach' | 'close'> & {
    /** `ws:` address for the `relayUrl` of a client. */
    url: string
    close(): Promise<void>
  }
> {
  const relay = createRelay(options)
  const server = createServer((_request, response) => response.writeHead(404).end())
  relay.attach(server, '/relay')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    ...relay,
    url: `ws://127.0.0.1:${port}/relay`,
    async close() {
      relay.close()
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
  }
}

const PROJECT_ID = /^[\da-f]{32}$/
const ClaimsSchema = v.pipe(v.string(), v.parseJson(), v.object({ iss: v.string() }))

/**
 * Reads the client from the token in a socket's query; null without a valid one. The token's signature is
 * not checked, because the relay serves only this machine.
 */
function findClient({ url }: IncomingMessage, path: string): ClientId | null {
  const { pathname, searchParams } = new URL(url ?? '', 'ws://relay')
  if (pathname.replace(/\/$/, '') !== path) return null
  if (!PROJECT_ID.test(searchParams.get('projectId') ?? '')) return null
  const [, claims = ''] = (searchParams.get('auth') ?? '').split('.')
  const parsed = v.safeParse(ClaimsSchema, Buffer.from(claims, 'base64url').toString())
  return parsed.success ? parsed.output.iss : null
}

function serveSocket(core: RelayCore, ws: WebSocket, client: ClientId): void {
  const socket: Socket = { ws, client, topics: new Set(), sent: new Map(), isSilenced: false }
  core.sockets.add(socket)
  ws.on('error', () => ws.terminate())
  ws.on('close', () => core.sockets.delete(socket))
  ws.on('message', (data: Buffer) => {
    if (!socket.isSilenced) receive(core, socket, data.toString())
  })
}

function receive(core: RelayCore, socket: Socket, text: string): void {
  const payload = readRelayPayload(text)
  switch (payload.kind) {
    case 'garbage':
      return socket.ws.terminate()
    case 'unknown':
      return send(socket, { id: payload.id, error: METHOD_NOT_FOUND })
    case 'answer':
      return acknowledge(core, socket, Number(payload.id))
    case 'call': {
      const { result, afterwards } = answer(core, socket, payload.call)
      send(socket, { id: payload.id, result })
      afterwards?.()
    }
  }
}

function acknowledge(core: RelayCore, socket: Socket, id: number): void {
  const letter = socket.sent.get(id)
  if (letter === undefined) return
  socket.sent.delete(id)
  if (letter.tag === TAGS.propose) core.onWallet('asked')
  core.mailbox.acknowledge(letter, socket.client)
}

/** `afterwards` runs after the client has the result, so that waiting messages do not overtake it. */
type RelayReply = { result: unknown; afterwards?: () => void }

function answer(core: RelayCore, socket: Socket, call: RelayCall): RelayReply {
  switch (call.method) {
    case 'irn_subscribe':
      return {
        result: subscriptionId(call.params.topic, socket),
        afterwards: () => subscribe(core, socket, [call.params.topic]),
      }
    case 'irn_batchSubscribe':
      return {
        result: call.params.topics.map((topic) => subscriptionId(topic, socket)),
        afterwards: () => subscribe(core, socket, call.params.topics),
      }
    case 'irn_unsubscribe':
      return { result: socket.topics.delete(call.params.topic) }
    case 'irn_fetchMessages':
      return { result: fetchMessages(core, socket, [call.params.topic]) }
    case 'irn_batchFetchMessages':
      return { result: fetchMessages(core, socket, call.params.topics) }
    default:
      return { result: true, afterwards: () => publish(core, socket, call) }
  }
}

type Publication = Extract<
  RelayCall,
  { method: 'irn_publish' | 'wc_proposeSession' | 'wc_approveSession' }
>

/** WalletConnect's calls that publish also subscribe their caller, who does not subscribe separately. */
function publish(core: RelayCore, socket: Socket, { method, params }: Publication): void {
  const post = (letter: RelayMessage) => {
    if (ANSWERS.has(letter.tag)) core.onWallet('answered')
    const posted = { ...letter, from: socket.client, ttlMs: params.ttl * SECOND_MS }
    deliver(core, core.mailbox.post(posted), socket.client)
  }
  if (method === 'irn_publish') {
    const { topic, message, tag, attestation } = params
    post({ topic, message, tag, attestation })
  }
  if (method === 'wc_proposeSession') {
    const { pairingTopic: topic, sessionProposal: message, attestation } = params
    post({ topic, message, tag: TAGS.propose, attestation })
    subscribe(core, socket, [topic])
  }
  if (method === 'wc_approveSession') {
    const { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest } = params
    post({ topic: pairingTopic, message: sessionProposalResponse, tag: TAGS.approve })
    post({ topic: sessionTopic, message: sessionSettlementRequest, tag: TAGS.settle })
    subscribe(core, socket, [sessionTopic])
  }
}

function subscribe(core: RelayCore, socket: Socket, topics: readonly string[]): void {
  for (const topic of topics) {
    socket.topics.add(topic)
    core.mailbox.waiting(topic, socket.client).forEach((letter) => hand(core, socket, letter))
  }
}

function fetchMessages({ mailbox }: RelayCore, { client }: Socket, topics: readonly string[]) {
  return { messages: topics.flatMap((topic) => mailbox.waiting(topic, client)), hasMore: false }
}

function deliver(core: RelayCore, letter: StoredRelayMessage, from: ClientId): void {
  forEachAlive(core, (socket) => {
    if (socket.client !== from && socket.topics.has(letter.topic)) hand(core, socket, letter)
  })
}

/** A message counts as delivered only after the client's acknowledgement, so a dead socket loses nothing. */
function hand(core: RelayCore, socket: Socket, letter: StoredRelayMessage): void {
  const id = core.nextId()
  socket.sent.set(id, letter)
  const params = { id: subscriptionId(letter.topic, socket), data: letter }
  send(socket, { id, method: 'irn_subscription', params })
}

function forEachAlive(core: RelayCore, act: (socket: Socket) => void): void {
  for (const socket of core.sockets) if (!socket.isSilenced) act(socket)
}

function send({ ws, isSilenced }: Socket, payload: object): void {
  if (!isSilenced) ws.send(JSON.stringify({ jsonrpc: '2.0', ...payload }))
}

/** The same id as clients compute. */
function subscriptionId(topic: string, { client }: Socket): string {
  return createHash('sha256')
    .update(topic + client)
    .digest('hex')
}
