import {
  type Hex,
  createPublicClient,
  hashMessage,
  http,
  isHex,
  parseAbi,
  recoverTypedDataAddress,
  slice,
} from 'viem'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import type { EvmAccountKind } from '#demo/evm/wallet/accounts.ts'
import type { SignBehaviour } from '#demo/evm/wallet/behaviour.ts'
import type { DemoEvmWallet } from '#demo/evm/wallet/wallet.ts'
import { safeMessageHash, safeTypedData } from '#shared/safe-message.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import { type ProviderApp, startEvmWorld } from '../start-evm-world.ts'
import { getAccount, connect, untilScreen } from './pair.ts'

const TEXT = 'app.example wants you to sign in:\nthis links the treasury to @ada_fisher.'
const ABI = parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)'])
const PreparedSchema = v.object({ preparedSignature: v.custom<Hex>((value) => isHex(value)) })
const DOMAIN_TYPE = [
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

describe('the demo EVM wallet and the treasury', () => {
  const world = shareAmongTests(startEvmWorld)
  let app: ProviderApp
  let wallet: DemoEvmWallet

  beforeEach(async () => {
    app = await world().openApp()
    // An unanswered request would block the requests of the next test.
    wallet = await world().openWallet()
    await world().treasury.restore()
  })

  const getAddress = (kind: EvmAccountKind) => getAccount(wallet, kind).address
  const getData = (text = TEXT) => safeTypedData(world().treasury.safe, text)
  const isAccepted = (text: string, signature: Hex) =>
    createPublicClient({ transport: http(world().anvil.url, { retryCount: 0 }) })
      .readContract({
        address: world().treasury.safe.address,
        abi: ABI,
        functionName: 'isValidSignature',
        args: [hashMessage(text), signature],
      })
      .then((value) => value === '0x1626ba7e')
      .catch(() => false)

  async function request(method: string, params: readonly unknown[]): Promise<Hex> {
    const answer: unknown = await app.request({ method, params: [...params] }, 'eip155:1')
    if (!isHex(answer)) throw new Error('the answer is no signature')
    return answer
  }

  /** Sends an app's request. Handles the rejection here, so that an early refusal is not an unhandled error of the test. */
  function asked(method: string, params: readonly unknown[]): Promise<Hex> {
    const signature = request(method, params)
    signature.catch(() => {})
    return signature
  }

  const askForData = (kind: EvmAccountKind, data: object = inFull(getData())) =>
    asked('eth_signTypedData_v4', [getAddress(kind), JSON.stringify(data)])
  const askForText = (text: string) =>
    asked('personal_sign', [`0x${Buffer.from(text).toString('hex')}`, getAddress('treasury')])

  async function signedData(kind: EvmAccountKind, behaviour: SignBehaviour): Promise<Hex> {
    const signature = askForData(kind)
    await untilScreen(wallet, 'sign')
    await wallet.sign(behaviour)
    return signature
  }

  const recovered = (signature: Hex) => recoverTypedDataAddress({ ...getData(), signature })

  test('holds the accounts of all owners, the spare owner and the treasury', () => {
    expect(wallet.accounts.map(({ kind }) => kind)).toEqual([
      'main',
      'second',
      'owner1',
      'owner2',
      'owner3',
      'spare',
      'safe',
      'treasury',
    ])
    expect(getAddress('treasury')).toBe(world().treasury.safe.address)
  })

  test('gives the same owners to every wallet', async () => {
    const other = await world().openWallet('another seed')
    expect(getAccount(other, 'owner1').address).toBe(getAddress('owner1'))
    expect(getAccount(other, 'main').address).not.toBe(getAddress('main'))
  })

  test('shows an owner the Safe, the chain and the hash, and makes a signature that the Safe accepts', async () => {
    await connect(app, wallet, { account: 'owner1' })
    const first = askForData('owner1')
    await untilScreen(wallet, 'sign')
    expect(wallet.view.get()).toMatchObject({
      request: {
        kind: 'safe-message',
        data: {
          domain: { chainId: 1, verifyingContract: getAddress('treasury') },
          message: { message: hashMessage(TEXT) },
        },
      },
    })
    await wallet.sign('honest')
    expect(await recovered(await first)).toBe(getAddress('owner1'))
    await connect(app, wallet, { account: 'owner2' })
    const second = await signedData('owner2', 'honest')
    const sorted = [
      { owner: getAddress('owner1'), signature: await first },
      { owner: getAddress('owner2'), signature: second },
    ].toSorted((one, other) => (one.owner.toLowerCase() < other.owner.toLowerCase() ? -1 : 1))
    const both: Hex = `0x${sorted.map(({ signature }) => signature.slice(2)).join('')}`
    expect(await isAccepted(TEXT, both)).toBe(true)
  })

  test.each([
    'wrong-key',
    'altered-message',
    'for-other-safe',
    'for-other-chain',
    'garbage-signature',
    'empty-signature',
    'oversized-signature',
  ] as const)('makes an invalid signature of a Safe message with %s', async (behaviour) => {
    await connect(app, wallet, { account: 'owner1' })
    const signature = await signedData('owner1', behaviour)
    const signer = await recovered(signature).catch(() => null)
    expect(signer).not.toBe(getAddress('owner1'))
  })

  test('ends a signature with 0 or 1 as some hardware wallets do', async () => {
    await connect(app, wallet, { account: 'owner1' })
    const plain = await signedData('owner1', 'honest')
    const old = await signedData('owner1', 'recovery-id')
    expect(slice(old, 0, 64)).toBe(slice(plain, 0, 64))
    expect(Number(slice(old, 64))).toBe(Number(slice(plain, 64)) - 27)
  })

  test('reports that it does not support the method', async () => {
    await connect(app, wallet, { account: 'owner1' })
    const refused = signedData('owner1', 'unsupported-method')
    await expect(refused).rejects.toMatchObject({ code: 4200 })
  })

  test('reads the fields of the domain from their type, as other wallets do', async () => {
    await connect(app, wallet, { account: 'owner1' })
    const { types, ...rest } = inFull(getData())
    const signature = askForData('owner1', { ...rest, types: { SafeMessage: types.SafeMessage } })
    await untilScreen(wallet, 'sign')
    await wallet.sign('honest')
    expect(await recovered(await signature)).not.toBe(getAddress('owner1'))
  })

  test.each([
    [
      'of another kind',
      {
        ...inFull(safeTypedData({ chainId: 1, address: `0x${'a'.repeat(40)}` }, '')),
        primaryType: 'Permit',
      },
    ],
    [
      'for a chain on which it is not asked',
      inFull(safeTypedData({ chainId: 8453, address: `0x${'a'.repeat(40)}` }, '')),
    ],
  ])('refuses typed data %s', async (_, data) => {
    await connect(app, wallet, { account: 'owner1' })
    await expect(askForData('owner1', data)).rejects.toMatchObject({ code: -32_602 })
  })

  test('refuses to sign typed data as a contract', async () => {
    await connect(app, wallet, { account: 'treasury' })
    await expect(askForData('treasury')).rejects.toMatchObject({ code: 4200 })
  })

  test('answers as the treasury after its owners have signed one by one', async () => {
    await connect(app, wallet, { account: 'treasury' })
    expect(app.session?.namespaces['eip155']?.accounts).toEqual([
      `eip155:1:${getAddress('treasury')}`,
    ])
    const text = `${TEXT} In turn.`
    const signature = askForText(text)
    await untilScreen(wallet, 'sign')
    await wallet.sign('honest')
    expect(wallet.view.get()).toMatchObject({
      screen: 'collecting',
      signed: ['owner1'],
      next: 'owner2',
    })
    await wallet.signNext()
    expect(wallet.view.get()).toEqual({ screen: 'done', outcome: 'signed' })
    expect(await isAccepted(text, await signature)).toBe(true)
  })

  test('requests signatures from the current owners', async () => {
    await world().treasury.swapOwner({ from: 'owner1', to: 'spare' })
    await world().treasury.raiseThreshold()
    await connect(app, wallet, { account: 'treasury' })
    const text = `${TEXT} All of now.`
    const signature = askForText(text)
    await untilScreen(wallet, 'sign')
    await wallet.sign('honest')
    await wallet.signNext()
    expect(wallet.view.get()).toMatchObject({ signed: ['spare', 'owner2'], next: 'owner3' })
    await wallet.signNext()
    expect(await isAccepted(text, await signature)).toBe(true)
  })

  test('leaves signatures in the Transaction Service when the tab is closed', async () => {
    await connect(app, wallet, { account: 'treasury' })
    const text = `${TEXT} Too late.`
    const signature = askForText(text)
    await untilScreen(wallet, 'sign')
    await wallet.sign('tab-closed')
    await expect(signature).rejects.toMatchObject({ code: 4001 })
    const path = `/eth/api/v1/messages/${safeMessageHash(world().treasury.safe, text)}/`
    const answer: unknown = await (await world().safeService.routes.request(path)).json()
    expect(answer).toMatchObject({ confirmations: [{}, {}] })
    const { preparedSignature } = v.parse(PreparedSchema, answer)
    expect(await isAccepted(text, preparedSignature)).toBe(true)
  })

  test('waits as the treasury while the Transaction Service is down and continues afterwards', async () => {
    await connect(app, wallet, { account: 'treasury' })
    const text = `${TEXT} Down for a while.`
    const signature = askForText(text)
    await untilScreen(wallet, 'sign')
    await wallet.sign('honest')
    world().safeService.setFault('down')
    await wallet.signNext()
    expect(wallet.view.get()).toMatchObject({ screen: 'unsent', back: { screen: 'collecting' } })
    world().safeService.setFault('none')
    wallet.retry()
    await wallet.signNext()
    expect(await isAccepted(text, await signature)).toBe(true)
  })

  test.each(['text', 'safe-message'] as const)(
    'approves a %s on the chain and does not answer the app',
    async (kind) => {
      const text = `${TEXT} On the chain, ${kind}.`
      await connect(app, wallet, { account: kind === 'text' ? 'treasury' : 'owner1' })
      if (kind === 'text') void askForText(text)
      else void askForData('owner1', inFull(getData(text)))
      await untilScreen(wallet, 'sign')
      expect(await isAccepted(text, '0x')).toBe(false)
      await wallet.sign('on-chain')
      expect(wallet.view.get()).toEqual({ screen: 'done', outcome: 'signed-elsewhere' })
      expect(await isAccepted(text, '0x')).toBe(true)
    },
  )
})

/** In the form that an app sends: with the domain's type. */
function inFull({ types, ...data }: ReturnType<typeof safeTypedData>) {
  return { ...data, types: { EIP712Domain: DOMAIN_TYPE, ...types } }
}
