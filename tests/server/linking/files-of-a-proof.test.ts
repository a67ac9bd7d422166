import { afterEach, beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { createEvmChains } from '#server/chains/evm.ts'
import { EvmAttemptSchema } from '#shared/attempt.ts'
import { listCalls } from '#tests/support/function-calls.ts'
import { getEvmKey, proofFor } from '#tests/support/link-wallet.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

/**
 * Files that one proof may cross between its request and its reply: of a TON wallet, and of an EVM account. A file
 * counts if a function of it runs in that time. Who follows a proof has to open them.
 */
const TON_FILES = 25
const EVM_FILES = 27
/** Of `src/proof`: what the server shares with those who check a proof later. */
const SHARED_TON_FILES = 5
const SHARED_EVM_FILES = 1

const CREATED = 201

let server: TestServer
let token: string
beforeEach(async () => {
  const rpcUrls = ['https://rpc.example'] as const
  server = await startTestServer({
    evm: 'in-app',
    evmChains: createEvmChains({ chains: [{ id: 1, rpcUrls }], fetch: answerNoCode }),
  })
  token = await server.signIn()
})
afterEach(() => server.close())

/** A node of Ethereum on which every account is a key's. */
const answerNoCode: typeof fetch = async (...request) => {
  const questions = v.parse(QuestionsSchema, await new Request(...request).json())
  return Response.json(
    questions.map(({ id, method }) => ({
      jsonrpc: '2.0',
      id,
      result: method === 'eth_chainId' ? '0x1' : '0x',
    })),
  )
}
const QuestionsSchema = v.array(v.object({ id: v.number(), method: v.string() }))

/** Paths below `src` of the files of which a function ran during the work. */
async function filesRunBy(work: () => Promise<unknown>) {
  const files = [...new Set((await listCalls(work)).map(({ file }) => file))].toSorted()
  return {
    server: files.filter((file) => file.startsWith('server/')),
    shared: files.filter((file) => file.startsWith('proof/')),
  }
}

async function prove(id: string, body: unknown): Promise<void> {
  const response = await server.call('POST', `/api/attempts/${id}/proof`, { token, body })
  expect(response.status).toBe(CREATED)
}

test('a proof of a TON wallet crosses few files of the server', async () => {
  const { id, payload } = await server.newAttempt(token)
  const proof = proofFor(server, { payload, seed: 1 })
  const files = await filesRunBy(() => prove(id, proof))
  expect(files.server).toContain('server/verify/ton-proof.ts')
  expect(files.server.slice(TON_FILES)).toEqual([])
  expect(files.shared.slice(SHARED_TON_FILES)).toEqual([])
})

test('a proof of an EVM account crosses few files of the server', async () => {
  const key = getEvmKey(1)
  const { id } = await server.newEvmAttempt(token)
  const body = { address: key.address, chainId: 1 }
  const fixed = await server.call('PUT', `/api/attempts/${id}/account`, { token, body })
  const { message } = v.parse(EvmAttemptSchema, await fixed.json())
  const signature = await key.signMessage({ message: message ?? '' })
  const files = await filesRunBy(() => prove(id, { signature }))
  expect(files.server).toContain('server/verify/evm-signature.ts')
  expect(files.server.slice(EVM_FILES)).toEqual([])
  expect(files.shared.slice(SHARED_EVM_FILES)).toEqual([])
})
