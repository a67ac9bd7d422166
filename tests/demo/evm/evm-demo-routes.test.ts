import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPublicClient, http } from 'viem'
import { DEMO_PROJECT_ID } from '#demo/evm/demo-network.ts'
import { startEvmSurroundings, type EvmSurroundings } from '#demo/evm/start-evm-surroundings.ts'
import { createDemoPort } from '#demo/evm/wallet/demo-port.ts'
import { listenFor } from './listen-for.ts'

const OWNER = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'

describe('the EVM half of the demo', () => {
  let surroundings: EvmSurroundings
  let url: string
  let stop: () => Promise<void>
  beforeAll(async () => {
    const options = { hostUrl: 'http://127.0.0.1:8080', policy: 'in-app', now: Date.now } as const
    surroundings = await startEvmSurroundings(options)
    ;({ url, stop } = await listenFor(surroundings.routes))
  }, 30_000)
  afterAll(async () => {
    await stop()
    await surroundings.close()
  })

  test('tells an owner where relay and chains are', async () => {
    const [ethereum, base] = surroundings.chains
    expect(surroundings.relayUrl).toBe('ws://127.0.0.1:8080/relay')
    expect(surroundings.environment).toEqual({
      EVM: 'in-app',
      REOWN_PROJECT_ID: DEMO_PROJECT_ID,
      EVM_CHAINS: '1,8453',
      EVM_RPC_1: ethereum?.url,
      EVM_RPC_8453: base?.url,
    })
    const client = createPublicClient({ transport: http(base?.url) })
    expect(await client.getChainId()).toBe(8453)
  })

  test('gives a wallet its Safe, the same every time', async () => {
    const port = createDemoPort(url)
    const safe = await port.safeOf(OWNER)
    expect(safe).toMatchObject({ chainId: 1 })
    expect(await port.safeOf(OWNER)).toEqual(safe)
  })

  test('gives no Safe to what is no address', async () => {
    const response = await fetch(`${url}/safes/somebody`, { method: 'PUT' })
    expect(response.status).toBe(400)
  })

  test('has no Safe while nothing answers', async () => {
    expect(await createDemoPort('http://127.0.0.1:1').safeOf(OWNER)).toBeNull()
  })

  test('disturbs the relay in the two ways that it knows', async () => {
    const port = createDemoPort(url)
    await port.disturbRelay('drop', 'did:key:nobody')
    await port.disturbRelay('silence', 'did:key:nobody')
    const disturb = (how: string, body: string) =>
      fetch(`${url}/relay/${how}`, { method: 'POST', body }).then(({ status }) => status)
    expect(await disturb('explode', '{"except":"a"}')).toBe(404)
    expect(await disturb('drop', '{}')).toBe(400)
  })
})
