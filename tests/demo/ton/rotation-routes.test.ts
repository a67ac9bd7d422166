import { beforeAll, expect, test } from 'vitest'
import { createTonChain } from '#demo/ton/chain.ts'
import { createRotationRoutes } from '#demo/ton/ton-demo-routes.ts'
import { createAccount } from '#demo/ton/wallet/accounts.ts'

const account = createAccount({ kind: 'rotatable', seed: 'seed', network: '-239' })
const KEY = '5a'.repeat(32)

let routes: ReturnType<typeof createRotationRoutes>

beforeAll(async () => {
  routes = createRotationRoutes(await createTonChain())
})

test.each([
  ['a first state that is no bag of cells', { stateInit: 'AAAA' }],
  ['a key that is none', { publicKey: 'key' }],
])('the demo refuses a key change with %s', async (_, change) => {
  expect((await changeKey(account.address, change)).status).toBe(400)
})

test('the demo refuses a key change for an address that is not the hash of the first state', async () => {
  expect((await changeKey(`0:${'0'.repeat(64)}`)).status).toBe(400)
})

test('the demo deploys the account with a key change', async () => {
  const path = `/rotatable/${account.address}`
  expect(await (await routes.request(path)).json()).toEqual({ state: 'inactive' })
  expect((await changeKey(account.address)).status).toBe(200)
  expect(await (await routes.request(path)).json()).toEqual({ state: 'active', publicKey: KEY })
})

async function changeKey(address: string, change: object = {}): Promise<Response> {
  return routes.request(`/rotatable/${address}/key`, {
    method: 'PUT',
    body: JSON.stringify({ stateInit: account.stateInit, publicKey: KEY, ...change }),
  })
}
