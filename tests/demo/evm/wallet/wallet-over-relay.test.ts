import {
  type Hex,
  createPublicClient,
  hashMessage,
  http,
  isHex,
  parseAbi,
  verifyMessage,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EvmAccountKind } from '#demo/evm/wallet/accounts.ts'
import type { SignBehaviour } from '#demo/evm/wallet/behaviour.ts'
import { parsePairingUri } from '#demo/evm/wallet/wallet-link.ts'
import { type ProviderApp, type DemoEvmWorld, startEvmWorld } from '../start-evm-world.ts'
import {
  getAccount as findAccount,
  connect as connectTo,
  propose as proposeTo,
  untilScreen as getScreen,
} from './pair.ts'

const TEXT = 'app.example wants you to sign in:\nthis links it to @ada_fisher.'
const TIMEOUT = { timeout: 10_000 }
const ABI = parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)'])

describe('the demo EVM wallet and the real WalletConnect library over the demo relay', () => {
  let world: DemoEvmWorld
  let app: ProviderApp
  let wallet: Awaited<ReturnType<DemoEvmWorld['openWallet']>>

  beforeAll(async () => {
    world = await startEvmWorld()
    wallet = await world.openWallet()
  }, 30_000)
  afterAll(() => world.close())
  beforeEach(async () => {
    app = await world.openApp()
  })

  const getAccount = (kind: EvmAccountKind) => findAccount(wallet, kind)
  const propose = (chainIds?: readonly number[]) => proposeTo(app, wallet, chainIds)
  const connect = (choice: Parameters<typeof connectTo>[2]) => connectTo(app, wallet, choice)
  const untilScreen = (screen: string) => getScreen(wallet, screen)

  test('shows the requesting app, connects and signs with a key', async () => {
    const connected = await propose([1, 8453, 137])
    expect(wallet.view.get()).toMatchObject({
      screen: 'connect',
      proposal: { app: { name: 'Clasp', url: 'http://127.0.0.1:4000' }, chainIds: [1, 8453, 137] },
    })
    await wallet.connect({ account: 'main', behaviour: 'honest' })
    const { namespaces } = await connected.session
    const { address } = getAccount('main')
    expect(namespaces['eip155']).toMatchObject({
      accounts: [`eip155:1:${address}`, `eip155:8453:${address}`],
      methods: ['personal_sign', 'eth_signTypedData_v4'],
    })
    const signature = ask(address)
    await untilScreen('sign')
    expect(wallet.view.get()).toMatchObject({ request: { text: TEXT, app: { name: 'Clasp' } } })
    await wallet.sign('honest')
    expect(await verifyMessage({ address, message: TEXT, signature: await signature })).toBe(true)
    expect(wallet.view.get()).toEqual({ screen: 'done', outcome: 'signed' })
  })

  test('signs as a Safe, which accepts the signature', async () => {
    await connect({ account: 'safe' })
    const { address } = getAccount('safe')
    expect(app.session?.namespaces['eip155']?.accounts).toEqual([`eip155:1:${address}`])
    const client = createPublicClient({ transport: http(world.anvil.url) })
    const args = [hashMessage(TEXT), await signed(address, 'honest')] as const
    expect(
      await client.readContract({ address, abi: ABI, functionName: 'isValidSignature', args }),
    ).toBe('0x1626ba7e')
  })

  test('reports no common chain to an app that requests other chains', async () => {
    const { session } = await propose([137])
    await wallet.connect({ account: 'safe', behaviour: 'honest' })
    await expect(session).rejects.toMatchObject({ code: 5100 })
    expect(wallet.view.get()).toEqual({ screen: 'done', outcome: 'refused' })
  })

  test('notifies the app when the person rejects a connection or a text', async () => {
    const { session } = await propose()
    await wallet.reject()
    await expect(session).rejects.toMatchObject({ code: 5000 })
    await connect({ account: 'second' })
    const signature = ask(getAccount('second').address)
    signature.catch(() => {})
    await untilScreen('sign')
    await wallet.reject()
    await expect(signature).rejects.toMatchObject({ code: 4001 })
  })

  test.each([
    ['wrong-key', 65],
    ['altered-text', 65],
    ['garbage-signature', 65],
    ['empty-signature', 0],
    ['oversized-signature', 17 * 1024],
  ] as const)('makes an invalid signature with %s', async (behaviour, bytes) => {
    await connect({ account: 'main' })
    const { address } = getAccount('main')
    const signature = await signed(address, behaviour)
    expect((signature.length - 2) / 2).toBe(bytes)
    const verdict = verifyMessage({ address, message: TEXT, signature }).catch(() => false)
    expect(await verdict).toBe(false)
  })

  test.each(['drop-relay', 'silence-relay'] as const)(
    'delivers an answer after %s once the connection is back',
    async (behaviour) => {
      await connect({ account: 'main' })
      const signature = ask(getAccount('main').address)
      await untilScreen('sign')
      await wallet.sign(behaviour)
      expect(wallet.view.get()).toEqual({ screen: 'done', outcome: 'signed' })
      if (behaviour === 'silence-relay') await app.client.core.relayer.restartTransport()
      expect(await signature).toMatch(/^0x/)
    },
    20_000,
  )

  test('connects as a wallet that signs nothing or only texts, and on another chain', async () => {
    await connect({ account: 'main', behaviour: 'without-signing' })
    expect(app.session?.namespaces['eip155']?.methods).toEqual(['eth_sendTransaction'])
    await connect({ account: 'main', behaviour: 'texts-only' })
    expect(app.session?.namespaces['eip155']?.methods).toEqual(['personal_sign'])
    await connect({ account: 'main', behaviour: 'other-chain' })
    expect(app.session?.namespaces['eip155']?.chains).toEqual(['eip155:100'])
  })

  test('offers all its accounts, and moves a connection to another chain: first the accounts, then the event', async () => {
    await connect({ account: 'main', behaviour: 'every-account' })
    const { topic = '', namespaces } = app.session ?? {}
    const addresses = wallet.accounts.flatMap((one) => ('key' in one ? one.address : []))
    expect(namespaces?.['eip155']?.accounts).toHaveLength(2 * addresses.length)
    const events: unknown[] = []
    app.client.on('session_update', ({ params }) =>
      events.push(params.namespaces['eip155']?.accounts),
    )
    app.client.on('session_event', ({ params }) => events.push(params))
    await wallet.switchChain(topic, 100)
    const accounts = addresses.map((address) => `eip155:100:${address}`)
    const event = { chainId: 'eip155:100', event: { name: 'chainChanged', data: 100 } }
    await expect.poll(() => events, TIMEOUT).toEqual([accounts, event])
    expect(wallet.connected.get().find((one) => one.topic === topic)?.chainIds).toEqual([100])
  })

  test('can switch only a connection that it has', async () => {
    await connect({ account: 'main' })
    const before = wallet.connected.get()
    await wallet.switchChain('f'.repeat(64), 100)
    expect(wallet.connected.get()).toEqual(before)
  })

  test('ends the session instead of signing', async () => {
    await connect({ account: 'main' })
    const topic = app.session?.topic
    expect(wallet.connected.get().map((one) => one.topic)).toContain(topic)
    ask(getAccount('main').address).catch(() => {})
    await untilScreen('sign')
    await wallet.sign('disconnect')
    await expect.poll(() => app.session, TIMEOUT).toBeUndefined()
    expect(wallet.connected.get().map((one) => one.topic)).not.toContain(topic)
  })

  test('holds an answer back until it is released', async () => {
    const { session } = await propose()
    const connected = wallet.connect({ account: 'main', behaviour: 'wait-until-asked' })
    expect(wallet.view.get()).toEqual({ screen: 'waiting', until: 'asked' })
    wallet.answerNow()
    await connected
    expect((await session).topic).toBeDefined()
  })

  test('does not return to a request that its library announces again after a reload', async () => {
    await connect({ account: 'main', behaviour: 'honest' })
    const signature = ask(getAccount('main').address)
    await untilScreen('sign')
    const signing = wallet.sign('wait-until-asked')
    const { kit } = wallet
    const request = kit.getPendingSessionRequests().at(-1) ?? expect.fail('nothing is pending')
    kit.engine.signClient.events.emit('session_request', request)
    expect(wallet.view.get()).toEqual({ screen: 'waiting', until: 'asked' })
    wallet.answerNow()
    await signing
    expect(isHex(await signature)).toBe(true)
  })

  test('reports methods that it does not support', async () => {
    await connect({ account: 'main', behaviour: 'without-signing' })
    const transaction = app.request({ method: 'eth_sendTransaction', params: [{}] }, 'eip155:1')
    await expect(transaction).rejects.toMatchObject({ code: 5101 })
  })

  test('recognises a used link', async () => {
    const { uri, session } = await propose()
    await wallet.connect({ account: 'main', behaviour: 'honest' })
    await session
    await wallet.open(parsePairingUri(uri))
    expect(wallet.view.get()).toEqual({ screen: 'stale-link' })
  })

  async function ask(address: string): Promise<Hex> {
    const params = [`0x${Buffer.from(TEXT).toString('hex')}`, address]
    const signature: unknown = await app.request({ method: 'personal_sign', params }, 'eip155:1')
    if (!isHex(signature)) throw new Error('the answer is no signature')
    return signature
  }

  async function signed(address: string, behaviour: SignBehaviour): Promise<Hex> {
    const signature = ask(address)
    await untilScreen('sign')
    await wallet.sign(behaviour)
    return signature
  }
})
