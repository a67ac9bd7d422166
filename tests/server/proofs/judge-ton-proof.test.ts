import { Address, Cell, beginCell, contractAddress, storeStateInit } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { TonAccountKey } from '#server/chains/ton-chain.ts'
import { judgeTonProof } from '#server/proofs/judge-ton.ts'
import { NODE_CRYPTO } from '#server/proofs/node-crypto.ts'
import type { TonProof } from '#shared/ton-proof.ts'
import { formatTonAddress } from '#shared/ton-address.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import { createTestTonChain } from '#tests/support/ton-chain.ts'
import { getTonTerms } from '#tests/support/ton-terms.ts'
import { type TonSignerKind, createTonSigner, signTonProof } from '#tests/support/ton-signer.ts'
import { createEd25519Key } from '#tests/support/ed25519-key.ts'
import { expectRefused } from './expect-refused.ts'

const TIMESTAMP = 1_795_190_400
const DOMAIN = 'app.example.com'
type Change = { network?: TonNetwork; domain?: string; nonce?: string }
const getTerms = (change: Change = {}) =>
  getTonTerms({ domain: DOMAIN, now: TIMESTAMP * 1_000, ...change })
const EXPECTED = getTerms()
const PAYLOAD = EXPECTED.payload
const NONCE = EXPECTED.committed.nonce
const TERMS = { domain: DOMAIN, payload: PAYLOAD, timestamp: TIMESTAMP }
const MEMBER_SEED = Buffer.alloc(32, 1)
const MEMBER_KEY = createEd25519Key(MEMBER_SEED)
const VICTIM_SEED = Buffer.alloc(32, 2)

const getSigner = (kind: TonSignerKind, network: TonNetwork = '-239') =>
  createTonSigner({ kind, seed: MEMBER_SEED, network })
const member = getSigner('v5r1')
const victim = createTonSigner({ kind: 'v5r1', seed: VICTIM_SEED, network: '-239' })
/** @param age seconds */
const madeAgo = (age: number) => member.sign({ ...TERMS, timestamp: TIMESTAMP - age })
const NO_MULTISIGS = {
  readMultisig: () => Promise.resolve('none' as const),
  getMultisigs: () => Promise.resolve([]),
}

/** Verifies against a chain that fails the test at any query. */
function verify(proof: TonProof, expected: Change = {}) {
  const terms = getTerms(expected)
  const chain = {
    network: terms.network,
    ...NO_MULTISIGS,
    accountKey: () => Promise.reject(new Error('the chain must not be asked')),
  }
  return judgeTonProof(proof, terms, chain)
}

function verifyOnChain(proof: TonProof, answer: TonAccountKey) {
  const accountKey = () => Promise.resolve({ ...answer, isConfirmed: false })
  const chain = { ...NO_MULTISIGS, network: EXPECTED.network, accountKey }
  return judgeTonProof(proof, EXPECTED, chain)
}

function withProof(proof: TonProof, change: Partial<TonProof['proof']>): TonProof {
  return { ...proof, proof: { ...proof.proof, ...change } }
}

describe('genuine proofs', () => {
  test('a proof is evidence that a stranger can check, and names the account and its key', async () => {
    const { proof, stateInit } = member.sign(TERMS)
    const { timestamp, signature } = proof
    expect(await verify(member.sign(TERMS))).toEqual({
      ok: true,
      proven: {
        family: 'ton',
        network: '-239',
        address: member.address,
        kind: 'v5r1',
        level: 'key',
        binding: 'domain',
        keySource: 'state-init',
      },
      proof: { type: 'ton-proof', domain: DOMAIN, nonce: NONCE, timestamp, signature, stateInit },
    })
  })

  test.each(['v3r2', 'v4r2', 'v5r1'] as const)(
    '%s of both networks verifies without the chain',
    async (kind) => {
      for (const network of ['-239', '-3'] as const) {
        const terms = { ...TERMS, payload: getTerms({ network }).payload }
        const verdict = await verify(getSigner(kind, network).sign(terms), { network })
        expect(verdict).toMatchObject({
          ok: true,
          proven: { kind, network, keySource: 'state-init' },
        })
      }
    },
  )

  test('a StateInit in another serialization proves the same', async () => {
    const proof = member.sign(TERMS)
    const stateInit = Cell.fromBase64(proof.stateInit).toBoc({ idx: true, crc32: false })
    const other = await verify({ ...proof, stateInit: stateInit.toString('base64') })
    expect(other).toMatchObject({ ok: true, proven: { address: member.address, kind: 'v5r1' } })
  })

  test('a proof without a public key is checked by the key of the account', async () => {
    const { publicKey: _, ...proof } = member.sign(TERMS)
    expect(await verify(proof)).toMatchObject({ ok: true })
  })

  test('an address in friendly form is stored raw', async () => {
    const address = formatTonAddress(member.address, { network: '-239', bounceable: true })
    const verdict = await verify({ ...member.sign(TERMS), address })
    expect(verdict).toMatchObject({ ok: true, proven: { address: member.address } })
  })

  test('the age window is closed at both ends', async () => {
    expect(await verify(madeAgo(300))).toMatchObject({ ok: true })
    await expectRefused(verify(madeAgo(301)), 'ton-proof-expired')
    expect(await verify(madeAgo(-30))).toMatchObject({ ok: true })
    await expectRefused(verify(madeAgo(-31)), 'ton-proof-from-future')
  })
})

describe('attack: a bad proof is refused', () => {
  test("a foreign key with a victim's address", async () => {
    const own = member.sign(TERMS)
    await expectRefused(verify({ ...own, address: victim.address }), 'ton-state-init-mismatch')
    const borrowed = { ...own, address: victim.address, stateInit: victim.stateInit }
    await expectRefused(verify(borrowed), 'ton-key-mismatch')
    const { publicKey: _, ...silent } = borrowed
    await expectRefused(verify(silent), 'ton-signature-invalid')
    const forger = createTonSigner({
      kind: 'v5r1',
      seed: VICTIM_SEED,
      network: '-239',
      signingSeed: MEMBER_SEED,
    })
    const claimed = {
      ...forger.sign(TERMS),
      publicKey: Buffer.from(victim.publicKey).toString('hex'),
    }
    await expectRefused(verify(claimed), 'ton-signature-invalid')
  })

  test('a proof made for another domain', async () => {
    const proof = member.sign({ ...TERMS, domain: 'evil.example.com' })
    await expectRefused(verify(proof), 'ton-domain-mismatch')
    const domain = { lengthBytes: DOMAIN.length, value: DOMAIN }
    await expectRefused(verify(withProof(proof, { domain })), 'ton-signature-invalid')
  })

  test.each([
    'App.example.com',
    'app.example.com.',
    'app.example.com:443',
    'https://app.example.com',
    '',
  ])('a domain that only looks like ours: "%s"', async (domain) => {
    await expectRefused(verify(member.sign({ ...TERMS, domain })), 'ton-domain-mismatch')
  })

  test('length confusion: a proof for app.example.com presented at app.example.co', async () => {
    const domain = 'app.example.co'
    const signed = member.sign(TERMS)
    const shortened = withProof(signed, { domain: { lengthBytes: DOMAIN.length, value: domain } })
    await expectRefused(verify(shortened, { domain }), 'ton-domain-length-mismatch')
    const honest = withProof(signed, { domain: { lengthBytes: domain.length, value: domain } })
    await expectRefused(verify(honest, { domain }), 'ton-payload-mismatch')
    const { payload } = getTerms({ domain })
    await expectRefused(verify(withProof(honest, { payload }), { domain }), 'ton-signature-invalid')
    const characters = 'пример.рф'
    const counted = withProof(signed, {
      domain: { lengthBytes: characters.length, value: characters },
    })
    await expectRefused(verify(counted, { domain: characters }), 'ton-domain-length-mismatch')
  })

  test('a stale proof', async () => {
    const proof = member.sign({ ...TERMS, timestamp: TIMESTAMP - 301 })
    await expectRefused(verify(proof), 'ton-proof-expired')
    const renewed = withProof(proof, { timestamp: TIMESTAMP })
    await expectRefused(verify(renewed), 'ton-signature-invalid')
  })

  test('a proof from the future', async () => {
    const proof = member.sign({ ...TERMS, timestamp: TIMESTAMP + 31 })
    await expectRefused(verify(proof), 'ton-proof-from-future')
    const farAway = withProof(proof, { timestamp: Number.MAX_SAFE_INTEGER })
    await expectRefused(verify(farAway), 'ton-proof-from-future')
  })

  test('replay of the payload of another attempt', async () => {
    const proof = member.sign({ ...TERMS, payload: 'another-attempt' })
    await expectRefused(verify(proof), 'ton-payload-mismatch')
    await expectRefused(verify(withProof(proof, { payload: PAYLOAD })), 'ton-signature-invalid')
  })

  test("another user's nonce", async () => {
    const nonce = `${NONCE.slice(0, -1)}A`
    const proof = member.sign({ ...TERMS, payload: getTerms({ nonce }).payload })
    await expectRefused(verify(proof), 'ton-payload-mismatch')
    expect(await verify(proof, { nonce })).toMatchObject({ ok: true })
  })

  test('an empty payload', async () => {
    await expectRefused(verify(member.sign({ ...TERMS, payload: '' })), 'ton-payload-mismatch')
  })

  test('a wrong network', async () => {
    const testnet = getSigner('v4r2', '-3').sign(TERMS)
    await expectRefused(verify(testnet), 'ton-network-mismatch')
    await expectRefused(verify({ ...testnet, network: '-1' }), 'ton-network-mismatch')
    await expectRefused(verify({ ...testnet, network: '' }), 'ton-network-mismatch')
  })

  test('a friendly address of the other network', async () => {
    const testnetForm = formatTonAddress(member.address, { network: '-3' })
    const onMainnet = { ...member.sign(TERMS), address: testnetForm }
    await expectRefused(verify(onMainnet), 'ton-network-mismatch')
    const mainnetForm = formatTonAddress(member.address, { network: '-239' })
    const onTestnet = { ...member.sign(TERMS), address: mainnetForm, network: '-3' }
    await expectRefused(verify(onTestnet, { network: '-3' }), 'ton-network-mismatch')
  })

  test('and a chain of another network, which would know another account, is a mistake of the caller', async () => {
    const chain = createTestTonChain('-3')
    await expect(judgeTonProof(member.sign(TERMS), EXPECTED, chain)).rejects.toThrow(TypeError)
  })

  test('a masterchain address claimed with a basechain StateInit', async () => {
    const address = member.address.replace('0:', '-1:')
    await expectRefused(verify({ ...member.sign(TERMS), address }), 'ton-signature-invalid')
  })

  test.each(['', '0:', '1:00', `5:${'0'.repeat(64)}`, 'EQ', '0x00', `0:${'g'.repeat(64)}`])(
    'a malformed address: "%s"',
    async (address) => {
      await expectRefused(verify({ ...member.sign(TERMS), address }), 'ton-address-malformed')
    },
  )

  test('a StateInit that does not hash to the address', async () => {
    const proof = { ...member.sign(TERMS), stateInit: victim.stateInit }
    await expectRefused(verify(proof), 'ton-state-init-mismatch')
    const { publicKey: _, ...silent } = proof
    await expectRefused(verify(silent), 'ton-state-init-mismatch')
  })

  test.each([
    ['nothing', ''],
    ['no base64', '!!!!'],
    ['base64 without its padding', member.stateInit.replace(/=+$/, '').slice(0, -1)],
    ['base64url', Buffer.alloc(30, 0xff).toString('base64url')],
    ['no bag of cells', 'AAAA'],
    ['an empty cell', beginCell().endCell().toBoc().toString('base64')],
  ])('a StateInit that is %s', async (_, stateInit) => {
    await expectRefused(verify({ ...member.sign(TERMS), stateInit }), 'ton-state-init-malformed')
  })

  test('a bag of cells with two roots, one of them for the hash and one for the key', async () => {
    const bag = Buffer.from(member.stateInit, 'base64')
    const twoRoots = Buffer.concat([bag.subarray(0, 7), Buffer.of(2), bag.subarray(8)])
    const proof = { ...member.sign(TERMS), stateInit: twoRoots.toString('base64') }
    await expectRefused(verify(proof), 'ton-state-init-malformed')
  })

  test('a StateInit with libraries or with special cells', async () => {
    const library = beginCell().storeUint(2, 8).storeUint(0, 256).endCell({ exotic: true })
    const [code = library] = Cell.fromBase64(member.stateInit).refs
    const shapes = [
      beginCell().storeUint(0b00111, 5).storeRef(code).storeRef(code).storeRef(code).endCell(),
      beginCell().storeUint(0b00110, 5).storeRef(code).storeRef(library).endCell(),
    ]
    for (const shape of shapes) {
      const stateInit = shape.toBoc().toString('base64')
      const address = `0:${shape.hash().toString('hex')}`
      await expectRefused(
        verify({ ...member.sign(TERMS), address, stateInit }),
        'ton-state-init-malformed',
      )
    }
  })

  test('data that is too short to hold the key', async () => {
    const wallet = walletWithData('v5r1', beginCell().storeUint(1, 1).endCell())
    await expectRefused(verify({ ...member.sign(TERMS), ...wallet }), 'ton-state-init-malformed')
  })

  test('a v5r1 wallet that began with its key switched off', async () => {
    const bits = Cell.fromBase64(member.stateInit).refs[1]?.beginParse()
    const rest = bits?.skip(1).loadBits(321)
    if (rest === undefined) throw new Error('no data')
    const wallet = walletWithData('v5r1', beginCell().storeBit(0).storeBits(rest).endCell())
    await expectRefused(verify({ ...member.sign(TERMS), ...wallet }), 'ton-key-unknown')
  })

  test('a claimed key that is not the key of the account', async () => {
    const proof = member.sign(TERMS)
    for (const publicKey of [
      '',
      '00',
      `0x${proof.publicKey}`,
      Buffer.from(victim.publicKey).toString('hex'),
    ]) {
      await expectRefused(verify({ ...proof, publicKey }), 'ton-key-mismatch')
    }
  })

  test('a signature of another length or another spelling', async () => {
    const proof = member.sign(TERMS)
    const bytes = Buffer.from(proof.proof.signature, 'base64')
    const spellings = [
      '',
      bytes.subarray(1).toString('base64'),
      Buffer.concat([bytes, Buffer.of(0)]).toString('base64'),
      bytes.toString('hex'),
      proof.proof.signature.slice(0, -2),
      ` ${proof.proof.signature}`,
      `${proof.proof.signature}\n`,
    ]
    for (const signature of spellings) {
      await expectRefused(verify(withProof(proof, { signature })), 'ton-signature-malformed')
    }
  })

  test('one wrong bit anywhere in the signature', async () => {
    const proof = member.sign(TERMS)
    const bytes = Buffer.from(proof.proof.signature, 'base64')
    for (let bit = 0; bit < bytes.length * 8; bit += 7) {
      const wrong = Buffer.from(bytes)
      wrong[bit >> 3] = (wrong[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await expectRefused(
        verify(withProof(proof, { signature: wrong.toString('base64') })),
        'ton-signature-invalid',
      )
    }
  })

  test('signature malleability: S plus the order of the group', async () => {
    const proof = member.sign(TERMS)
    const bytes = Buffer.from(proof.proof.signature, 'base64')
    const order = 2n ** 252n + 27742317777372353535851937790883648493n
    const s = BigInt(`0x${Buffer.from(bytes.subarray(32).toReversed()).toString('hex')}`) + order
    const added = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').toReversed()
    const signature = Buffer.concat([bytes.subarray(0, 32), added]).toString('base64')
    await expectRefused(verify(withProof(proof, { signature })), 'ton-signature-invalid')
  })
})

describe('a wallet whose key can change', () => {
  const anchor = getSigner('WalletTg')
  const rotated = createTonSigner({
    kind: 'WalletTg',
    seed: MEMBER_SEED,
    network: '-239',
    signingSeed: VICTIM_SEED,
  })

  test('attack: is not proven by a rotated-out key', async () => {
    const active: TonAccountKey = { status: 'active', publicKey: rotated.publicKey }
    const { publicKey: _, ...silent } = anchor.sign(TERMS)
    await expectRefused(verifyOnChain(anchor.sign(TERMS), active), 'ton-key-mismatch')
    await expectRefused(verifyOnChain(silent, active), 'ton-signature-invalid')
  })

  test('attack: is not proven by a key that is not yet rotated in', async () => {
    const { publicKey: _, ...silent } = rotated.sign(TERMS)
    await expectRefused(verifyOnChain(silent, { status: 'inactive' }), 'ton-signature-invalid')
  })

  test('attack: a chain that is unreachable is never taken for an account that is not deployed', async () => {
    await expectRefused(
      verifyOnChain(anchor.sign(TERMS), { status: 'unreachable' }),
      'ton-chain-unreachable',
    )
  })
})

describe('unknown code', () => {
  const code = beginCell().storeUint(0xabcdef, 24).endCell()
  const data = beginCell().storeBuffer(Buffer.from(member.publicKey)).endCell()
  const account = getAccount(code, data)

  test('a wallet of unknown code is proven by the key that the chain names', async () => {
    const signature = signTonProof(Address.parse(account.address), TERMS, MEMBER_KEY)
    const proof = withProof({ ...member.sign(TERMS), ...account }, { signature })
    const active: TonAccountKey = { status: 'active', publicKey: member.publicKey }
    expect(await verifyOnChain(proof, active)).toMatchObject({
      ok: true,
      proven: { address: account.address, kind: 'unknown', keySource: 'chain' },
    })
  })

  test('the key of unknown code is found on the chain alone, and a signature for another account is refused', async () => {
    const active: TonAccountKey = { status: 'active', publicKey: member.publicKey }
    await expectRefused(
      verifyOnChain({ ...member.sign(TERMS), ...account }, active),
      'ton-signature-invalid',
    )
  })

  test.each(['no-key', 'inactive', 'frozen'] as const)(
    'a wallet of unknown code has no key while the chain says %s',
    async (status) => {
      await expectRefused(
        verifyOnChain({ ...member.sign(TERMS), ...account }, { status }),
        'ton-key-unknown',
      )
    },
  )

  test('a wallet of unknown code is not judged while the chain is unreachable', async () => {
    const proof = { ...member.sign(TERMS), ...account }
    await expectRefused(verifyOnChain(proof, { status: 'unreachable' }), 'ton-chain-unreachable')
  })
})

/** Mostly the genuine value. */
const or = <T>(value: T, others: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: others })

describe('the judge of any input whatever', () => {
  const genuine = member.sign(TERMS)
  const texts = fc.oneof(fc.string({ maxLength: 200 }), fc.base64String({ maxLength: 200 }))
  const proofs: fc.Arbitrary<TonProof> = fc.record({
    address: or(genuine.address, texts),
    network: or(genuine.network, texts),
    stateInit: or(genuine.stateInit, texts),
    publicKey: or(genuine.publicKey ?? '', texts),
    proof: fc.record({
      timestamp: or(TIMESTAMP, fc.maxSafeNat()),
      domain: fc.record({
        lengthBytes: or(DOMAIN.length, fc.maxSafeNat()),
        value: or(DOMAIN, texts),
      }),
      payload: or(PAYLOAD, texts),
      signature: or(genuine.proof.signature, texts),
    }),
  })

  test('accepts only the genuine proof, and never crashes', async () => {
    await fc.assert(
      fc.asyncProperty(proofs, async (proof) => {
        const { ok } = await verifyOnChain(proof, { status: 'unreachable' })
        if (ok) expect(proof).toEqual(genuine)
      }),
    )
  })

  test('refuses the costliest StateInit that fits without a hash of its cells', async () => {
    const hash = vi.spyOn(NODE_CRYPTO, 'sha256')
    onTestFinished(() => hash.mockRestore())
    const cellCount = 11_000
    const bytes = Buffer.alloc(6 + 10 + cellCount * 2)
    bytes.write('b5ee9c720202', 0, 'hex')
    for (const [at, size] of [cellCount, 1, 0, cellCount * 2, 0].entries()) {
      bytes.writeUInt16BE(size, 6 + at * 2)
    }
    const stateInit = bytes.toString('base64')
    expect(stateInit.length).toBeLessThan(32_768)
    await expectRefused(verify({ ...genuine, stateInit }), 'ton-state-init-malformed')
    expect(hash).not.toHaveBeenCalled()
    await verify(genuine)
    expect(hash).toHaveBeenCalled()
  })
})

function walletWithData(kind: TonSignerKind, data: Cell) {
  const [code] = Cell.fromBase64(getSigner(kind).stateInit).refs
  if (code === undefined) throw new Error('no code')
  return getAccount(code, data)
}

function getAccount(code: Cell, data: Cell) {
  const stateInit = beginCell().store(storeStateInit({ code, data })).endCell()
  return {
    address: contractAddress(0, { code, data }).toRawString(),
    stateInit: stateInit.toBoc().toString('base64'),
  }
}
