import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { signInitData } from '../support/init-data.ts'
import { createTonSigner } from '../support/ton-signer.ts'

const Text = v.optional(v.string(), '')
/** What is read of a session and of an attempt. */
const AnswerSchema = v.object({ token: Text, id: Text, payload: Text, state: Text })

type Options = {
  publicUrl: string
  botToken: string
  /** @param links that were made so far */
  isOver: (links: number) => boolean
}

/** A member links this many wallets before the next one does. */
const LINKS_EACH = 5
const FIRST_ID = 900_000_000
let lastId = FIRST_ID

/** Members link wallets one after another. How long each proof took to be judged, in milliseconds; what failed is left out. */
export async function measureLinks({ publicUrl, botToken, isOver }: Options): Promise<number[]> {
  const times: number[] = []
  while (!isOver(times.length)) {
    try {
      await linkSome(times)
    } catch {
      // The server was killed meanwhile.
    }
  }
  return times

  async function linkSome(into: number[]): Promise<void> {
    lastId += 1
    const authDate = Math.floor(Date.now() / 1_000)
    const user = { id: lastId, first_name: 'Member' }
    const { token } = await post(
      '/api/session',
      `tma ${signInitData({ botToken, user, authDate })}`,
    )
    for (let link = 0; link < LINKS_EACH && !isOver(into.length); link += 1) {
      const bearer = `Bearer ${token}`
      const { id, payload } = await post('/api/attempts', bearer, { family: 'ton' })
      const signer = createTonSigner({ kind: 'v5r1', seed: randomBytes(32), network: '-239' })
      const domain = new URL(publicUrl).host
      const proof = signer.sign({ domain, payload, timestamp: authDate })
      const startedAt = performance.now()
      const { state } = await post(`/api/attempts/${id}/proof`, bearer, proof)
      if (state !== 'linked') throw new Error(`not linked: ${state}`)
      into.push(performance.now() - startedAt)
    }
  }

  async function post(path: string, authorization: string, body?: unknown) {
    const answer = await fetch(`${publicUrl}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
    return v.parse(AnswerSchema, await answer.json())
  }
}
