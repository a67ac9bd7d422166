import { beforeEach, expect, test } from 'vitest'
import { type DemoTonChain, createTonChain } from '#demo/ton/chain.ts'
import { createFaultRoutes, createMultisigRoutes } from '#demo/ton/ton-demo-routes.ts'
import { TREASURY_ADDRESS, deployTreasury } from '#demo/ton/treasury.ts'
import { createAccount } from '#demo/ton/wallet/accounts.ts'

const TREASURY = TREASURY_ADDRESS.toRawString()
const SPARE = createAccount({ kind: 'spare', seed: 'seed', network: '-239' }).address
const NOBODY = `0:${'0'.repeat(64)}`

let chain: DemoTonChain

beforeEach(async () => {
  chain = await createTonChain()
  await deployTreasury(chain)
})

test('the demo returns the address and the signers of the treasury', async () => {
  expect(await (await get('/treasury')).json()).toMatchObject({ address: TREASURY, threshold: 2 })
})

test('the demo changes the signers and the threshold of the treasury', async () => {
  expect((await put(TREASURY, { signers: [SPARE], threshold: 1 })).status).toBe(200)
  const terms = await chain.multisig(TREASURY_ADDRESS)
  expect(terms?.signers.map((one) => one.toRawString())).toEqual([SPARE])
  expect(terms?.threshold).toBe(1)
  expect(terms?.proposers).toHaveLength(1)
})

test('the demo keeps the parts of the treasury that a change does not name', async () => {
  await put(TREASURY, { threshold: 3 })
  const terms = await chain.multisig(TREASURY_ADDRESS)
  expect([terms?.signers.length, terms?.threshold]).toEqual([3, 3])
})

test.each([
  ['more signers must agree than there are', TREASURY, { threshold: 4 }, 400],
  ['a signer is no address', TREASURY, { signers: ['me'] }, 400],
  ['nobody would sign', TREASURY, { signers: [] }, 400],
  ['there is no multisig', NOBODY, { threshold: 1 }, 404],
])('the demo refuses a change of the treasury where %s', async (_, address, change, status) => {
  expect((await put(address, change)).status).toBe(status)
  expect(await chain.multisig(TREASURY_ADDRESS)).toMatchObject({ threshold: 2 })
})

test('the demo answers 404 to addresses other than the treasury’s', async () => {
  expect((await get(`/multisigs/${NOBODY}`)).status).toBe(404)
  expect((await get('/multisigs/me')).status).toBe(400)
})

async function get(path: string): Promise<Response> {
  return createMultisigRoutes(chain).request(path)
}

async function put(address: string, change: object): Promise<Response> {
  return createMultisigRoutes(chain).request(`/multisigs/${address}`, {
    method: 'PUT',
    body: JSON.stringify(change),
  })
}

test('the demo lets the chain fail and come back', async () => {
  const routes = createFaultRoutes(chain)
  const set = (body: string) => routes.request('/reachable', { method: 'PUT', body })
  expect((await set('"no"')).status).toBe(400)
  await set('false')
  expect(chain.isReachable()).toBe(false)
  await set('true')
  expect(await (await routes.request('/reachable')).json()).toBe(true)
})
