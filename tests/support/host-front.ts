import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenHere } from './listen-here.ts'

/** One request as it arrived at the front. */
type Arrived = { method: string; path: string; headers: IncomingMessage['headers'] }

/** What the front does with a request instead of passing it on; `passOn` makes the server answer it unseen. */
export type Fault = (response: ServerResponse, passOn: () => Promise<Response>) => unknown

export type HostFront = Awaited<ReturnType<typeof startHostFront>>

/** The proxy before a Clasp, as its operator has one: it can fail, and cut the server's pages short. */
export async function startHostFront(target: string) {
  const arrived: Arrived[] = []
  const faults: Fault[] = []
  const setting = {
    pageSize: 1_000,
    /** What a later server's answer would be. */
    rewrite: (body: string) => body,
    onAnswer: (_status: number) => {},
  }

  async function pass(request: IncomingMessage, body: string): Promise<Response> {
    const url = new URL(request.url ?? '/', target)
    if (url.searchParams.has('limit')) url.searchParams.set('limit', String(setting.pageSize))
    const method = request.method ?? 'GET'
    const headers = new Headers()
    for (const name of ['authorization', 'idempotency-key', 'traceparent'])
      if (request.headers[name] !== undefined) headers.set(name, String(request.headers[name]))
    return fetch(url, { method, headers, ...(body !== '' && { body }) })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request
    arrived.push({ method, path, headers })
    const body = await text(request)
    const fault = faults.shift()
    if (fault) return void fault(response, () => pass(request, body))
    const answered = await pass(request, body)
    setting.onAnswer(answered.status)
    const sent = answered.headers.get('retry-after')
    response.writeHead(answered.status, sent === null ? {} : { 'retry-after': sent })
    response.end(setting.rewrite(await answered.text()))
  }

  const server = createServer((request, response) => void answer(request, response))
  const { url, close } = await listenHere(server)
  return { url, arrived, faults, setting, close }
}
