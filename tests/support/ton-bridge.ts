import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Base64, hexToByteArray, SessionCrypto } from '@tonconnect/protocol'
import * as v from 'valibot'

const RequestSchema = v.object({
  manifestUrl: v.string(),
  items: v.array(
    v.object({
      name: v.string(),
      payload: v.optional(v.string()),
      network: v.optional(v.string()),
    }),
  ),
})

/** The app's request to a wallet, read from the link that opened it. */
export type AskedWallet = {
  clientId: string
  request: v.InferOutput<typeof RequestSchema>
}

const RpcSchema = v.object({
  id: v.string(),
  method: v.string(),
  params: v.array(v.string()),
})

/** A request of the app to a connected wallet. */
type BridgeRpc = v.InferOutput<typeof RpcSchema>

/**
 * A TON Connect bridge on a loopback port, with the list of two wallets in Telegram, one outside and one that may be a
 * part of the browser.
 * It stores messages for clients that have not connected yet, as the real one does.
 */
export async function openTonBridge() {
  const clients = new Map<string, Set<ServerResponse>>()
  const saved = new Map<string, string[]>()
  const disconnects: string[] = []
  const wallets = new Map<string, SessionCrypto>()
  const asked: BridgeRpc[] = []
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${getPort(server.address())}`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin)
    response.setHeader('Access-Control-Allow-Origin', '*')
    if (url.pathname === '/wallets.json') response.end(JSON.stringify(walletsList(origin)))
    else if (url.pathname === '/bridge/events') subscribe(url, response)
    else {
      const body = await text(request)
      if (request.method === 'POST') receive(url, body)
      response.end('{"message":"OK","statusCode":200}')
    }
  }

  function receive(url: URL, body: string): void {
    const clientId = url.searchParams.get('client_id') ?? ''
    const topic = url.searchParams.get('topic') ?? ''
    if (topic === 'disconnect') disconnects.push(topic)
    const message = Base64.decode(body).toUint8Array()
    const rpc = getWallet(clientId).decrypt(message, hexToByteArray(clientId))
    asked.push(v.parse(v.pipe(v.string(), v.parseJson(), RpcSchema), rpc))
  }

  /** The wallet at the other end of the app's session. It uses one key during the session. */
  function getWallet(clientId: string): SessionCrypto {
    const wallet = wallets.get(clientId) ?? new SessionCrypto()
    wallets.set(clientId, wallet)
    return wallet
  }

  function subscribe(url: URL, response: ServerResponse): void {
    const id = url.searchParams.get('client_id') ?? ''
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write('\n')
    const responses = clients.get(id) ?? new Set()
    clients.set(id, responses.add(response))
    response.on('close', () => responses.delete(response))
    for (const message of saved.get(id) ?? []) response.write(message)
    saved.delete(id)
  }

  return {
    walletsListUrl: `${origin}/wallets.json`,
    /** How often the app has disconnected from a wallet. */
    disconnects,
    /** All requests of the app to connected wallets, in order. */
    asked,
    /** Sends a wallet's event or answer, encrypted as a wallet does. */
    answer(clientId: string, event: object): void {
      const wallet = getWallet(clientId)
      const message = Base64.encode(wallet.encrypt(JSON.stringify(event), hexToByteArray(clientId)))
      const data = JSON.stringify({ from: wallet.sessionId, message })
      const frame = `event: message\nid: ${Date.now()}\ndata: ${data}\n\n`
      const responses = clients.get(clientId) ?? new Set()
      if (responses.size === 0) saved.set(clientId, [...(saved.get(clientId) ?? []), frame])
      for (const response of responses) response.write(frame)
    },
    /** The number of pages that wait for this session's wallet. */
    waiting: (clientId: string) => clients.get(clientId)?.size ?? 0,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type TonBridge = Awaited<ReturnType<typeof openTonBridge>>

/** Reads the link as a wallet does: plain parameters, or those in Telegram's `startapp`. */
export function readWalletLink(link: string): AskedWallet & { returnTo: string | null } {
  const url = new URL(link)
  const startapp = url.searchParams.get('startapp')
  const parameters =
    startapp === null ? url.searchParams : new URLSearchParams(decodeStartapp(startapp))
  return {
    clientId: parameters.get('id') ?? '',
    request: v.parse(v.pipe(v.string(), v.parseJson(), RequestSchema), parameters.get('r')),
    returnTo: parameters.get('ret'),
  }
}

/** https://github.com/ton-blockchain/ton-connect/blob/main/bridge.md#universal-link */
function decodeStartapp(startapp: string): string {
  return startapp
    .replace(/^tonconnect-/, '')
    .replaceAll('--', '%')
    .replaceAll('__', '=')
    .replaceAll('-', '&')
}

function getPort(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

function walletsList(origin: string) {
  const common = {
    image: `${origin}/icon.png`,
    about_url: origin,
    bridge: [{ type: 'sse', url: `${origin}/bridge` }],
    platforms: ['ios', 'android', 'macos', 'windows', 'linux'],
    features: [{ name: 'SendTransaction', maxMessages: 4 }],
  }
  return [
    {
      ...common,
      app_name: 'telegram-wallet',
      name: 'Wallet',
      universal_url: 'https://t.me/wallet?attach=wallet',
    },
    {
      ...common,
      app_name: 'purse',
      name: 'Purse',
      universal_url: 'https://t.me/purse?attach=wallet',
    },
    {
      ...common,
      app_name: 'outsider',
      name: 'Outsider',
      universal_url: 'https://outsider.example/ton-connect',
    },
    {
      ...common,
      app_name: 'insider',
      name: 'Insider',
      bridge: [{ type: 'js', key: 'insider' }],
    },
  ]
}
