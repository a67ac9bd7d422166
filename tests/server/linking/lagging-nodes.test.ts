import { beforeEach, expect, test } from 'vitest'
import { signAsSafe } from '#demo/evm/sign-as-safe.ts'
import { readLatestBlock, mineBlock } from '#tests/support/evm-contracts.ts'
import { isOwners, isProbe } from '#tests/support/lagging-node.ts'
import { ADA } from '#tests/support/people.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import type { TestServer } from '#tests/support/test-server.ts'
import { findLinked, readProof } from '../proofs/proof-harness.ts'
import {
  ALWAYS_YES,
  evmCalls,
  getCode,
  getKey,
  getSecret,
  startSafeWorld,
} from '../http/evm-harness.ts'

const world = shareAmongTests(startSafeWorld)
let server: TestServer
let calls: ReturnType<typeof evmCalls>
let ada: string

beforeEach(async () => {
  server = await world().startServer()
  calls = evmCalls(server)
  ada = await server.signIn(ADA)
})

const readHead = async () => (await readLatestBlock(world().anvil)).number
const [first, second, heir] = [getSecret(1), getSecret(2), getSecret(4)]

test('a Safe is linked as its owners’, and not as a contract by nobody, where the node that lists them is behind', async () => {
  const safe = await world().createSafe()
  const { id, message } = await calls.fixed(ada, safe)
  const head = await readHead()
  const change = { from: getKey(3).address, to: getKey(4).address }
  await world().safes.swapOwner(safe, change, [first, second])
  const signature = await signAsSafe(safe, message, [first, heir])
  world().rpc.lag = { head, asked: isOwners }
  expect(getCode(await calls.prove(ada, id, signature))).toBe('evm-chain-unreachable')
  world().rpc.lag = null
  const { status, json } = await calls.prove(ada, id, signature)
  expect(status).toBe(201)
  expect(json).toMatchObject({ wallet: { kind: 'safe', multisig: { ownerCount: 3 } } })
})

test('the owners of an earlier block than a known one link nothing', async () => {
  const safe = await world().createSafe()
  const head = await readHead()
  const change = { from: getKey(2).address, to: getKey(4).address }
  await world().safes.swapOwner(safe, change, [first, second])
  const { id, message } = await calls.fixed(ada, safe)
  const signature = await signAsSafe(safe, message, [first, second])
  world().rpc.lag = { head }
  expect(getCode(await calls.prove(ada, id, signature))).toBe('evm-chain-unreachable')
  world().rpc.lag = null
  expect(getCode(await calls.prove(ada, id, signature))).toBe('evm-contract-refused')
  expect(await calls.getWallets(ada)).toEqual([])
})

test('a Safe that was read is still there, whatever a node that is behind says', async () => {
  const head = await readHead()
  const safe = await world().createSafe()
  const { id, message } = await calls.fixed(ada, safe)
  const signature = await signAsSafe(safe, message, [first, second])
  world().rpc.lag = { head }
  expect(getCode(await calls.prove(ada, id, signature))).toBe('evm-chain-unreachable')
  world().rpc.lag = null
  expect((await calls.prove(ada, id, signature)).status).toBe(201)
})

test('a contract that one node shows is not refused by another that has none there yet', async () => {
  const contract = '0x00000000000000000000000000000000C0FFEE21'
  const head = await readHead()
  await mineBlock(world().anvil)
  await world().setCode(contract, ALWAYS_YES)
  await mineBlock(world().anvil)
  const { id } = await calls.fixed(ada, { address: contract })
  let codes = 0
  // The first node is asked which code is there.
  world().rpc.lag = { head, asked: (body) => !(body.includes('eth_getCode') && (codes += 1) === 1) }
  expect(getCode(await calls.prove(ada, id, '0x00'))).toBe('evm-chain-unreachable')
  expect((await calls.look(ada, id)).state).toBe('awaiting-signature')
  world().rpc.lag = null
  expect((await calls.prove(ada, id, '0x00')).status).toBe(201)
})

test('an acceptance is asked at the block that it names', async () => {
  const safe = await world().createSafe()
  const { id, message } = await calls.fixed(ada, safe)
  const signature = await signAsSafe(safe, message, [first, second])
  const head = await readHead()
  const change = { from: getKey(3).address, to: getKey(4).address }
  await world().safes.swapOwner(safe, change, [first, second])
  const named = await readLatestBlock(world().anvil)
  // The node that is behind accepts the signature, too, at its own latest block.
  world().rpc.lag = { head, asked: isProbe }
  expect(getCode(await calls.prove(ada, id, signature))).toBe('evm-chain-unreachable')
  world().rpc.lag = null
  expect((await calls.prove(ada, id, signature)).status).toBe(201)
  const proof = await readProof(server, (await findLinked(server, ada)).id)
  expect(await proof.json()).toMatchObject({ evidence: { block: named } })
})
