import { beforeEach, describe, expect, test } from 'vitest'
import { type Address, contractAddress } from '@ton/core'
import { type DemoTonChain, createTonChain } from '#demo/ton/chain.ts'
import { createToncenterRoutes } from '#demo/ton/toncenter-routes.ts'
import { walletStateInit } from '#demo/ton/wallet-state-init.ts'
import { createToncenter } from '#server/chains/toncenter.ts'

const ANCHOR_KEY = Buffer.alloc(32, 1)
const NEXT_KEY = Buffer.alloc(32, 2)

const rotatable = walletStateInit({
  contract: 'walletTg',
  publicKey: ANCHOR_KEY,
  network: '-239',
})
const address = contractAddress(0, rotatable)

describe('toncenter of the demo chain', () => {
  let chain: DemoTonChain

  beforeEach(async () => {
    chain = await createTonChain()
  })

  test('returns code and data of a deployed account', async () => {
    await chain.deploy(rotatable)
    expect(await getAddress(chain, address.toString())).toMatchObject({
      ok: true,
      result: {
        state: 'active',
        balance: '1000000000',
        code: rotatable.code?.toBoc().toString('base64'),
        data: rotatable.data?.toBoc().toString('base64'),
      },
    })
  })

  test('returns the current key of a rotatable account through its real trampoline', async () => {
    await chain.deploy(rotatable)
    expect(await currentKey(chain)).toBe(`0x${trimmed(ANCHOR_KEY)}`)
    await chain.rotateKey(address, NEXT_KEY)
    expect(await currentKey(chain)).toBe(`0x${trimmed(NEXT_KEY)}`)
  })

  test('reports a get-method that the account does not have', async () => {
    await chain.deploy(rotatable)
    expect(await runGetMethod(chain, 'seqno')).toMatchObject({ result: { exit_code: 11 } })
  })

  test('runs the get-methods of an ordinary wallet', async () => {
    const wallet = walletStateInit({ contract: 'v4r2', publicKey: NEXT_KEY, network: '-239' })
    const deployed = await chain.deploy(wallet)
    expect(await runGetMethod(chain, 'get_public_key', deployed)).toMatchObject({
      result: { exit_code: 0, stack: [['num', `0x${trimmed(NEXT_KEY)}`]] },
    })
  })

  test('refuses an invalid address and an invalid call', async () => {
    expect(await getAddress(chain, 'nobody')).toMatchObject({ ok: false, code: 422 })
    const routes = createToncenterRoutes(chain)
    const response = await routes.request('/api/v2/runGetMethod', { method: 'POST', body: '{' })
    expect(response.status).toBe(422)
  })

  test('works with the client that the server uses', async () => {
    const routes = createToncenterRoutes(chain)
    const client = createToncenter({
      network: '-239',
      apiUrl: 'http://127.0.0.1',
      apiKey: null,
      fetch: async (input, init) => routes.request(new Request(input, init)),
      retryDelayMs: 0,
    })
    const ask = async () => client.accountKey(address.toRawString())
    const block = { seqno: 1 }
    expect(await ask()).toEqual({ status: 'inactive', block })
    await chain.deploy(rotatable)
    await chain.rotateKey(address, NEXT_KEY)
    expect(await ask()).toEqual({ status: 'active', publicKey: new Uint8Array(NEXT_KEY), block })
    chain.setReachable(false)
    expect(await ask()).toEqual({ status: 'unreachable' })
    chain.setReachable(true)
    await chain.freeze(address)
    expect(await ask()).toEqual({ status: 'frozen', block })
  })
})

async function getAddress(chain: DemoTonChain, account: string): Promise<unknown> {
  const query = new URLSearchParams({ address: account })
  const path = `/api/v2/getAddressInformation?${query}`
  return (await createToncenterRoutes(chain).request(path)).json()
}

async function runGetMethod(
  chain: DemoTonChain,
  method: string,
  account: Address = address,
): Promise<unknown> {
  const response = await createToncenterRoutes(chain).request('/api/v2/runGetMethod', {
    method: 'POST',
    body: JSON.stringify({ address: account.toRawString(), method, stack: [] }),
  })
  return response.json()
}

async function currentKey(chain: DemoTonChain): Promise<unknown> {
  const { stack } = await chain.runGetMethod(address, 'get_public_key')
  const answer = await runGetMethod(chain, 'get_public_key')
  expect(answer).toMatchObject({ ok: true, result: { '@type': 'smc.runResult', exit_code: 0 } })
  expect(answer).toMatchObject({ result: { stack: [['num', expect.any(String)]] } })
  return stack[0]?.type === 'int' ? `0x${stack[0].value.toString(16)}` : null
}

/** Hex without leading zeros, in the form of a number. */
function trimmed(key: Buffer): string {
  return BigInt(`0x${key.toString('hex')}`).toString(16)
}
