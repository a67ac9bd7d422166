import * as v from 'valibot'
import { AttemptSchema } from '#shared/attempt.ts'
import type { Wallet } from '#shared/wallet.ts'
import { DOMAIN, type TestServer } from './test-server.ts'
import { createTonSigner } from './ton-signer.ts'

/**
 * Connects a wallet the whole way over HTTP, as the Mini App does.
 *
 * @param seed one byte: another one is another wallet
 */
export async function linkWallet(server: TestServer, token: string, seed = 1): Promise<Wallet> {
  const attempt = await server.newAttempt(token)
  const body = proofFor(server, { payload: attempt.payload, seed })
  const path = `/api/attempts/${attempt.id}/proof`
  const response = await server.call('POST', path, { token, body })
  const { wallet } = v.parse(AttemptSchema, await response.json())
  if (wallet === null) throw new Error('the wallet was not linked')
  return wallet
}

export function proofFor(server: TestServer, { payload, seed }: { payload: string; seed: number }) {
  const signer = createTonSigner({
    kind: 'v5r1',
    seed: new Uint8Array(32).fill(seed),
    network: '-239',
  })
  return signer.sign({
    domain: DOMAIN,
    payload,
    timestamp: Math.floor(server.clock.now / 1_000),
  })
}
