import { createHash, createPublicKey, verify } from 'node:crypto'
import { Address } from '@ton/core'
import { SessionCrypto } from '@tonconnect/protocol'
import { type Wallet as ConnectedWallet, TonConnect, UserRejectsError } from '@tonconnect/sdk'
import type { ReadableAtom } from 'nanostores'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TonAccountKind, accountKey, createAccount } from '#demo/ton/wallet/accounts.ts'
import type { TonBehaviour } from '#demo/ton/wallet/behaviour.ts'
import { createBridgeClient, openEnvelope } from '#demo/ton/wallet/bridge-client.ts'
import { parseConnectLink } from '#demo/ton/wallet/connect-link.ts'
import { createRotatableKeys } from '#demo/ton/wallet/rotatable-account.ts'
import { createWalletStorage } from '#demo/ton/wallet/wallet-storage.ts'
import { type DemoTonWallet, createWallet } from '#demo/ton/wallet/wallet.ts'
import { createTonChain } from '#server/chains/ton.ts'
import { createToncenter } from '#server/chains/toncenter.ts'
import { createLog } from '#server/log/log.ts'
import { writeTonText } from '#proof/ton/ton-text.ts'
import { judgeTonProof, judgeTonText } from '#server/proofs/judge-ton.ts'
import { getTonTerms } from '#tests/support/ton-terms.ts'
import { type TonWorld, startTonWorld } from '../start-ton-world.ts'

const SEED = 'test seed'

describe('demo wallet and the real TON Connect SDK over the demo bridge', () => {
  let world: TonWorld
  let app: TonConnect
  let wallet: DemoTonWallet

  beforeAll(async () => {
    // The SDK writes every message to the console.
    vi.spyOn(console, 'debug').mockImplementation(() => {})
    world = await startTonWorld()
  })

  afterAll(async () => world.close())

  beforeEach(() => {
    app = createApp(world)
    wallet = createTestWallet(world)
  })

  afterEach(() => {
    app.pauseConnection()
    wallet.close()
  })

  test.each(['v5r1', 'v4r2', 'v3r2', 'rotatable'] as const)(
    'connects with a proof of the %s account that the server accepts',
    async (account) => {
      const connected = await connect({ account })
      expect(connected.device.appName).toBe('clasp-demo-wallet')
      expect(await verdictOn(connected)).toMatchObject({ ok: true, proven: { level: 'key' } })
    },
  )

  test.each([
    ['wrong-key', 'ton-key-mismatch'],
    ['wrong-domain', 'ton-domain-mismatch'],
    ['stale-timestamp', 'ton-proof-expired'],
    ['future-timestamp', 'ton-proof-from-future'],
    ['wrong-network', 'ton-network-mismatch'],
    ['garbage-signature', 'ton-signature-invalid'],
  ] as const)('%s: makes a proof that the server refuses with %s', async (behaviour, code) => {
    const connected = await connect({ account: 'v5r1', behaviour })
    expect(await verdictOn(connected)).toEqual({ ok: false, code })
  })

  test('answers as Wallet in Telegram when Telegram opened it', async () => {
    const link = app.connect(
      { universalLink: 'https://t.me/wallet?attach=wallet', bridgeUrl: `${world.origin}/bridge` },
      { request: { tonProof: getTerms().payload } },
    )
    const telegramLink = new URL(link ?? '')
    expect(telegramLink.pathname).toBe('/wallet/start')
    const page = new URL(`/wallet/${telegramLink.search}`, world.origin)
    await wallet.open(parseConnectLink(page))
    const connected = nextWallet()
    await wallet.approve({ account: 'v5r1', behaviour: 'honest' })
    expect((await connected).device.appName).toBe('telegram-wallet')
  })

  test('proves a replaced key, and the server refuses a rotated-out key', async () => {
    const keys = createRotatableKeys(`${world.origin}/ton/demo`)
    const account = createAccount({ kind: 'rotatable', seed: SEED, network: '-239' })
    expect(await keys.change(account, 1)).toEqual({ state: 'active', rotation: 1 })
    const honest = await connect({ account: 'rotatable' })
    expect(await verdictOn(honest)).toMatchObject({ ok: true, proven: { keySource: 'chain' } })
    await app.disconnect()
    const dishonest = await connect({ account: 'rotatable', behaviour: 'rotated-out-key' })
    expect(await verdictOn(dishonest)).toMatchObject({ ok: false, code: 'ton-key-mismatch' })
  })

  test('notifies the app when the person rejects', async () => {
    await openLink()
    const failure = nextError()
    await wallet.reject()
    expect(await failure).toBeInstanceOf(UserRejectsError)
    expect(wallet.view.get()).toEqual({ screen: 'done', outcome: 'rejected' })
  })

  test('notifies the app when its manifest cannot be read', async () => {
    const crypto = new SessionCrypto()
    const received = nextEvent(world, crypto)
    await wallet.open({
      kind: 'request',
      appId: crypto.sessionId,
      request: { manifestUrl: `${world.origin}/no-such-manifest.json`, items: [] },
      walletApp: 'clasp-demo-wallet',
    })
    expect(await received).toMatchObject({ event: 'connect_error', payload: { code: 2 } })
    expect(wallet.view.get()).toEqual({ screen: 'unknown-app' })
  })

  test('holds the answer back until it is released', async () => {
    await openLink()
    const connected = nextWallet()
    const approved = wallet.approve({ account: 'v5r1', behaviour: 'wait-until-asked' })
    expect(wallet.view.get()).toEqual({ screen: 'waiting', until: 'asked' })
    expect(app.connected).toBe(false)
    wallet.answerNow()
    await approved
    expect((await connected).account.chain).toBe('-239')
  })

  test('disconnects the app right after connecting when it is set to', async () => {
    await openLink()
    const disconnected = nextDisconnect()
    await wallet.approve({ account: 'v5r1', behaviour: 'disconnect-afterwards' })
    await disconnected
    expect(wallet.sessions.get()).toEqual([])
  })

  test('forgets an app that disconnects', async () => {
    await connect({ account: 'v4r2' })
    expect(wallet.sessions.get()).toHaveLength(1)
    const forgotten = when(wallet.sessions, (sessions) => sessions.length === 0)
    await app.disconnect()
    await forgotten
  })

  test('refuses every transaction', async () => {
    await connect({ account: 'v4r2' })
    const { address } = createAccount({ kind: 'v3r2', seed: SEED, network: '-239' })
    const request = app.sendTransaction({
      validUntil: Math.floor(Date.now() / 1_000) + 60,
      messages: [{ address: Address.parse(address).toString(), amount: '1' }],
    })
    await expect(request).rejects.toThrow('it does nothing else')
  })

  test('signs a text after it has shown it to its owner', async () => {
    await connect({ account: 'v4r2' })
    const text = 'This wallet belongs to Ada on Telegram. 🔒'
    const shown = when(wallet.view, ({ screen }) => screen === 'sign')
    const answer = app.signData({ type: 'text', text })
    expect(await shown).toMatchObject({ request: { payload: { text } } })
    await wallet.approveText('honest')
    expect(isSignedText(await answer, text)).toBe(true)
  })

  test.each([
    ['v5r1', 'honest', null],
    ['v4r2', 'honest', null],
    ['v3r2', 'honest', null],
    ['rotatable', 'honest', null],
    ['v5r1', 'wait-5-seconds', null],
    ['v5r1', 'wrong-key', 'ton-text-mismatch'],
    ['rotatable', 'rotated-out-key', 'ton-text-mismatch'],
    ['v5r1', 'other-text', 'ton-text-mismatch'],
    ['v5r1', 'wrong-domain', 'ton-domain-mismatch'],
    ['v5r1', 'stale-timestamp', 'ton-proof-expired'],
    ['v5r1', 'future-timestamp', 'ton-proof-from-future'],
    ['v5r1', 'garbage-signature', 'ton-text-mismatch'],
  ] as const)(
    'signs a text as %s, %s, and the server answers %s',
    async (account, behaviour, code) => {
      if (behaviour === 'rotated-out-key') await rotate()
      const { account: claimed } = await connect({ account })
      const issuedAt = Date.now()
      const { committed, payload } = getTerms()
      const text = writeTonText({
        domain: committed.domain,
        appName: 'Clasp',
        user: { telegramId: committed.telegramId, username: 'ada' },
        payload,
        issuedAt,
        expiresAt: issuedAt + 300_000,
      })
      const shown = when(wallet.view, ({ screen }) => screen === 'sign')
      const answer = app.signData({ type: 'text', text })
      await shown
      await wallet.approveText(behaviour)
      const verdict = await verdictOnText(claimed, { text, issuedAt, signed: await answer })
      if (code === null) expect(verdict).toMatchObject({ ok: true, proven: { binding: 'text' } })
      else expect(verdict).toEqual({ ok: false, code })
    },
  )

  test('holds a signed text back until it is released', async () => {
    await connect({ account: 'v4r2' })
    const shown = when(wallet.view, ({ screen }) => screen === 'sign')
    const answer = app.signData({ type: 'text', text: 'later' })
    await shown
    const approved = wallet.approveText('wait-until-asked')
    expect(wallet.view.get()).toEqual({ screen: 'waiting', until: 'asked' })
    wallet.answerNow()
    await approved
    expect(isSignedText(await answer, 'later')).toBe(true)
  })

  test('disconnects instead of signing when it is set to', async () => {
    await connect({ account: 'v4r2' })
    const shown = when(wallet.view, ({ screen }) => screen === 'sign')
    const gone = new Promise((resolve) => {
      app.onStatusChange((connected) => connected === null && resolve(true))
    })
    void app.signData({ type: 'text', text: 'no' })
    await shown
    await wallet.approveText('disconnect-instead')
    await gone
    expect(wallet.sessions.get()).toEqual([])
  })

  test('receives no text when it does not offer to sign texts', async () => {
    await connect({ account: 'v4r2', behaviour: 'no-texts' })
    await expect(app.signData({ type: 'text', text: 'no' })).rejects.toThrow('SignData')
    expect(wallet.view.get()).toEqual({ screen: 'done', outcome: 'connected' })
  })

  test('returns a rejected text to the app', async () => {
    await connect({ account: 'v4r2' })
    const shown = when(wallet.view, ({ screen }) => screen === 'sign')
    const failure = app.signData({ type: 'text', text: 'no' }).catch((error: unknown) => error)
    await shown
    await wallet.reject()
    expect(await failure).toBeInstanceOf(UserRejectsError)
  })

  /** Replaces the first key of the rotatable account. */
  async function rotate(): Promise<void> {
    const keys = createRotatableKeys(`${world.origin}/ton/demo`)
    await keys.change(createAccount({ kind: 'rotatable', seed: SEED, network: '-239' }), 1)
  }

  async function openLink(): Promise<void> {
    const source = {
      universalLink: `${world.origin}/wallet/connect`,
      bridgeUrl: `${world.origin}/bridge`,
    }
    const link = app.connect(source, { request: { tonProof: getTerms().payload } })
    await wallet.open(parseConnectLink(new URL(link ?? '')))
  }

  async function connect(choice: {
    account: TonAccountKind
    behaviour?: TonBehaviour
  }): Promise<ConnectedWallet> {
    await openLink()
    const connected = nextWallet()
    await wallet.approve({ behaviour: 'honest', ...choice })
    expect(wallet.view.get()).toEqual({ screen: 'done', outcome: 'connected' })
    return connected
  }

  async function nextWallet(): Promise<ConnectedWallet> {
    return new Promise((resolve, reject) => {
      const stop = app.onStatusChange((connected) => {
        if (!connected) return
        stop()
        resolve(connected)
      }, reject)
    })
  }

  async function nextDisconnect(): Promise<void> {
    await nextWallet()
    await new Promise<void>((resolve) => {
      const stop = app.onStatusChange((connected) => {
        if (connected) return
        stop()
        resolve()
      })
    })
  }

  async function nextError(): Promise<Error> {
    return new Promise((resolve) => {
      app.onStatusChange(() => {}, resolve)
    })
  }

  async function verdictOn({ account, connectItems }: ConnectedWallet) {
    const reply = connectItems?.tonProof
    if (!reply || !('proof' in reply)) throw new Error('The wallet sent no proof')
    const proof = {
      address: account.address,
      network: account.chain,
      stateInit: account.walletStateInit,
      ...(account.publicKey && { publicKey: account.publicKey }),
      proof: reply.proof,
    }
    return judgeTonProof(proof, getTerms(), getChain(world))
  }

  const getTerms = () => getTonTerms({ domain: new URL(world.origin).host, now: Date.now() })

  async function verdictOnText(
    account: ConnectedWallet['account'],
    { text, issuedAt, signed }: { text: string; issuedAt: number; signed: BridgeSignedText },
  ) {
    const { address, timestamp, domain, signature } = signed
    const { chain: network, walletStateInit: stateInit } = account
    const terms = { ...getTerms(), message: text, address: account.address, issuedAt }
    const body = { address, network, stateInit, timestamp, domain, signature }
    return judgeTonText(body, terms, getChain(world))
  }
})

function getChain({ origin }: TonWorld) {
  const api = createToncenter({
    network: '-239',
    apiUrl: `${origin}/toncenter`,
    apiKey: null,
    fetch,
  })
  return createTonChain({ apis: [api], log: createLog('silent') })
}

function createApp({ origin }: TonWorld): TonConnect {
  const items = new Map<string, string>()
  return new TonConnect({
    manifestUrl: `${origin}/tonconnect-manifest.json`,
    walletsListSource: `${origin}/ton/wallets-v2.json`,
    analytics: { mode: 'off' },
    storage: {
      getItem: async (key) => items.get(key) ?? null,
      setItem: async (key, value) => void items.set(key, value),
      removeItem: async (key) => void items.delete(key),
    },
  })
}

function createTestWallet({ origin }: TonWorld): DemoTonWallet {
  const items = new Map<string, string>()
  return createWallet({
    bridge: createBridgeClient({ bridgeUrl: `${origin}/bridge`, EventSource }),
    storage: createWalletStorage({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
    }),
    rotatableKeys: createRotatableKeys(`${origin}/ton/demo`),
    seed: SEED,
    now: Date.now,
    sleep: async () => {},
  })
}

/** Returns the first event that a wallet sends to an app other than the SDK. */
async function nextEvent({ origin }: TonWorld, crypto: SessionCrypto): Promise<unknown> {
  const bridge = createBridgeClient({ bridgeUrl: `${origin}/bridge`, EventSource })
  return new Promise((resolve) => {
    const stop = bridge.listen({
      clientIds: [crypto.sessionId],
      afterId: null,
      onEnvelope: (envelope) => {
        stop()
        resolve(JSON.parse(openEnvelope(envelope, crypto) ?? 'null'))
      },
    })
  })
}

async function when<Value>(
  store: ReadableAtom<Value>,
  isReached: (value: Value) => boolean,
): Promise<Value> {
  return new Promise((resolve) => {
    const stop = store.listen((value) => {
      if (!isReached(value)) return
      stop()
      resolve(value)
    })
  })
}

type BridgeSignedText = { signature: string; address: string; timestamp: number; domain: string }

/** Checks with node:crypto, independently of the code that signs. */
function isSignedText(signed: BridgeSignedText, text: string): boolean {
  const { workChain, hash } = Address.parse(signed.address)
  const account = createAccount({ kind: 'v4r2', seed: SEED, network: '-239' })
  const key = createPublicKey({
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: accountKey(account, 0).publicKey.toString('base64url'),
    },
    format: 'jwk',
  })
  const numbers = Buffer.alloc(20)
  numbers.writeInt32BE(workChain, 0)
  numbers.writeUInt32BE(Buffer.byteLength(signed.domain), 4)
  numbers.writeBigUInt64BE(BigInt(signed.timestamp), 8)
  numbers.writeUInt32BE(Buffer.byteLength(text), 16)
  const digest = createHash('sha256')
    .update('ffff', 'hex')
    .update('ton-connect/sign-data/')
    .update(numbers.subarray(0, 4))
    .update(hash)
    .update(numbers.subarray(4, 8))
    .update(signed.domain)
    .update(numbers.subarray(8, 16))
    .update('txt')
    .update(numbers.subarray(16))
    .update(text)
    .digest()
  return verify(null, digest, key, Buffer.from(signed.signature, 'base64'))
}
