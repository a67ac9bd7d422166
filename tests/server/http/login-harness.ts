import { Hono } from 'hono'
import * as v from 'valibot'
import { createLoginProvider, type LoginProvider } from '#demo/telegram/login-provider.ts'
import { createWorld } from '#demo/telegram/world.ts'
import { TELEGRAM_LOGIN_ISSUER } from '#proof/login.ts'
import { createTelegramLogin } from '#server/telegram-login/telegram-login.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import { BOT_TOKEN, PUBLIC_URL, openTestServer } from '#tests/support/test-server.ts'

/** What comes between Clasp and Telegram's OpenID provider. */
type Between = {
  /** Paths at which Telegram does not answer. */
  unreachable: Set<string>
  /** Another token in the place of Telegram's. */
  forge: ((idToken: string) => string) | null
}

export type LoginWorld = Awaited<ReturnType<typeof startLoginWorld>>

/** A server with Log In With Telegram, at the demo's provider over HTTP. The server's clock is the machine's. */
export async function startLoginWorld() {
  const botUsername = 'test_bot'
  const world = createWorld({
    botToken: BOT_TOKEN,
    botUsername,
    appShortName: null,
    appUrl: PUBLIC_URL,
    now: Date.now,
  })
  const provider: LoginProvider = createLoginProvider({
    world,
    issuer: TELEGRAM_LOGIN_ISSUER,
    allowedOrigin: PUBLIC_URL,
    now: Date.now,
  })
  const app = new Hono().route('/', provider.routes)
  const telegram = await listenForTest(app)
  const between: Between = { unreachable: new Set(), forge: null }
  const clock: { now: () => number } = { now: Date.now }
  const lines: unknown[] = []
  const server = await openTestServer({
    evm: 'browser',
    telegramLogin: createTelegramLogin({
      client: { clientId: String(world.botId), clientSecret: provider.clientSecret },
      redirectUri: `${PUBLIC_URL}/login/callback`,
      url: telegram.url,
      fetch: (url, init) => ask(between, new Request(url, init)),
      now: () => clock.now(),
      log: { warn: (...line: unknown[]) => void lines.push(line) },
    }),
  })
  server.clock.now = Date.now()
  clock.now = () => server.clock.now
  return {
    provider,
    server,
    between,
    telegramUrl: telegram.url,
    botId: String(world.botId),
    /** What is logged of each login that came to nothing. */
    lines,
    openBrowser: () => openBrowser(server),
    /** What a person answers on Telegram's page; null declines. Returns where Telegram sends the browser. */
    async agree(telegramPage: string, account: number | null): Promise<string> {
      const query = new URL(telegramPage).search
      const body = new URLSearchParams({ account: String(account ?? ''), query })
      const sent = { method: 'POST', body, redirect: 'manual' } as const
      return (await fetch(`${telegram.url}/auth`, sent)).headers.get('location') ?? ''
    },
  }
}

async function ask({ unreachable, forge }: Between, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (unreachable.has('*') || unreachable.has(pathname)) throw new TypeError('fetch failed')
  const answer = await fetch(request)
  if (forge === null || pathname !== '/token') return answer
  const tokens = v.parse(v.looseObject({ id_token: v.string() }), await answer.json())
  return Response.json({ ...tokens, id_token: forge(tokens.id_token) })
}

/** A browser: it follows no redirect by itself, and keeps one cookie. */
function openBrowser({ app }: Awaited<ReturnType<typeof openTestServer>>) {
  let cookie = ''
  /** Asks this browser's server. */
  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'content-type': 'application/json', cookie }
    const answer = await app.request(path, { ...init, headers })
    const set = answer.headers.get('set-cookie')
    if (set !== null) cookie = set.replace(/;.*/, '')
    return answer
  }
  return {
    ask,
    /** Where an address leads. */
    async go(url: string): Promise<string> {
      const { pathname, search } = new URL(url)
      return (await ask(`${pathname}${search}`)).headers.get('location') ?? ''
    },
  }
}

/** What a login came to, by the address of the page that says it. */
export function resultOf(url: string): string | null {
  return new URL(url).searchParams.get('result')
}
