import type { BrowserContext, Page, Request } from 'playwright-core'

/** Errors of the pages of one browser context. */
export type PageErrors = {
  /** Ignores this error from now on, because the test provokes it. */
  expect(error: RegExp): void
  /** The errors that the test did not expect. */
  unexpected(): string[]
}

/** The demo's EVM wallet library logs this when an acknowledgement arrives for a forgotten request. */
const LATE_ACKNOWLEDGEMENT =
  /(?:No matching key\. history|failed to process an inbound m).*\/evm-wallet\//

/** The browser's error for a request that the page cancelled. */
const GIVEN_UP = 'net::ERR_ABORTED'

/**
 * Collects errors that pages log or throw, and failed requests to `origins`.
 * Chromium also logs an error for every answer with a status of 400 or more.
 */
export function recordErrors(context: BrowserContext, origins: readonly string[]): PageErrors {
  const errors = new Set<string>()
  const expected = [LATE_ACKNOWLEDGEMENT]
  const note = (error: string) => {
    if (!expected.some((pattern) => pattern.test(error))) errors.add(error)
  }
  context.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => note(`thrown: ${String(error.error().stack)}`))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (origins.includes(new URL(request.url()).origin) && reason !== GIVEN_UP)
      note(`failed: ${request.url()} ${reason}`)
  })
  return {
    expect: (error) => void expected.push(error),
    unexpected: () => [...errors],
  }
}

/** A sent request, without the fragment of its address. */
export type SentRequest = {
  url: string
  headers: Record<string, string>
  body: string
}

/** Collects every request of every page of one browser context; settles with those sent so far. */
export function recordRequests(context: BrowserContext): () => Promise<SentRequest[]> {
  const sent: Promise<SentRequest>[] = []
  context.on('request', (request) => void sent.push(describe(request)))
  return () => Promise.all(sent)
}

async function describe(request: Request): Promise<SentRequest> {
  const url = new URL(request.url())
  url.hash = ''
  // A closing page drops its requests. Then only the headers known at the start are left.
  const headers = await request.allHeaders().catch(() => request.headers())
  return { url: url.href, headers, body: request.postData() ?? '' }
}

/** The frames of one WebSocket of the pages, in both directions. */
export type SocketFrames = {
  url: string
  frames: string[]
}

/** Collects the WebSocket frames of every page of one browser context. */
export function recordSockets(context: BrowserContext): readonly SocketFrames[] {
  const sockets: SocketFrames[] = []
  const follow = (page: Page) =>
    page.on('websocket', (socket) => {
      const frames: string[] = []
      sockets.push({ url: socket.url(), frames })
      const note = ({ payload }: { payload: string | Buffer }) => void frames.push(String(payload))
      socket.on('framesent', note)
      socket.on('framereceived', note)
    })
  context.pages().forEach(follow)
  context.on('page', follow)
  return sockets
}
