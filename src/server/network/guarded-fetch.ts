import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { OwnNetwork } from './own-network.ts'
import { createAddressGuard, RefusedAddressError, resolveName } from './address-guard.ts'

/** A GET that follows no redirect: an answer other than 200 has no body. `fetch` fits this type. */
export type Get = (
  url: string,
  options: { headers: Record<string, string>; redirect: 'error'; signal: AbortSignal },
) => Promise<Response>

type GuardOptions = {
  /** Hosts of the own network that an address may lead to. */
  ownNetwork: OwnNetwork
  /** @default the system's resolver */
  resolve?: typeof resolveName
}

/**
 * `fetch` for addresses that others name: it connects to no private address, whatever the URL, DNS or a redirect says.
 * The function rejects with {@link RefusedAddressError}, or as the network fails.
 */
export function createGuardedFetch({ ownNetwork, resolve = resolveName }: GuardOptions): Get {
  return async (url, { headers, signal }) => {
    const { refusesUrl, lookup } = createAddressGuard({ url, ownNetwork }, resolve)
    if (refusesUrl) throw new RefusedAddressError()
    const { get } = url.startsWith('https:') ? https : http
    // An agent would reuse connections, without a lookup.
    return toResponse(await getAnswer(get(url, { headers, signal, lookup, agent: false })))
  }
}

function getAnswer(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    request.on('error', reject)
  })
}

function toResponse(answer: IncomingMessage): Response {
  const { statusCode: status = 0 } = answer
  if (status === 200) return new Response(toStream(answer), { status })
  answer.destroy()
  return new Response(null, { status })
}

function toStream(answer: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer, undefined> = answer[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void answer.destroy(),
  })
}
