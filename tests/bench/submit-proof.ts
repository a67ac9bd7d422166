import { Agent, request } from 'node:http'

/** An attempt that stands ready, with the session it belongs to and the body that proves it. */
export type ReadyProof = { token: string; attemptId: string; body: string }

type SubmitWay = {
  agent: Agent
  /** How long nothing may come, in milliseconds. @default 0: as long as it takes */
  timeout?: number
  /** Breaks the request off. */
  signal?: AbortSignal
}

/** Status of the server's answer, once it was read whole. */
export function submitProof(
  url: string,
  { token, attemptId, body }: ReadyProof,
  way: SubmitWay,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const path = `${url}/api/attempts/${attemptId}/proof`
    const call = request(path, { method: 'POST', headers, ...way }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', reject)
    })
    call.once('timeout', () => call.destroy(new Error('no answer came in time')))
    call.once('error', reject).end(body)
  })
}

/** One after the other, over one connection. */
export async function linkAll(url: string, proofs: readonly ReadyProof[]): Promise<void> {
  const agent = new Agent()
  for (const proof of proofs) {
    const status = await submitProof(url, proof, { agent })
    if (status !== 201) throw new Error(`a valid proof got ${status}`)
  }
}
