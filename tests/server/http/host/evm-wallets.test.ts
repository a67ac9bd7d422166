import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { findWallets, listUserWallets } from '#shared/api/host/host-wallet.ts'
import { HostProblemSchema } from '#shared/host-problem.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import type { TestServer } from '#tests/support/test-server.ts'
import { ALWAYS_YES, ETHEREUM, evmCalls, getKey, startEvmWorld } from '../evm-harness.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const world = shareAmongTests(startEvmWorld)
let server: TestServer
let calls: ReturnType<typeof evmCalls>
let token: string

beforeEach(async () => {
  server = await world().startServer()
  calls = evmCalls(server)
  token = await server.newKey()
})

const key = getKey(5)
const contract = '0x00000000000000000000000000000000C0FFEE02'

async function find(address: string) {
  const response = await server.call('GET', `/v1/wallets/evm/${address}`, { token })
  const json: unknown = await response.json()
  return { status: response.status, json }
}

async function found(address: string) {
  const { status, json } = await find(address)
  expect(status).toBe(200)
  return v.parse(findWallets.response, json).data
}

describe('the host API, about an EVM wallet,', () => {
  test('shows an EVM wallet’s address with checksum, its chain only if it is a contract, and no label', async () => {
    const { attempt } = await calls.link(await server.signIn(ADA), key)
    const response = await server.call('GET', `/v1/users/${ADA.id}/wallets`, { token })
    const { wallets } = v.parse(listUserWallets.response, await response.json())
    const { label: _label, ...shown } = { label: null, ...attempt.wallet }
    const account = `eip155:1:${key.address}`
    expect(wallets).toEqual([{ ...shown, displayAddress: key.address, account, signerOf: [] }])
    expect(wallets[0]).toMatchObject({ family: 'evm', chainId: null })
  })

  test.each([
    ['with its checksum', key.address],
    ['in lower case', key.address.toLowerCase()],
    ['in upper case', `0x${key.address.slice(2).toUpperCase()}`],
    [
      'in any case',
      `0x${key.address.slice(2, 20).toUpperCase()}${key.address.slice(20).toLowerCase()}`,
    ],
  ])('finds a wallet by its address %s', async (_, address) => {
    await calls.link(await server.signIn(ADA), key)
    const [held, ...others] = await found(address)
    expect(others).toEqual([])
    expect(held).toMatchObject({
      family: 'evm',
      address: key.address,
      user: { telegramId: String(ADA.id) },
    })
  })

  test('finds a contract with everybody who has it', async () => {
    await world().setCode(contract, ALWAYS_YES)
    for (const user of [ADA, ILYA]) {
      const member = await server.signIn(user)
      const { id } = await calls.fixed(member, { address: contract })
      await calls.prove(member, id, '0x')
      server.clock.now += 1_000
    }
    const held = await found(contract)
    expect(held.map(({ user }) => user.telegramId)).toEqual([String(ADA.id), String(ILYA.id)])
    expect(held).toMatchObject([{ chainId: ETHEREUM }, { chainId: ETHEREUM }])
  })

  test.each([
    ['too short', key.address.slice(0, -1)],
    ['too long', `${key.address}0`],
    ['without 0x', key.address.slice(2)],
    ['with other letters', `${key.address.slice(0, -1)}g`],
    ['of TON', `0:${'1'.repeat(64)}`],
  ])('refuses to search by an address %s', async (_, address) => {
    const { status, json } = await find(address)
    expect(status).toBe(400)
    expect(v.parse(HostProblemSchema, json).code).toBe('bad-request')
  })

  test('finds no EVM wallet under TON', async () => {
    await calls.link(await server.signIn(ADA), key)
    const response = await server.call('GET', `/v1/wallets/ton/${key.address}`, { token })
    expect(response.status).toBe(400)
  })
})
