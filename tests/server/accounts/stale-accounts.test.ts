import { randomBytes } from 'node:crypto'
import type { Hex } from 'viem'
import { getAddress } from 'viem/utils'
import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { checkAccounts } from '#server/accounts/check-accounts.ts'
import { createEvmChains } from '#server/chains/evm.ts'
import { createLog } from '#server/log/log.ts'
import { listUserWallets } from '#shared/api/host/host-wallet.ts'
import { ACCOUNT_MAX_AGE_MS } from '#shared/limits.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import type { TestServer } from '#tests/support/test-server.ts'
import { ODD_CONTRACTS, delegationTo } from '#tests/support/evm-contracts.ts'
import {
  ALWAYS_REVERTS,
  ALWAYS_YES,
  BASE,
  ETHEREUM,
  evmCalls,
  startEvmWorld,
} from '../http/evm-harness.ts'
import { ADA } from '#tests/support/people.ts'

const HOUR_MS = 60 * 60_000
const LEASE_MS = 5 * 60_000
const SIGNATURE: Hex = `0x${'5a'.repeat(65)}`

const world = shareAmongTests(startEvmWorld)
let server: TestServer
let calls: ReturnType<typeof evmCalls>
let ada: string
let contract: Hex

beforeEach(async () => {
  server = await world().startServer()
  calls = evmCalls(server)
  ada = await server.signIn(ADA)
  contract = getAddress(`0x${randomBytes(20).toString('hex')}`)
  await world().setCode(contract, ALWAYS_YES)
})

async function link(address: Hex = contract, chainId = ETHEREUM) {
  const { id } = await calls.fixed(ada, { address, chainId })
  expect((await calls.prove(ada, id, SIGNATURE)).status).toBe(201)
}

/** Runs a round of the schedule; returns how many links were due. */
function round(deps: { url?: string } = {}) {
  const { store, clock } = server
  const chains = [{ id: ETHEREUM, rpcUrls: [deps.url ?? world().anvil.url] as const }]
  return checkAccounts(
    {
      store,
      evmChains: createEvmChains({ chains, fetch }),
      now: () => clock.now,
      log: createLog('silent'),
      onEvent: () => void (server.events.count += 1),
    },
    new AbortController().signal,
  )
}

async function findStaleAt(): Promise<string | null | undefined> {
  const [wallet] = (await server.store.listWallets((await getMember()).id)).map(({ staleAt }) =>
    staleAt === null ? null : new Date(staleAt).toISOString(),
  )
  return wallet
}

async function getMember() {
  const user = await server.store.findUserByTelegramId(String(ADA.id))
  if (!user) throw new Error('she has signed in')
  return user
}

const nowText = () => new Date(server.clock.now).toISOString()

async function staleEvents() {
  const receipts = await server.store.leaseReceipts(server.clock.now, server.clock.now + 1, 100)
  return receipts.flatMap(({ event }) => (event.type === 'wallet.stale' ? [event.reason] : []))
}

describe('a linked contract account on the schedule', () => {
  test('attack: a former owner’s link goes stale once the account refuses their signature, with one event', async () => {
    await link()
    await world().setCode(contract, ALWAYS_REVERTS)
    server.clock.now += ACCOUNT_MAX_AGE_MS
    expect(await round()).toBe(1)
    expect(await findStaleAt()).toBe(nowText())
    server.clock.now += HOUR_MS
    expect(await round()).toBe(0)
    expect(await staleEvents()).toEqual(['not-accepted'])
  })

  test('is asked once an hour, and its link holds as long as it accepts', async () => {
    await link()
    server.clock.now += ACCOUNT_MAX_AGE_MS - 1
    expect(await round()).toBe(0)
    server.clock.now += 1
    expect(await round()).toBe(1)
    expect(await round()).toBe(0)
    server.clock.now += ACCOUNT_MAX_AGE_MS
    expect(await round()).toBe(1)
    expect(await findStaleAt()).toBeNull()
  })

  test('the link stays as it is while its chain is silent, and is checked again after the lease', async () => {
    await link()
    await world().setCode(contract, ALWAYS_REVERTS)
    server.clock.now += ACCOUNT_MAX_AGE_MS
    expect(await round({ url: 'http://127.0.0.1:1' })).toBe(1)
    expect(await findStaleAt()).toBeNull()
    server.clock.now += LEASE_MS - 1
    expect(await round()).toBe(0)
    server.clock.now += 1
    expect(await round()).toBe(1)
    expect(await findStaleAt()).toBe(nowText())
  })

  test('a link whose account a node does not show goes stale only when the account is still gone an hour later', async () => {
    await link()
    await world().setCode(contract, '0x')
    server.clock.now += ACCOUNT_MAX_AGE_MS
    await round()
    expect(await findStaleAt()).toBeNull()
    server.clock.now += HOUR_MS
    await round()
    expect(await findStaleAt()).toBe(nowText())
    expect(await staleEvents()).toEqual(['not-recognised'])
  })

  test('a link holds when a lagging node did not show its account for a moment', async () => {
    await link()
    await world().setCode(contract, '0x')
    server.clock.now += ACCOUNT_MAX_AGE_MS
    await round()
    await world().setCode(contract, ALWAYS_YES)
    server.clock.now += HOUR_MS
    await round()
    await world().setCode(contract, '0x')
    server.clock.now += ACCOUNT_MAX_AGE_MS
    await round()
    expect(await findStaleAt()).toBeNull()
  })

  test('a link goes stale when its address became a key’s (EIP-7702) and refuses', async () => {
    await link()
    const reverts = getAddress(`0x${randomBytes(20).toString('hex')}`)
    await world().setCode(reverts, ALWAYS_REVERTS)
    await world().setCode(contract, delegationTo(reverts))
    server.clock.now += ACCOUNT_MAX_AGE_MS
    await round()
    expect(await findStaleAt()).toBe(nowText())
  })

  test('attack: an account that burns its gas keeps no other link from being judged', async () => {
    await link()
    const burner = getAddress(`0x${randomBytes(20).toString('hex')}`)
    await world().setCode(burner, ALWAYS_YES)
    await link(burner)
    await world().setCode(burner, ODD_CONTRACTS.loops)
    server.clock.now += ACCOUNT_MAX_AGE_MS
    expect(await round()).toBe(2)
    const wallets = await server.store.listWallets((await getMember()).id)
    const holding = wallets.filter(({ staleAt }) => staleAt === null)
    expect(wallets).toHaveLength(2)
    expect(holding.map(({ address }) => address)).toEqual([contract])
  })

  test('a link that is proven anew holds again, and is checked again', async () => {
    await link()
    await world().setCode(contract, ALWAYS_REVERTS)
    server.clock.now += ACCOUNT_MAX_AGE_MS
    await round()
    await world().setCode(contract, ALWAYS_YES)
    await link()
    expect(await findStaleAt()).toBeNull()
    await world().setCode(contract, ALWAYS_REVERTS)
    server.clock.now += ACCOUNT_MAX_AGE_MS
    await round()
    expect(await findStaleAt()).toBe(nowText())
  })
})

async function readByHost() {
  const token = await server.newKey()
  const { json } = await calls.send('GET', `/v1/users/${ADA.id}/wallets`, { token })
  return v.parse(listUserWallets.response, json).wallets
}

describe('an API that reads linked contract accounts', () => {
  test('checks a link first where its last verdict is older than an hour', async () => {
    await link()
    await world().setCode(contract, ALWAYS_REVERTS)
    server.clock.now += ACCOUNT_MAX_AGE_MS
    expect(await readByHost()).toMatchObject([{ staleAt: null }])
    server.clock.now += 1
    expect(await readByHost()).toMatchObject([{ staleAt: nowText() }])
    expect(await staleEvents()).toEqual(['not-accepted'])
  })

  test('shows a stale link to its member, too', async () => {
    await link()
    await world().setCode(contract, ALWAYS_REVERTS)
    server.clock.now += ACCOUNT_MAX_AGE_MS + 1
    expect(await calls.getWallets(ada)).toMatchObject([{ staleAt: nowText() }])
  })

  test('checks all links of one chain with one request, and with none within the next hour', async () => {
    await link()
    const other = getAddress(`0x${randomBytes(20).toString('hex')}`)
    await world().setCodeOn(BASE, other, ALWAYS_YES)
    await link(other, BASE)
    const third = getAddress(`0x${randomBytes(20).toString('hex')}`)
    await world().setCode(third, ALWAYS_YES)
    await link(third)
    server.clock.now += ACCOUNT_MAX_AGE_MS + 1
    const before = world().rpc.asked
    await readByHost()
    expect(world().rpc.asked - before).toBe(2)
    await readByHost()
    expect(world().rpc.asked - before).toBe(2)
  })

  test('asks once for all readers at the same time', async () => {
    await link()
    server.clock.now += ACCOUNT_MAX_AGE_MS + 1
    const release = world().hold()
    const before = world().rpc.asked
    const readers = Array.from({ length: 5 }, readByHost)
    await expect.poll(() => world().rpc.asked - before).toBe(1)
    await Promise.all(readers)
    expect(world().rpc.asked - before).toBe(1)
    release()
  })

  test('shows a link as it was where its chain does not answer in time', async () => {
    await link()
    await world().setCode(contract, ALWAYS_REVERTS)
    server.clock.now += ACCOUNT_MAX_AGE_MS + 1
    world().rpc.isUp = false
    expect(await readByHost()).toMatchObject([{ staleAt: null }])
    world().rpc.isUp = true
    expect(await readByHost()).toMatchObject([{ staleAt: nowText() }])
  })
})
