import type { AddressInfo } from 'node:net'
import { type HttpBindings, serve, type ServerType } from '@hono/node-server'
import { Base64, hexToByteArray, SessionCrypto } from '@tonconnect/protocol'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import * as v from 'valibot'
import { createBridge } from '#demo/ton/bridge.ts'
import { getLinkParameters, parseConnectLink } from '#demo/ton/wallet/connect-link.ts'

const RpcSchema = v.object({
  id: v.string(),
  method: v.string(),
  params: v.array(v.string()),
})

/**
 * The demo's bridge on a loopback port, with the list of two wallets in Telegram, one outside and one that may be a part
 * of the browser; and the wallet at the other end of each session.
 */
export async function openTonBridge() {
  const waiting: string[] = []
  const wallets = new Map<string, SessionCrypto>()
  const asked: v.InferOutput<typeof RpcSchema>[] = []
  const bridge = createBridge({ now: Date.now })
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(cors())
  app.get('/wallets.json', (c) => c.json(walletsList(new URL(c.req.url).origin)))
  app.get('/bridge/events', async (c, next) => {
    const clientId = c.req.query('client_id') ?? ''
    waiting.push(clientId)
    c.env.outgoing.once('close', () => waiting.splice(waiting.indexOf(clientId), 1))
    await next()
  })
  app.post('/bridge/message', async (c, next) => {
    const clientId = c.req.query('client_id') ?? ''
    const message = Base64.decode(await c.req.text()).toUint8Array()
    const rpc = getWallet(clientId).decrypt(message, hexToByteArray(clientId))
    asked.push(v.parse(v.pipe(v.string(), v.parseJson(), RpcSchema), rpc))
    await next()
  })
  app.route('/bridge', bridge.app)
  const [server, { port }] = await new Promise<[ServerType, AddressInfo]>((resolve) => {
    const options = { fetch: app.fetch, port: 0, hostname: '127.0.0.1' }
    const started = serve(options, (info) => resolve([started, info]))
  })

  /** It uses one key during the session. */
  function getWallet(clientId: string): SessionCrypto {
    const wallet = wallets.get(clientId) ?? new SessionCrypto()
    wallets.set(clientId, wallet)
    return wallet
  }

  return {
    walletsListUrl: `http://127.0.0.1:${port}/wallets.json`,
    /** All requests of the app to connected wallets, in order. */
    asked,
    /** Sends a wallet's event or answer, encrypted as a wallet does. */
    answer(clientId: string, event: object): void {
      const wallet = getWallet(clientId)
      const body = Base64.encode(wallet.encrypt(JSON.stringify(event), hexToByteArray(clientId)))
      const query = `client_id=${wallet.sessionId}&to=${clientId}&ttl=300`
      void bridge.app.request(`/message?${query}`, { method: 'POST', body })
    },
    /** The number of pages that wait for this session's wallet. */
    waiting: (clientId: string) => waiting.filter((one) => one === clientId).length,
    close(): void {
      bridge.close()
      server.close()
    },
  }
}

export type TonBridge = Awaited<ReturnType<typeof openTonBridge>>

/** Reads the link as a wallet does: plain parameters, or those in Telegram's `startapp`. */
export function readWalletLink(link: string) {
  const url = new URL(link)
  const parsed = parseConnectLink(url)
  if (parsed.kind !== 'request') throw new Error(`no request of an app: ${link}`)
  const { appId: clientId, request } = parsed
  return { clientId, request, returnTo: getLinkParameters(url).get('ret') }
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
