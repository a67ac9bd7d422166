import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { createEvmChains } from '#server/chains/evm.ts'
import { exportMe } from '#shared/api/export-me.ts'
import { findWallets } from '#shared/api/host/host-wallet.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import {
  ALWAYS_YES,
  BASE,
  getCode,
  ETHEREUM,
  evmCalls,
  getKey,
  getMessage,
  startEvmWorld,
} from '../http/evm-harness.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const CONTRACT = '0xc0ffee254729296a45a3885639AC7E10F9d54979'

const world = shareAmongTests(startEvmWorld)
let server: TestServer
let calls: ReturnType<typeof evmCalls>
let ada: string

async function start(policy: EvmPolicy): Promise<void> {
  server = await world().startServer(policy)
  calls = evmCalls(server)
  ada = await server.signIn(ADA)
}
beforeEach(() => start('in-app'))

/** The same database behind a server that was started again, with other settings. */
async function restartedWith(options: Parameters<typeof openTestServer>[0]) {
  const restarted = await openTestServer({ store: server.store, ...options })
  restarted.clock.now = server.clock.now
  return { restarted, again: evmCalls(restarted) }
}

const key = getKey(3)
const otherKey = getKey(4)

describe('attack: account A, then B, then A again', () => {
  test('the first text of A no longer proves anything', async () => {
    const { id, message } = await calls.fixed(ada, key)
    const first = await key.signMessage({ message })
    await calls.fix(ada, id, otherKey)
    server.clock.now += 1_000
    const second = getMessage((await calls.fix(ada, id, key)).json)
    expect(second).not.toBe(message)
    expect(getCode(await calls.prove(ada, id, first))).toBe('evm-signature-invalid')
    expect(await calls.getWallets(ada)).toEqual([])
  })

  test('while the proof of A is checked: only what A signed for this member can come of it', async () => {
    const { id, message } = await calls.fixed(ada, key)
    const signature = await key.signMessage({ message })
    const release = world().hold()
    const proving = calls.prove(ada, id, signature)
    await calls.fix(ada, id, otherKey)
    await calls.fix(ada, id, key)
    release()
    expect((await proving).status).toBe(201)
    expect(await calls.getWallets(ada)).toMatchObject([{ address: key.address }])
  })
})

describe('attack: the owner changes the settings while an attempt waits for its signature', () => {
  test('EVM is turned off: nothing is linked, and what was linked can be seen and let go', async () => {
    await calls.link(ada, otherKey)
    const { id, message } = await calls.fixed(ada, key)
    const { restarted, again } = await restartedWith({ evm: 'off' })
    const proof = await again.prove(ada, id, await key.signMessage({ message }))
    expect(getCode(proof)).toBe('evm-off')
    expect(getCode(await again.fix(ada, id, otherKey))).toBe('evm-off')
    const [linked, ...more] = await again.getWallets(ada)
    expect(more).toEqual([])
    expect(linked).toMatchObject({ address: otherKey.address, level: 'key' })
    const token = await restarted.newKey()
    const path = `/v1/wallets/evm/${otherKey.address}`
    const held = await again.send('GET', path, { token })
    expect(v.parse(findWallets.response, held.json).data).toHaveLength(1)
    const gone = await restarted.call('DELETE', `/api/wallets/${linked?.id}`, { token: ada })
    expect(gone.status).toBe(204)
    expect(await again.getWallets(ada)).toEqual([])
  })

  test('the chain is offered no more: refused for good, not "try again"', async () => {
    const { id, message } = await calls.fixed(ada, { address: key.address, chainId: BASE })
    const { url } = world().anvil
    const chains = [{ id: ETHEREUM, rpcUrls: [url] as const }]
    const { again } = await restartedWith({
      evm: 'in-app',
      evmChains: createEvmChains({ chains, fetch }),
    })
    const proof = await again.prove(ada, id, await key.signMessage({ message }))
    expect(getCode(proof)).toBe('evm-chain-unsupported')
    expect(await again.getWallets(ada)).toEqual([])
    // Another account, on a chain that is offered, may still take its place.
    const next = getMessage((await again.fix(ada, id, key)).json)
    expect((await again.prove(ada, id, await key.signMessage({ message: next }))).status).toBe(201)
  })
})

test('attack: a member makes tickets without end, each worth a session', async () => {
  await start('browser')
  const { id } = await server.newEvmAttempt(ada)
  const codes: string[] = []
  for (let round = 0; round < 60; round += 1) {
    const answer = await calls.send('POST', `/api/attempts/${id}/ticket`, { token: ada })
    if (answer.status !== 201) codes.push(getCode(answer))
    // The rate of all of a member's calls is not what stops it.
    server.clock.now += 100
  }
  expect(codes.length).toBeGreaterThan(20)
  expect(new Set(codes)).toEqual(new Set(['rate-limited']))
  // Everything else goes on, and so does the ticket after a while.
  expect((await calls.look(ada, id)).state).toBe('created')
  server.clock.now += 60_000
  const later = await calls.send('POST', `/api/attempts/${id}/ticket`, { token: ada })
  expect(later.status).toBe(201)
})

async function linkContract(token: string) {
  const { id } = await calls.fixed(token, { address: CONTRACT })
  const { status } = await calls.prove(token, id, '0x')
  expect(status).toBe(201)
}

describe('a contract account that two members have', () => {
  test('attack: one member, then the owner, takes it from one: the other keeps it', async () => {
    await world().setCode(CONTRACT, ALWAYS_YES)
    const ilya = await server.signIn(ILYA)
    await linkContract(ada)
    await linkContract(ilya)
    const [hers] = await calls.getWallets(ada)
    const [his] = await calls.getWallets(ilya)
    const foreign = await server.call('DELETE', `/api/wallets/${hers?.id}`, { token: ilya })
    expect(foreign.status).toBe(404)
    const token = await server.newKey()
    expect((await server.call('DELETE', `/v1/wallets/${hers?.id}`, { token })).status).toBe(204)
    expect(await calls.getWallets(ada)).toEqual([])
    expect(await calls.getWallets(ilya)).toEqual([his])
  })
})

test('an export holds the account and the text of an attempt', async () => {
  const { message } = await calls.fixed(ada, key)
  const { json } = await calls.send('GET', '/api/export', { token: ada })
  const { attempts } = v.parse(exportMe.response, json)
  expect(attempts).toMatchObject([{ family: 'evm', account: key.address, message }])
})
