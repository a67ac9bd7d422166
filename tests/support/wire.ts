import * as v from 'valibot'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { openSession } from '#shared/api/open-session.ts'
import { type ProblemCode, PROBLEMS } from '#shared/problem.ts'
import { createGate } from './gate.ts'
import { awaitTicks } from './until.ts'

type SentCall = { method: string; path: string; authorization: string | null; body: unknown }

type WireHandler = (path: string, init?: RequestInit) => Response | Promise<Response>

/** A fault for a call on its way. `pass` lets the server answer it. */
type WireFault = (pass: () => Promise<Response>) => Promise<Response>

/** The wire between the app and the server: it records every call, and a test can disturb it. */
export type TestWire = {
  fetch: typeof fetch
  /** Every call that the app made, oldest first. */
  sent: SentCall[]
  sentTo(endpoint: Endpoint): SentCall[]
  /**
   * Answers this endpoint's calls with a problem before they reach the server, as a proxy does in an outage.
   * Returns how to stop.
   */
  refuse(endpoint: Endpoint, code: ProblemCode, headers?: Record<string, string>): () => void
  /** Holds this endpoint's calls back from the server until the returned function is called. */
  hold(endpoint: Endpoint): () => void
  /** Lets the server answer this endpoint's next call, and holds the answer back until it is released. */
  holdNextAnswer(endpoint: Endpoint): { held: Promise<void>; release(): void }
  /** Answers this endpoint's calls instead of the server, as a proxy or another version does. Returns how to stop. */
  replace(endpoint: Endpoint, answer: () => Response | Promise<Response>): () => void
  /** Lets the server answer this endpoint's calls and drops the answers. Returns how to stop. */
  loseAnswers(endpoint: Endpoint): () => void
  /** Aborts every call. Returns how to stop. */
  cut(): () => void
  /** Resolves after the server has answered all calls and the app has read the answers, without time passing. */
  settled(): Promise<void>
}

/** @param answer the server's `app.request` */
export function createWire(answer: WireHandler): TestWire {
  const sent: SentCall[] = []
  const underWay = new Set<Promise<Response>>()
  const faults: { endpoint: Endpoint | null; fault: WireFault }[] = []

  function disturb(endpoint: Endpoint | null, fault: WireFault): () => void {
    const entry = { endpoint, fault }
    faults.push(entry)
    return () => void faults.splice(faults.indexOf(entry), 1)
  }

  async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const call = read(input, init)
    sent.push(call)
    const fault = faults.findLast(({ endpoint }) => endpoint === null || fits(endpoint, call))
    const pass = async () => {
      const answering = Promise.resolve(answer(call.path, init))
      underWay.add(answering)
      return answering.finally(() => underWay.delete(answering))
    }
    const response = await (fault ? fault.fault(pass) : pass())
    return fits(openSession, call) && response.ok ? withoutDisturbed(response) : response
  }

  /** A session does not bring the answers to calls that are disturbed. */
  async function withoutDisturbed(response: Response): Promise<Response> {
    const opened = v.parse(v.looseObject(openSession.response.entries), await response.json())
    const replies = Object.entries(opened.replies).filter(
      ([path]) =>
        !faults.some(({ endpoint }) => endpoint && fits(endpoint, { method: 'GET', path })),
    )
    const body = { ...opened, replies: Object.fromEntries(replies) }
    return Response.json(body, { status: response.status, headers: response.headers })
  }

  return {
    fetch: send,
    sent,
    sentTo: (endpoint) => sent.filter((call) => fits(endpoint, call)),
    refuse: (endpoint, code, headers) =>
      disturb(endpoint, async () => problemResponse(code, headers)),
    hold(endpoint) {
      const gate = createGate()
      const stop = disturb(endpoint, async (pass) => {
        await gate.passed
        return pass()
      })
      return () => {
        stop()
        gate.open()
      }
    },
    holdNextAnswer(endpoint) {
      const arrival = createGate()
      const gate = createGate()
      const stop = disturb(endpoint, async (pass) => {
        stop()
        const answer = await pass()
        arrival.open()
        await gate.passed
        return answer
      })
      return { held: arrival.passed, release: () => gate.open() }
    },
    replace: (endpoint, answer) => disturb(endpoint, async () => answer()),
    loseAnswers: (endpoint) =>
      disturb(endpoint, async (pass) => {
        await pass()
        throw new TypeError('Failed to fetch')
      }),
    async settled() {
      await awaitTicks()
      while (underWay.size > 0) {
        await Promise.allSettled(underWay)
        await awaitTicks()
      }
    },
    cut: () => disturb(null, () => Promise.reject(new TypeError('Failed to fetch'))),
  }
}

function problemResponse(code: ProblemCode, headers: Record<string, string> = {}): Response {
  const { status } = PROBLEMS[code]
  const body = { type: `urn:clasp:${code}`, title: code, status, code }
  return new Response(JSON.stringify(body), { status, headers })
}

function fits({ method, path }: Endpoint, call: Pick<SentCall, 'method' | 'path'>): boolean {
  const pattern = new RegExp(`^${path.replace(':id', '[^/]+')}$`, 'u')
  return call.method === method && pattern.test(call.path)
}

function read(input: RequestInfo | URL, init: RequestInit = {}): SentCall {
  return {
    method: init.method ?? 'GET',
    path: String(input instanceof Request ? input.url : input),
    authorization: new Headers(init.headers).get('authorization'),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
  }
}
