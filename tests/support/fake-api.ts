import type { Endpoint } from '#shared/api/endpoint.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'

export * from './sample-data.ts'

type Sent = { method: string; path: string; authorization: string | null; body: unknown }
type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
type Handler = (sent: Sent) => Answer | Promise<Answer>

/** A `fetch` that answers in the app's own contract. What is not set up answers 404. */
export type FakeApi = {
  fetch: typeof fetch
  /** What has been sent so far, oldest first. */
  sent: Sent[]
  /** Answers every later call of this endpoint. */
  on(endpoint: Endpoint, handler: Handler): void
  sentTo(endpoint: Endpoint): Sent[]
}

export function createFakeApi(): FakeApi {
  const sent: Sent[] = []
  const handlers: { endpoint: Endpoint; handler: Handler }[] = []

  async function answer(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const message = read(input, init)
    sent.push(message)
    const { handler } = handlers.findLast(({ endpoint }) => fits(endpoint, message)) ?? {}
    const { status, body, headers = {} } = handler ? await handler(message) : refuse('not-found')
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers })
  }

  return {
    fetch: answer,
    sent,
    on: (endpoint, handler) => void handlers.push({ endpoint, handler }),
    sentTo: (endpoint) => sent.filter((message) => fits(endpoint, message)),
  }
}

export function refuse(code: ProblemCode, headers: Record<string, string> = {}): Answer {
  const { status } = PROBLEMS[code]
  return { status, headers, body: { type: `urn:clasp:${code}`, title: code, status, code } }
}

export function ok(body: unknown): Answer {
  return { status: 200, body }
}

function read(input: RequestInfo | URL, init: RequestInit): Sent {
  return {
    method: init.method ?? 'GET',
    path: String(input instanceof Request ? input.url : input),
    authorization: new Headers(init.headers).get('authorization'),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
  }
}

function fits(endpoint: Endpoint, { method, path }: Sent): boolean {
  const pattern = new RegExp(`^${endpoint.path.replace(':id', '[^/]+')}$`, 'u')
  return method === endpoint.method && pattern.test(path)
}
