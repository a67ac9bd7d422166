import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPublicClient, hashMessage, http, parseAbi } from 'viem'
import { DEMO_PROJECT_ID } from '#demo/evm/demo-network.ts'
import { startEvmServices, type EvmServices } from '#demo/evm/start-evm-services.ts'
import { createDemoPort } from '#demo/evm/wallet/demo-port.ts'
import { listenHere } from '#tests/support/listen-here.ts'

const OWNER = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'

describe('the EVM half of the demo', () => {
  let services: EvmServices
  let url: string
  let close: () => Promise<void>
  beforeAll(async () => {
    const options = {
      messengerUrl: 'http://127.0.0.1:8080',
      policy: 'in-app',
      now: Date.now,
    } as const
    services = await startEvmServices(options)
    ;({ url, close } = await listenHere(services.routes))
  }, 30_000)
  afterAll(async () => {
    await close()
    await services.close()
  })

  const ask = (path: string, body: object = {}) =>
    fetch(`${url}/treasury/${path}`, { method: 'POST', body: JSON.stringify(body) })
  const setFault = (fault: string) =>
    fetch(`${url}/safe-service/fault`, { method: 'PUT', body: JSON.stringify({ fault }) })

  test('returns the addresses of relay and chains to an owner', async () => {
    const [ethereum, base] = services.chains
    expect(services.relayUrl).toBe('ws://127.0.0.1:8080/relay')
    expect(services.environment).toEqual({
      EVM: 'in-app',
      REOWN_PROJECT_ID: DEMO_PROJECT_ID,
      EVM_CHAINS: '1,8453',
      EVM_RPC_1: ethereum?.url,
      EVM_RPC_8453: base?.url,
      SAFE_API_URL: 'http://127.0.0.1:8080/safe-api',
    })
    const client = createPublicClient({ transport: http(base?.url) })
    expect(await client.getChainId()).toBe(8453)
  })

  test('returns the same Safe for a wallet every time', async () => {
    const port = createDemoPort({ demoUrl: url, serviceUrl: url })
    const safe = await port.findSafe(OWNER)
    expect(safe).toMatchObject({ chainId: 1 })
    expect(await port.findSafe(OWNER)).toEqual(safe)
  })

  test('returns no Safe for an invalid address', async () => {
    const response = await fetch(`${url}/safes/somebody`, { method: 'PUT' })
    expect(response.status).toBe(400)
  })

  test('returns no Safe while the chain does not answer', async () => {
    const nowhere = 'http://127.0.0.1:1'
    expect(
      await createDemoPort({ demoUrl: nowhere, serviceUrl: nowhere }).findSafe(OWNER),
    ).toBeNull()
  })

  test('changes the treasury, whose address is the same in every world, and restores it', async () => {
    const { treasury } = services
    expect(treasury.safe).toEqual({
      chainId: 1,
      address: '0x6F337aD2B6092FC0f5A700f79fC901b182672183',
    })
    const first = {
      ...treasury.safe,
      owners: ['owner1', 'owner2', 'owner3'],
      threshold: 2,
      modules: 0,
    }
    expect(await (await fetch(`${url}/treasury`)).json()).toEqual(first)
    const swapped = await ask('swap-owner', { from: 'owner3', to: 'spare' })
    const owners = ['owner1', 'owner2', 'spare']
    expect(await swapped.json()).toEqual({ ...first, owners })
    expect((await ask('swap-owner', { from: 'owner3', to: 'spare' })).status).toBe(409)
    expect((await ask('swap-owner', { from: 'nobody', to: 'spare' })).status).toBe(400)
    expect(await (await ask('raise-threshold')).json()).toEqual({ ...first, owners, threshold: 3 })
    expect(await (await ask('enable-module')).json()).toMatchObject({ modules: 1 })
    expect((await ask('enable-module')).status).toBe(409)
    expect(await (await ask('restore')).json()).toEqual(first)
    expect((await ask('explode')).status).toBe(404)
  })

  test('signs a text on the chain as the treasury', async () => {
    const { safe } = services.treasury
    const hash = hashMessage('A text for the treasury')
    const accepted = () =>
      createPublicClient({ transport: http(services.chains[0]?.url, { retryCount: 0 }) })
        .readContract({
          address: safe.address,
          abi: parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)']),
          functionName: 'isValidSignature',
          args: [hash, '0x'],
        })
        .catch(() => 'refused')
    expect(await accepted()).toBe('refused')
    expect((await ask('sign-on-chain', { hash })).status).toBe(200)
    expect(await accepted()).toBe('0x1626ba7e')
    expect((await ask('sign-on-chain', { hash: '0xa5' })).status).toBe(400)
  })

  test('makes the Transaction Service fail on request', async () => {
    const { safeService, treasury } = services
    const status = async () =>
      (await safeService.routes.request(`/eth/api/v1/safes/${treasury.safe.address}/`)).status
    expect((await setFault('down')).status).toBe(200)
    expect(await status()).toBe(502)
    expect((await setFault('none')).status).toBe(200)
    expect(await status()).toBe(200)
    expect((await setFault('odd')).status).toBe(400)
  })

  test('disturbs the relay in both supported ways', async () => {
    const port = createDemoPort({ demoUrl: url, serviceUrl: url })
    await port.disturbRelay('drop', 'did:key:nobody')
    await port.disturbRelay('silence', 'did:key:nobody')
    const disturb = (how: string, body: string) =>
      fetch(`${url}/relay/${how}`, { method: 'POST', body }).then(({ status }) => status)
    expect(await disturb('explode', '{"except":"a"}')).toBe(404)
    expect(await disturb('drop', '{}')).toBe(400)
  })
})
