import * as v from 'valibot'
import type { Browser, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { openSession } from '#shared/api/open-session.ts'
import { openTicketSession } from '#shared/api/open-ticket-session.ts'
import { openStage, type DemoStage } from '#tests/support/demo-stage.ts'
import { addressIn } from '#tests/support/e2e-evm.ts'
import { seeLinked, startAndOpen } from '#tests/support/e2e-link.ts'
import { recordSockets } from '#tests/support/e2e-records.ts'
import { expectNoneIn, launchSecrets, scriptsWith } from '#tests/support/e2e-secrets.ts'
import { test as claspTest } from '#tests/support/e2e-test.ts'
import {
  linkThere,
  nextTicketLink,
  openTicketPage,
  recordCalls,
} from '#tests/support/e2e-ticket.ts'

/** A text that only WalletConnect's library holds. */
const LIBRARY_MARK = 'wc_sessionPropose'

type Journey = Awaited<ReturnType<typeof travel>>

/** One way from Telegram to the browser and back, with a record of everything that was sent. */
const test = claspTest.extend<{ journey: Journey }>({
  journey: [
    async ({ browser }, use) => {
      await use(await travel(browser))
    },
    { scope: 'file' },
  ],
})

async function travel(browser: Browser) {
  const build = inject('demoBuild')
  const stage = await openStage({ browser, build, bot: 'clasp', evm: 'browser' })
  const sockets = recordSockets(stage.context)
  const calls = recordCalls(stage.context)
  await stage.context.addInitScript(noteWhenStripped)
  const { appUrl } = stage.demo
  const signedIn = stage.messenger.waitForResponse(`${appUrl}${openSession.path}`)
  await startAndOpen(stage)
  const { token } = v.parse(openSession.response, await (await signedIn).json())
  const link = nextTicketLink(stage)
  const redeemed = stage.context.waitForEvent('response', {
    predicate: (response) => response.url() === `${appUrl}${openTicketSession.path}`,
  })
  const page = await openTicketPage(stage)
  const opened = v.parse(openTicketSession.response, await (await redeemed).json())
  const text = await linkThere(page)
  await seeLinked(stage)
  const ticket = new URL(await link).hash.replace('#ticket=', '')
  const requests = await stage.requests()
  const frames = sockets.flatMap(({ url, frames: sent }) => [url].concat(sent))
  const record = {
    appUrl,
    ticket,
    attemptId: opened.attemptId,
    limitedToken: opened.token,
    secrets: [...(await launchSecrets(stage)), token, opened.token, ticket],
    address: addressIn(text),
    signature: signatureIn(requests),
    requests,
    frames,
    calls: calls(page, appUrl),
    log: stage.serverLog(),
    saved: await savedBy(page),
    location: await page.evaluate(() => globalThis.location.href),
    strippedAt: await page.evaluate(() => Number(document.documentElement.dataset['strippedAt'])),
    libraryAskedAt: await libraryAskedAt(page),
    leftMachine: await foreignHosts(stage),
  }
  await stage.close()
  return record
}

test('the page removes the ticket from the address before it requests any wallet library', ({
  journey,
}) => {
  expect(journey.location).not.toContain(journey.ticket)
  expect(new URL(journey.location).hash).toBe('')
  expect(journey.strippedAt).toBeGreaterThan(0)
  expect(journey.libraryAskedAt.length).toBeGreaterThan(0)
  for (const askedAt of journey.libraryAskedAt) expect(askedAt).toBeGreaterThan(journey.strippedAt)
})

test('the page sends the ticket once, in the body of the call that redeems it', ({ journey }) => {
  const { ticket, requests, appUrl } = journey
  const carriers = requests.filter((request) => JSON.stringify(request).includes(ticket))
  expect(carriers.map(({ url, body }) => ({ url, body }))).toEqual([
    { url: `${appUrl}${openTicketSession.path}`, body: JSON.stringify({ ticket }) },
  ])
})

test('the page calls the server only for its own attempt', ({ journey }) => {
  const { attemptId, calls } = journey
  const own = calls.filter(({ path }) => path.startsWith('/api/') || path.startsWith('/v1/'))
  expect(own.length).toBeGreaterThan(4)
  const foreign = own.filter(
    ({ path }) =>
      path !== `/api/attempts/${attemptId}` && !path.startsWith(`/api/attempts/${attemptId}/`),
  )
  expect(foreign.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST ${openTicketSession.path}`,
  ])
  expect(own.filter(({ path }) => path.endsWith('/ticket') && path.includes(attemptId))).toEqual([])
})

test('tokens and initData leave the pages in the Authorization header to our server and nowhere else', ({
  journey,
}) => {
  const { secrets, ticket, requests, appUrl } = journey
  const guarded = secrets.filter((secret) => secret !== ticket)
  const bearers = requests.filter(({ url, headers, body }) => {
    const { authorization = '', ...others } = headers
    expectNoneIn(guarded, JSON.stringify([url, others, body]))
    return guarded.some((secret) => authorization.includes(secret))
  })
  expect(bearers.length).toBeGreaterThan(4)
  expect(new Set(bearers.map(({ url }) => new URL(url).origin))).toEqual(new Set([appUrl]))
  expect(
    requests.some(({ headers }) => headers['authorization']?.includes(journey.limitedToken)),
  ).toBe(true)
})

test('no secret goes through a WebSocket, and nothing leaves the machine', ({ journey }) => {
  expect(journey.frames.length).toBeGreaterThan(10)
  expectNoneIn(journey.secrets, journey.frames.join('\n'))
  expect(journey.leftMachine).toEqual([])
  for (const frame of journey.frames.filter((text) => text.startsWith('ws')))
    expect(new URL(frame).hostname).toBe('127.0.0.1')
})

test('the server’s log contains the calls, but no ticket, token, initData, name, address or signature', ({
  journey,
}) => {
  const { log, secrets, address, signature } = journey
  expect(log).toContain('/api/attempts/:id/proof')
  expect(log).toContain(openTicketSession.path)
  expectNoneIn([...secrets, address, address.toLowerCase(), signature, 'Ada', 'ada_fisher'], log)
})

test('the browser stores the session in the page’s own tab, and the ticket nowhere', ({
  journey,
}) => {
  const { saved, ticket, limitedToken } = journey
  expect(saved.tab).toContain(limitedToken)
  expect(saved.tab).not.toContain(ticket)
  expectNoneIn([limitedToken, ticket], saved.device)
})

/** Runs in every page, before all of its own scripts. */
function noteWhenStripped(): void {
  const replace = history.replaceState.bind(history)
  history.replaceState = (...place) => {
    const had = location.hash
    replace(...place)
    const { dataset } = document.documentElement
    if (had.includes('ticket') && location.hash === '')
      dataset['strippedAt'] ??= String(performance.now())
  }
}

/** The times when the page requested the library's files, in milliseconds since it started to load. */
async function libraryAskedAt(page: Page): Promise<number[]> {
  const files = await scriptsWith(LIBRARY_MARK)
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
  )
  return asked
    .filter(({ name }) => files.some((file) => name.endsWith(file)))
    .map(({ startTime }) => startTime)
}

async function savedBy(page: Page): Promise<{ tab: string; device: string }> {
  return page.evaluate(() => ({
    tab: JSON.stringify(sessionStorage),
    device: JSON.stringify(localStorage),
  }))
}

async function foreignHosts(stage: DemoStage): Promise<string[]> {
  const urls = (await stage.requests()).map(({ url }) => new URL(url))
  return urls
    .filter(({ protocol, hostname }) => protocol.startsWith('http') && hostname !== '127.0.0.1')
    .map(({ href }) => href)
}

function signatureIn(requests: readonly { url: string; body: string }[]): string {
  const proof = requests.find(({ url }) => /\/api\/attempts\/[^/]+\/proof$/.test(url))
  return v.parse(ProofSchema, proof?.body).signature
}

const ProofSchema = v.pipe(v.string(), v.parseJson(), v.object({ signature: v.string() }))
