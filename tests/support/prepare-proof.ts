import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { openSession } from '#shared/api/open-session.ts'
import { TonAttemptSchema } from '#shared/attempt.ts'
import { signInitData } from './init-data.ts'
import { createTonSigner, type TonSignerKind } from './ton-signer.ts'

/** A server of Clasp, and the bot that it is for. */
type ProofPlace = {
  url: string
  domain: string
  botToken: string
  /** Of the server, in milliseconds. @default that of this process */
  now?: number
  /** @default v5r1, whose key is in its proof */
  kind?: TonSignerKind
}

/** A new member signs in and proves a new wallet. Answers how the proof is sent to a server of the same database. */
export async function prepareProof(
  { url, domain, botToken, now = Date.now(), kind = 'v5r1' }: ProofPlace,
  telegramId: number,
): Promise<(url: string) => Promise<Response>> {
  const timestamp = Math.floor(now / 1_000)
  const user = { id: telegramId, first_name: 'Ada' }
  const initData = signInitData({ botToken, user, authDate: timestamp })
  const session = await post(`${url}/api/session`, `tma ${initData}`)
  const bearer = `Bearer ${v.parse(openSession.response, await session.json()).token}`
  const made = await post(`${url}/api/attempts`, bearer, { family: 'ton' })
  const { id, payload } = v.parse(TonAttemptSchema, await made.json())
  const signer = createTonSigner({ kind, seed: randomBytes(32), network: '-239' })
  const proof = signer.sign({ domain, payload, timestamp })
  return (server) => post(`${server}/api/attempts/${id}/proof`, bearer, proof)
}

function post(url: string, authorization: string, body?: unknown): Promise<Response> {
  const init: RequestInit = { method: 'POST', headers: { authorization } }
  return fetch(url, body === undefined ? init : { ...init, body: JSON.stringify(body) })
}
