import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'
import { type Probe, createAsk } from '#server/cli/doctor/ask.ts'
import type { Finding } from '#server/cli/doctor/finding.ts'
import { listenForTest } from './listen-for-test.ts'

export type SiteReply = {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
}

export type SiteRequest = {
  method: string
  /** Includes the query. */
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** The behaviour of a path: an answer, a function that makes one, or silence. */
export type SiteRoute = SiteReply | 'hang' | ((request: SiteRequest) => SiteReply)

/** A server on loopback with the answers that a test sets. Other paths answer 404. */
export type DoctorSite = { url: string; routes: Record<string, SiteRoute>; requests: SiteRequest[] }

export async function startSite(routes: Record<string, SiteRoute> = {}): Promise<DoctorSite> {
  const site: DoctorSite = { url: '', routes, requests: [] }
  const server = createServer((message, response) => void answer(site, message, response))
  site.url = (await listenForTest(server)).url
  return site
}

async function answer(site: DoctorSite, message: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', url: path = '/', headers } = message
  const request = { method, path, headers, body: await text(message) }
  site.requests.push(request)
  const route = site.routes[path.split('?')[0] ?? path] ?? { status: 404 }
  if (route === 'hang') return
  const reply = typeof route === 'function' ? route(request) : route
  response.writeHead(reply.status ?? 200, reply.headers).end(reply.body)
}

/** A probe that sends real requests, and waits longer than any busy machine takes. */
export function testAsk(): Probe {
  return createAsk({ fetch, signal: new AbortController().signal, timeoutMs: 20_000 })
}

/** A probe for a site that stays silent. */
export function hastyAsk(): Probe {
  return createAsk({ fetch, signal: new AbortController().signal, timeoutMs: 500 })
}

export function jsonReply(value: unknown, headers: Record<string, string> = {}): SiteReply {
  return {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  }
}

/** Findings as lines of text: the status, then the finding. */
export function lines(findings: Finding[]): string[] {
  return findings.map(({ status, found }) => `${status}: ${found}`)
}

/** The fixes of the findings that have one. */
export function fixes(findings: Finding[]): string[] {
  return findings.flatMap((finding) => ('fix' in finding ? [finding.fix] : []))
}
