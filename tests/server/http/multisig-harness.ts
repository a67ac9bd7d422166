import * as v from 'valibot'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { getCosigning } from '#shared/api/get-cosigning.ts'
import { startCosigning } from '#shared/api/start-cosigning.ts'
import { type Attempt, AttemptSchema } from '#shared/attempt.ts'
import type { Cosigning } from '#shared/multisig.ts'
import type { StoredMultisig } from '#server/store/database/stored.ts'
import type { ReadTonMultisig } from '#server/chains/read-multisig.ts'
import { proofFor, getTonAddress } from '#tests/support/link-wallet.ts'
import type { TestServer } from '#tests/support/test-server.ts'
import { getBody, send } from './requesting-harness.ts'

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
    owners: seeds.map(getTonAddress),
    proposers: [],
    ...change,
  }
}

/** Puts the multisig on the chain, and has a member open it. */
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
): Promise<Cosigning> {
  const response = await send(server, startCosigning, { token, id, body: {} })
  return getBody(response, startCosigning)
}

export async function see(server: TestServer, token: string, id: string): Promise<Cosigning> {
  return getBody(await send(server, getCosigning, { token, id }), getCosigning)
}

type ConfirmationTerms = { code: string; showsName?: boolean }

/** An attempt to give an owner's confirmation in a cosigning. */
export async function newConfirmation(
  server: TestServer,
  token: string,
  { family, code, showsName = false }: ConfirmationTerms & { family: Attempt['family'] },
): Promise<Attempt> {
  const body = { family, cosign: { code, showsName } }
  return getBody(await send(server, createAttempt, { token, body }), createAttempt)
}

/** The signer of that seed agrees, by a proof of their own wallet. */
export async function agree(
  server: TestServer,
  token: string,
  { seed, ...confirmation }: ConfirmationTerms & { seed: number },
): Promise<Response> {
  const attempt = await newConfirmation(server, token, { ...confirmation, family: 'ton' })
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

export async function readAttempt(server: TestServer, token: string, id: string): Promise<Attempt> {
  const response = await server.call('GET', `/api/attempts/${id}`, { token })
  return v.parse(AttemptSchema, await response.json())
}
