import * as v from 'valibot'
import type { Facts, Verdict } from '#proof/verdict.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { getMe } from '#shared/api/get-me.ts'
import type { TestServer } from '#tests/support/test-server.ts'

/** The proof of a link as the operator's code reads it. */
export async function readProof(server: TestServer, walletId: string): Promise<Response> {
  const token = await server.newKey(['proofs:read'])
  return server.call('GET', `/v1/proofs/${walletId}`, { token })
}

/** What a stranger finds in the proof of a link, without asking a chain. */
export async function verifyLink(server: TestServer, walletId: string): Promise<Verdict> {
  const text = await (await readProof(server, walletId)).text()
  return verifyProof(text, { now: server.clock.now })
}

/** The member's linked multisig, or their only wallet. */
export async function findLinked(server: TestServer, token: string) {
  const response = await server.call('GET', '/api/me', { token })
  const { wallets } = v.parse(getMe.response, await response.json())
  const wallet = wallets.find(({ multisig }) => multisig !== null) ?? wallets[0]
  if (!wallet) throw new Error('the member has no wallet')
  return wallet
}

/** Results of the checks that ran. */
export function getResults(verdict: Verdict): Record<string, string> {
  if (verdict.verdict === 'unreadable')
    throw new Error(`unreadable: ${verdict.reason} at ${verdict.at}`)
  return Object.fromEntries(verdict.checks.map(({ check, result }) => [check, result]))
}

/** What a document shows; null for one that was refused. */
export function getFacts(verdict: Verdict): Facts | null {
  return 'facts' in verdict ? verdict.facts : null
}
