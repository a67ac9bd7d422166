import * as v from 'valibot'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { getCollection } from '#shared/api/get-collection.ts'
import { startCollection } from '#shared/api/start-collection.ts'
import { type Attempt, AttemptSchema } from '#shared/attempt.ts'
import type { Collection } from '#shared/multisig.ts'
import type { StoredMultisig } from '#server/store/multisig-store.ts'
import type { ReadTonMultisig } from '#server/verify/multisig.ts'
import { proofFor, tonAddressOf } from '#tests/support/link-wallet.ts'
import type { TestServer } from '#tests/support/test-server.ts'
import { bodyOf, send } from './asking-harness.ts'

export const TREASURY = `0:${'7e'.repeat(32)}`

/** A TON multisig of the wallets of these seeds. */
export function tonMultisig(
  seeds: readonly number[],
  change: Partial<ReadTonMultisig> = {},
): ReadTonMultisig {
  return {
    family: 'ton',
    kind: 'multisig-v2',
    network: '-239',
    address: TREASURY,
    threshold: 2,
    owners: seeds.map(tonAddressOf),
    proposers: [],
    ...change,
  }
}

/** The multisig stands on the chain, and somebody has looked at it. */
export async function placeMultisig(
  { tonChain, store, clock }: TestServer,
  multisig: ReadTonMultisig,
): Promise<StoredMultisig> {
  tonChain.setMultisig(multisig.address, multisig)
  return store.saveMultisig(multisig, clock.now)
}

export async function start(
  server: TestServer,
  token: string,
  { id }: { id: string },
): Promise<Collection> {
  const response = await send(server, startCollection, { token, id, body: {} })
  return bodyOf(response, startCollection)
}

export async function see(server: TestServer, token: string, id: string): Promise<Collection> {
  return bodyOf(await send(server, getCollection, { token, id }), getCollection)
}

type Word = { code: string; showsName?: boolean }

/** An attempt to give an owner's word in a collection. */
export async function newWord(
  server: TestServer,
  token: string,
  { family, code, showsName = false }: Word & { family: Attempt['family'] },
): Promise<Attempt> {
  const body = { family, cosign: { code, showsName } }
  return bodyOf(await send(server, createAttempt, { token, body }), createAttempt)
}

/** The signer of that seed agrees, by a proof of their own wallet. */
export async function agree(
  server: TestServer,
  token: string,
  { seed, ...word }: Word & { seed: number },
): Promise<Response> {
  const attempt = await newWord(server, token, { ...word, family: 'ton' })
  return proveTon(server, token, { attempt, seed })
}

export function proveTon(
  server: TestServer,
  token: string,
  { attempt, seed }: { attempt: Attempt; seed: number },
): Promise<Response> {
  const payload = attempt.family === 'ton' ? attempt.payload : ''
  const body = proofFor(server, { payload, seed })
  return server.call('POST', `/api/attempts/${attempt.id}/proof`, { token, body })
}

export async function lookAtAttempt(
  server: TestServer,
  token: string,
  id: string,
): Promise<Attempt> {
  const response = await server.call('GET', `/api/attempts/${id}`, { token })
  return v.parse(AttemptSchema, await response.json())
}
