import { commandLine } from '#server/config/command-line.ts'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import type { Environment } from '#server/config/environment.ts'
import { inlineScriptHashes } from '#server/http/shell.ts'
import type { DemoPages } from './demo-folders.ts'
import { readPageScripts } from './page-scripts.ts'
import { type DemoServices, startDemoServices } from './start-demo-services.ts'
import { createDemoWalletsList } from './ton/wallets-list.ts'

const HOST = '127.0.0.1'

export type OperatorPorts = {
  /** Of the simulated Telegram. */
  messengerPort: number
  /** Of the proxy before Clasp: its public address. */
  frontPort: number
  /** On which the operator's Clasp listens. */
  claspPort: number
}

/** Everything around a Clasp that an operator sets up and starts. */
export type AroundOperator = {
  services: DemoServices
  /** The origin for `PUBLIC_URL`. */
  publicUrl: string
  /** The variables of `.env` that a Clasp in the real world does not need. */
  environment: Environment
  close(): Promise<void>
}

/**
 * Starts the simulated Telegram, the wallets and the TON chain, and the proxy that an operator has before Clasp. The
 * proxy alone knows of the simulation: a browser gets the script that plays the client, the wallets of the demo, and
 * leave to reach both. Everybody else, such as the doctor, gets what Clasp sends.
 */
export async function startAroundOperator({
  pages,
  messengerPort,
  frontPort,
  claspPort,
}: OperatorPorts & { pages: DemoPages }): Promise<AroundOperator> {
  const publicUrl = `http://${HOST}:${frontPort}`
  const services = await startDemoServices({
    pages,
    messengerPort,
    appUrl: publicUrl,
    evm: 'off',
    hasOperator: false,
    now: Date.now,
  })
  const front = await startFront(services, { pages, frontPort, claspPort })
  const { BOT_TOKEN, TELEGRAM_API_ROOT, TON_API_URL } = services.environment
  return {
    services,
    publicUrl,
    environment: { BOT_TOKEN, TELEGRAM_API_ROOT, TON_API_URL, PORT: String(claspPort) },
    async close() {
      if ('closeAllConnections' in front) front.closeAllConnections()
      front.close()
      await services.close()
    },
  }
}

type FrontOptions = Omit<OperatorPorts, 'messengerPort'> & { pages: DemoPages }

async function startFront({ messengerUrl }: DemoServices, options: FrontOptions) {
  const { pages, frontPort, claspPort } = options
  const script = await readPageScripts([pages.clientScript], messengerUrl)
  const app = new Hono()
    .get('/wallets.json', async (c, next) => {
      if (!isBrowser(c.req.raw)) return next()
      return c.json(createDemoWalletsList({ messengerOrigin: messengerUrl }))
    })
    .all('*', async (c) => {
      const { pathname, search } = new URL(c.req.url)
      const answer = await proxy(`http://${HOST}:${claspPort}${pathname}${search}`, {
        raw: c.req.raw,
        headers: c.req.header(),
      })
      return isBrowser(c.req.raw) ? simulate(answer, { messengerUrl, script }) : answer
    })
    .onError((_, c) => c.text(`Clasp does not run yet: ${commandLine('start')}`, 502))
  return serve({ fetch: app.fetch, hostname: HOST, port: frontPort })
}

/** Programs do not send this header. */
function isBrowser({ headers }: Request): boolean {
  return headers.has('sec-fetch-site')
}

type Simulated = { messengerUrl: string; script: string }

/** The page as the simulated Telegram may show it. */
async function simulate(answer: Response, { messengerUrl, script }: Simulated): Promise<Response> {
  const headers = new Headers(answer.headers)
  const policy = headers.get('content-security-policy')
  if (policy === null) return answer
  headers.set('content-security-policy', admit(policy, { messengerUrl, script }))
  if (!headers.get('content-type')?.startsWith('text/html'))
    return new Response(answer.body, { status: answer.status, headers })
  headers.delete('content-length')
  const page = await answer.text()
  const simulated = page
    .replace('<head>', () => `<head>${script}`)
    .replace('"frameOrigins":[', () => `"frameOrigins":["${messengerUrl}",`)
  return new Response(simulated, { status: answer.status, headers })
}

/** The page's policy, with the simulated Telegram as one that frames it, and with the demo's wallets. */
function admit(policy: string, { messengerUrl, script }: Simulated): string {
  const additions: Readonly<Record<string, string>> = {
    'script-src': inlineScriptHashes(script).join(' '),
    'connect-src': messengerUrl,
    'img-src': messengerUrl,
    'frame-ancestors': messengerUrl,
  }
  return policy
    .split('; ')
    .map((directive) => {
      const addition = additions[directive.split(' ')[0] ?? '']
      return addition === undefined ? directive : `${directive} ${addition}`
    })
    .join('; ')
}
