import type { Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '#demo/evm/anvil.ts'
import { createSafeIndex } from '#demo/evm/safe-index.ts'
import { type DemoSafeService, createSafeService } from '#demo/evm/safe-service.ts'
import { type Safes, deploySafeContracts } from '#demo/evm/safe.ts'
import { type SafeAccount, signAsSafe } from '#demo/evm/sign-as-safe.ts'
import { type SafeTreasury, createTreasury } from '#demo/evm/treasury.ts'
import { treasuryAddress, treasuryKey } from '#demo/evm/treasury-keys.ts'
import { safeMessageHash } from '#shared/safe-message.ts'

const [ONE, TWO, THREE, SPARE] = (['owner1', 'owner2', 'owner3', 'spare'] as const).map(
  treasuryAddress,
)
const SOMEBODY = '0x000000000000000000000000000000000000dEaD'
const NOW = 1_790_000_000_000
const JSON_TYPE = { 'content-type': 'application/json' }

const getMessages = ({ address }: SafeAccount) => `/v1/safes/${address}/messages/`

describe('the stand-in for the Safe Transaction Service', () => {
  let anvil: Anvil
  let safes: Safes
  let treasury: SafeTreasury
  let service: DemoSafeService
  let text: string
  const slept: number[] = []
  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 1 })
    safes = await deploySafeContracts(anvil)
    treasury = await createTreasury(safes)
  }, 30_000)
  afterAll(() => anvil.close())
  beforeEach(async () => {
    service = createService()
    text = `A text of its own: ${Math.random()}`
    await treasury.restore()
  })

  function createService(apiKey: string | null = null) {
    return createSafeService({
      chains: [anvil],
      apiKey,
      now: () => NOW,
      sleep: async (milliseconds) => void slept.push(milliseconds),
    })
  }
  const get = async (path: string): Promise<unknown> =>
    (await service.routes.request(`/eth/api${path}`)).json()
  const getStatus = async (path: string) => (await service.routes.request(path)).status
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) }
    return service.routes.request(`/eth/api${path}`, init)
  }
  const signed = (key: Hex, safe = treasury.safe) => signAsSafe(safe, text, [key])
  const hash = () => safeMessageHash(treasury.safe, text)

  test('answers as a gateway whose chain is gone when nothing answers for the chain', async () => {
    const silent = { url: 'http://127.0.0.1:1', chainId: 1 }
    const { routes } = createSafeService({
      chains: [silent],
      now: () => NOW,
      sleep: async () => {},
    })
    const response = await routes.request(`/eth/api/v1/owners/${ONE}/safes/`)
    expect(response.status).toBe(502)
  })

  test('describes a Safe and a page of Safes as the real service does', async () => {
    const { address } = treasury.safe
    const { nonce = -1 } = (await createSafeIndex(anvil).find(address)) ?? {}
    const common = {
      address,
      threshold: 2,
      owners: [ONE, TWO, THREE],
      masterCopy: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
      fallbackHandler: '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
    }
    expect(await get(`/v1/safes/${address}/`)).toEqual({
      ...common,
      nonce: String(nonce),
      modules: [],
      guard: '0x0000000000000000000000000000000000000000',
      moduleGuard: '0x0000000000000000000000000000000000000000',
      version: '1.4.1',
    })
    expect(await get(`/v2/owners/${ONE}/safes/`)).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          ...common,
          nonce,
          guard: null,
          moduleGuard: null,
          enabledModules: [],
        },
      ],
    })
  })

  test('collects signatures of a text and prepares them in the form that the Safe accepts', async () => {
    const started = await post(getMessages(treasury.safe), {
      message: text,
      signature: await signed(treasuryKey('owner2')),
    })
    expect(started.status).toBe(201)
    const path = `/v1/messages/${hash()}`
    const second = await post(`${path}/signatures/`, {
      signature: await signed(treasuryKey('owner1')),
    })
    expect(second.status).toBe(201)
    const both = ['owner1', 'owner2'] as const
    const time = new Date(NOW).toISOString()
    const confirmation = async (person: (typeof both)[number]) => ({
      created: time,
      modified: time,
      owner: treasuryAddress(person),
      signature: await signed(treasuryKey(person)),
      signatureType: 'EOA',
    })
    const message = {
      created: time,
      modified: time,
      safe: treasury.safe.address,
      messageHash: hash(),
      message: text,
      proposedBy: TWO,
      safeAppId: null,
      confirmations: [await confirmation('owner2'), await confirmation('owner1')],
      preparedSignature: await signAsSafe(treasury.safe, text, both.map(treasuryKey)),
      origin: '{}',
    }
    expect(await get(`${path}/`)).toEqual(message)
    expect(await get(getMessages(treasury.safe))).toMatchObject({ results: [message] })
  })

  test('refuses the signature of a stranger, of a removed owner, and a second one of the same owner', async () => {
    const begin = async (key: Hex) =>
      post(getMessages(treasury.safe), { message: text, signature: await signed(key) })
    const stranger = await begin(treasuryKey('spare'))
    expect(stranger.status).toBe(400)
    expect(await stranger.json()).toEqual({
      nonFieldErrors: [`${SPARE} is not an owner of the Safe`],
    })
    await treasury.swapOwner()
    expect((await begin(treasuryKey('owner3'))).status).toBe(400)
    expect((await begin(treasuryKey('spare'))).status).toBe(201)
    expect((await begin(treasuryKey('owner1'))).status).toBe(400)
    const again = { signature: await signed(treasuryKey('spare')) }
    expect((await post(`/v1/messages/${hash()}/signatures/`, again)).status).toBe(400)
  })

  test('refuses a signature that the Safe would refuse', async () => {
    const signature = await signed(treasuryKey('owner1'))
    const asLedger = signature.replace(/1b$/, '00').replace(/1c$/, '01')
    for (const bad of [asLedger, '0x', '0xa5', `0x${'a5'.repeat(65)}`]) {
      const refused = await post(getMessages(treasury.safe), { message: text, signature: bad })
      expect(refused.status).toBe(400)
    }
    // A Safe of the first owner would stand in the lists of other tests.
    const elsewhere = await safes.create({ owners: [SOMEBODY], threshold: 1 })
    const forOther = await signed(treasuryKey('owner1'), elsewhere)
    const refused = await post(getMessages(treasury.safe), { message: text, signature: forOther })
    expect(refused.status).toBe(400)
  })

  test('answers 422 to a wrong checksum and 404 to an unknown address', async () => {
    expect(await getStatus(`/eth/api/v1/owners/${ONE?.toLowerCase()}/safes/`)).toBe(422)
    expect(await getStatus(`/eth/api/v1/safes/nobody/messages/`)).toBe(422)
    expect(await getStatus(`/eth/api/v1/messages/${hash()}/`)).toBe(404)
    expect(await getStatus(`/oeth/api/v1/owners/${ONE}/safes/`)).toBe(404)
    expect((await post(getMessages(treasury.safe), { message: { a: 1 } })).status).toBe(400)
  })

  test('requires its API key where one is set', async () => {
    service = createService('a key')
    const path = `/eth/api/v1/owners/${ONE}/safes/`
    expect(await getStatus(path)).toBe(401)
    const answer = await service.routes.request(path, {
      headers: { authorization: 'Bearer a key' },
    })
    expect(answer.status).toBe(200)
  })
})
