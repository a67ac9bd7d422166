import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { createTicket } from '#shared/api/create-ticket.ts'
import { openTicketSession } from '#shared/api/open-ticket-session.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { isLoginResult, LOGIN_RESULTS } from '#server/telegram-login/login-result.ts'
import { BOT_MESSAGES } from '../../../../src/i18n/bot-messages.ts'
import { ADA, ILYA } from '#tests/support/people.ts'
import { PUBLIC_URL } from '#tests/support/test-server.ts'
import { type LoginWorld, resultOf, startLoginWorld } from '../login-harness.ts'

const HOUR_MS = 3_600_000
let world: LoginWorld
let ada: string

beforeEach(async () => {
  world = await startLoginWorld()
  ada = await world.server.signIn({ ...ADA, language_code: 'ru' })
  await world.server.signIn(ILYA)
})

type Browser = ReturnType<LoginWorld['openBrowser']>

async function redeem(browser: Browser, ticket: string) {
  const body = JSON.stringify({ ticket })
  const answer = await browser.ask(openTicketSession.path, { method: 'POST', body })
  const json: unknown = await answer.json()
  return { status: answer.status, json }
}

async function getLink(): Promise<{ id: string; url: string }> {
  const { id } = await world.server.newEvmAttempt(ada)
  const made = await world.server.call('POST', `/api/attempts/${id}/ticket`, { token: ada })
  expect(made.status).toBe(201)
  const { url, ticket } = v.parse(createTicket.response, await made.json())
  expect(ticket).toBeUndefined()
  return { id, url }
}

const ticketOf = (url: string) =>
  new URLSearchParams(new URL(url).hash.slice(1)).get('ticket') ?? ''

test('a member who logs in finishes their own attempt, in their own language', async () => {
  const { id, url } = await getLink()
  expect(url).toBe(`${PUBLIC_URL}/login/${id}?lang=ru`)
  const browser = world.openBrowser()
  const telegramPage = await browser.go(url)
  expect(new URL(telegramPage).searchParams.has('nonce')).toBe(false)
  const page = await browser.go(await world.agree(telegramPage, ADA.id))
  expect(page).toMatch(new RegExp(`^${PUBLIC_URL}/connect\\?lang=ru#ticket=[\\w-]{43}$`))
  const opened = await redeem(browser, ticketOf(page))
  expect(opened).toMatchObject({
    status: 201,
    json: { attemptId: id, user: { telegramId: String(ADA.id) } },
  })
  expect(world.server.logLines.join('')).not.toContain(ticketOf(page))
})

test('the cookie of a login is for this host, for no script, and for ten minutes', async () => {
  const { url } = await getLink()
  const { pathname, search } = new URL(url)
  const answer = await world.openBrowser().ask(`${pathname}${search}`)
  const [cookie = '', ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ')
  expect(cookie).toMatch(/^__Host-clasp-login=/)
  expect(attributes.toSorted()).toEqual([
    'HttpOnly',
    'Max-Age=600',
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ])
})

describe('attack: a link that was passed on opens no session', () => {
  test('for a person who logs in with their own account', async () => {
    const browser = world.openBrowser()
    const { url } = await getLink()
    const page = await browser.go(await world.agree(await browser.go(url), ILYA.id))
    expect(resultOf(page)).toBe('other-account')
  })

  test('with the ticket of another browser', async () => {
    const [browser, other] = [world.openBrowser(), world.openBrowser()]
    const { url } = await getLink()
    const page = await browser.go(await world.agree(await browser.go(url), ADA.id))
    await other.go(url)
    expect((await redeem(other, ticketOf(page))).status).toBe(401)
    expect((await redeem(world.openBrowser(), ticketOf(page))).status).toBe(401)
    expect((await redeem(browser, ticketOf(page))).status).toBe(201)
  })

  test('with the address to which Telegram sends another browser', async () => {
    const [browser, other] = [world.openBrowser(), world.openBrowser()]
    const { url } = await getLink()
    const returned = await world.agree(await browser.go(url), ADA.id)
    expect(resultOf(await world.openBrowser().go(returned))).toBe('ended')
    await other.go(url)
    expect(resultOf(await other.go(returned))).toBe('ended')
  })

  test('a second time', async () => {
    const browser = world.openBrowser()
    const { url } = await getLink()
    const returned = await world.agree(await browser.go(url), ADA.id)
    const page = await browser.go(returned)
    expect(resultOf(await browser.go(returned))).toBe('ended')
    expect((await redeem(browser, ticketOf(page))).status).toBe(201)
    expect((await redeem(browser, ticketOf(page))).status).toBe(401)
  })
})

describe('a login does not come about', () => {
  test('because its person declines', async () => {
    const browser = world.openBrowser()
    const { url } = await getLink()
    const page = await browser.go(await world.agree(await browser.go(url), null))
    expect(resultOf(page)).toBe('declined')
  })

  test('because Telegram cannot be reached, until it can', async () => {
    const browser = world.openBrowser()
    const { url } = await getLink()
    world.between.unreachable.add('*')
    expect(resultOf(await browser.go(url))).toBe('unreachable')
    world.between.unreachable.clear()
    const returned = await world.agree(await browser.go(url), ADA.id)
    world.between.unreachable.add('*')
    expect(resultOf(await browser.go(returned))).toBe('unreachable')
  })

  test('because the address names no attempt', async () => {
    const page = await world.openBrowser().go(`${PUBLIC_URL}/login/none`)
    expect(resultOf(page)).toBe('attempt-over')
  })

  test('because the attempt is over', async () => {
    const browser = world.openBrowser()
    const { url } = await getLink()
    const returned = await world.agree(await browser.go(url), ADA.id)
    world.server.clock.now += HOUR_MS
    expect(resultOf(await browser.go(returned))).toBe('attempt-over')
  })
})

/** Address of the page. */
function path(query: Record<string, string>): string {
  return `/login/result?${new URLSearchParams(query).toString()}`
}

describe('the page that says what a login came to', () => {
  test.each(LANGUAGES)('has a sentence and one way on for each result, in %s', async (lang) => {
    const sentences = BOT_MESSAGES.get(lang)?.login.results
    for (const result of Object.keys(LOGIN_RESULTS).filter(isLoginResult)) {
      const answer = await world.server.app.request(path({ result, lang }))
      const page = await answer.text()
      expect(page).toContain(sentences?.[result])
      expect(page.match(/<a /g)).toHaveLength(1)
      expect(page).toContain('href="https://t.me/clasp_test_bot?startapp"')
    }
  })

  test('leads to the proof, and nowhere else', async () => {
    const start = `p1_${'A'.repeat(43)}`
    const page = await world.server.app.request(path({ result: 'signed', start }))
    expect(await page.text()).toContain(`href="https://t.me/clasp_test_bot?startapp=${start}"`)
    const odd = await world.server.app.request(path({ result: 'signed', start: '"><script>' }))
    expect(await odd.text()).not.toContain('script')
  })

  test('is not there for a result that there is not', async () => {
    for (const result of ['', 'none', 'toString', '<b>'])
      expect((await world.server.app.request(path({ result }))).status).toBe(404)
  })
})
