import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { createLoginProvider, type LoginProvider } from '#demo/telegram/login-provider.ts'
import { PEOPLE } from '#demo/telegram/people.ts'
import { createWorld } from '#demo/telegram/world.ts'
import { createTelegramLogin } from '#server/telegram-login/telegram-login.ts'
import { createTicket } from '#shared/api/create-ticket.ts'
import { openTicketSession } from '#shared/api/open-ticket-session.ts'
import {
  BOT_TOKEN,
  PUBLIC_URL,
  startTestServer,
  type TestServer,
} from '#tests/support/test-server.ts'

const [ADA, ILYA] = PEOPLE
const HOUR_MS = 3_600_000
const toUser = ({ id, firstName }: (typeof PEOPLE)[number]) => ({
  id,
  first_name: firstName,
  username: `user_${id}`,
  language_code: 'ru',
})

let provider: LoginProvider
let server: TestServer
let ada: string
let isReachable: boolean
let close: () => void

beforeEach(async () => {
  const app = new Hono()
  const world = createWorld({
    botToken: BOT_TOKEN,
    botUsername: 'test_bot',
    appShortName: null,
    appUrl: PUBLIC_URL,
    now: Date.now,
  })
  const telegram = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
      const issuer = `http://127.0.0.1:${port}`
      provider = createLoginProvider({ world, issuer, allowedOrigin: PUBLIC_URL, now: Date.now })
      app.route('/', provider.routes)
      resolve(started)
    })
  })
  isReachable = true
  const lines: unknown[] = []
  server = await startTestServer({
    evm: 'browser',
    telegramLogin: createTelegramLogin({
      client: { clientId: String(world.botId), clientSecret: provider.clientSecret },
      redirectUri: `${PUBLIC_URL}/login/callback`,
      issuer: provider.issuer,
      fetch: (url, init) => (isReachable ? fetch(url, init) : Promise.reject(new Error('down'))),
      log: { warn: (...line: unknown[]) => void lines.push(line) },
    }),
  })
  ada = await server.signIn(toUser(ADA))
  await server.signIn(toUser(ILYA))
  close = () => {
    telegram.close()
    void server.close()
  }
})
afterEach(() => close())

/** A browser: it follows no redirect by itself, and keeps one cookie. */
function openBrowser() {
  let cookie = ''
  return {
    async go(url: string): Promise<string> {
      const { pathname, search } = new URL(url)
      const answer = await server.app.request(`${pathname}${search}`, { headers: { cookie } })
      const set = answer.headers.get('set-cookie')
      if (set !== null) cookie = set.replace(/;.*/, '')
      return answer.headers.get('location') ?? ''
    },
    async redeem(ticket: string) {
      const answer = await server.app.request(openTicketSession.path, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ ticket }),
      })
      return { status: answer.status, json: (await answer.json()) as unknown }
    },
  }
}

async function getLink(): Promise<{ id: string; url: string }> {
  const { id } = await server.newEvmAttempt(ada)
  const made = await server.call('POST', `/api/attempts/${id}/ticket`, { token: ada })
  expect(made.status).toBe(201)
  const { url, ticket } = v.parse(createTicket.response, await made.json())
  expect(ticket).toBeUndefined()
  return { id, url }
}

/** What a person answers on Telegram's page. Returns where Telegram sends the browser. */
async function agree(telegramUrl: string, account: number | null): Promise<string> {
  const body = new URLSearchParams({
    account: String(account ?? ''),
    query: new URL(telegramUrl).search,
  })
  const url = `${provider.issuer}/auth`
  const gone = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  return gone.headers.get('location') ?? ''
}

const ticketOf = (url: string) =>
  new URLSearchParams(new URL(url).hash.slice(1)).get('ticket') ?? ''

test('a member who logs in finishes their own attempt, in their own language', async () => {
  const { id, url } = await getLink()
  expect(url).toBe(`${PUBLIC_URL}/login/${id}?lang=ru`)
  const browser = openBrowser()
  const page = await browser.go(await agree(await browser.go(url), ADA.id))
  expect(page).toMatch(new RegExp(`^${PUBLIC_URL}/connect\\?lang=ru#ticket=[\\w-]{43}$`))
  const opened = await browser.redeem(ticketOf(page))
  expect(opened).toMatchObject({
    status: 201,
    json: { attemptId: id, user: { telegramId: String(ADA.id) } },
  })
  expect(server.logLines.join('')).not.toContain(ticketOf(page))
})

describe('attack: a link that was passed on opens no session', () => {
  test('for a person who logs in with their own account', async () => {
    const browser = openBrowser()
    const { url } = await getLink()
    const page = await browser.go(await agree(await browser.go(url), ILYA.id))
    expect(ticketOf(page)).toBe('login-other-account')
  })

  test('with the ticket of another browser', async () => {
    const [browser, other] = [openBrowser(), openBrowser()]
    const { url } = await getLink()
    const page = await browser.go(await agree(await browser.go(url), ADA.id))
    await other.go(url)
    expect((await other.redeem(ticketOf(page))).status).toBe(401)
    expect((await openBrowser().redeem(ticketOf(page))).status).toBe(401)
    expect((await browser.redeem(ticketOf(page))).status).toBe(201)
  })

  test('with the address to which Telegram sends another browser', async () => {
    const [browser, other] = [openBrowser(), openBrowser()]
    const { url } = await getLink()
    const returned = await agree(await browser.go(url), ADA.id)
    expect(ticketOf(await openBrowser().go(returned))).toBe('login-failed')
    await other.go(url)
    expect(ticketOf(await other.go(returned))).toBe('login-failed')
  })

  test('a second time', async () => {
    const browser = openBrowser()
    const { url } = await getLink()
    const returned = await agree(await browser.go(url), ADA.id)
    const page = await browser.go(returned)
    expect(ticketOf(await browser.go(returned))).toBe('login-failed')
    expect((await browser.redeem(ticketOf(page))).status).toBe(201)
    expect((await browser.redeem(ticketOf(page))).status).toBe(401)
  })
})

describe('a login that does not come about', () => {
  test('because its person declines', async () => {
    const browser = openBrowser()
    const { url } = await getLink()
    const page = await browser.go(await agree(await browser.go(url), null))
    expect(ticketOf(page)).toBe('login-failed')
  })

  test('because Telegram cannot be reached, until it can', async () => {
    const browser = openBrowser()
    const { url } = await getLink()
    isReachable = false
    expect(ticketOf(await browser.go(url))).toBe('login-failed')
    isReachable = true
    const telegramUrl = await browser.go(url)
    const returned = await agree(telegramUrl, ADA.id)
    isReachable = false
    expect(ticketOf(await browser.go(returned))).toBe('login-failed')
  })

  test('because the address names no attempt', async () => {
    expect(ticketOf(await openBrowser().go(`${PUBLIC_URL}/login/none`))).toBe('login-failed')
  })

  test('because the attempt is over', async () => {
    const browser = openBrowser()
    const { url } = await getLink()
    const returned = await agree(await browser.go(url), ADA.id)
    server.clock.now += HOUR_MS
    expect(ticketOf(await browser.go(returned))).toBe('login-other-account')
  })
})
