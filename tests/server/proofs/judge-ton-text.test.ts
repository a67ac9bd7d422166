import { createHash } from 'node:crypto'
import { Address, beginCell, contractAddress, storeStateInit } from '@ton/core'
import { keyPairFromSeed, sign as signDigest } from '@ton/crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signText } from '#demo/ton/wallet/text-answer.ts'
import type { TonAccountKey } from '#server/chains/ton-chain.ts'
import { writeTonText } from '#proof/ton/ton-text.ts'
import {
  asksChain,
  judgeTonProof,
  judgeTonText,
  type TonTextTerms,
} from '#server/proofs/judge-ton.ts'
import type { TonText } from '#shared/api/submit-text.ts'
import { formatTonAddress } from '#shared/ton-address.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import { createTestTonChain } from '#tests/support/ton-chain.ts'
import { getTonTerms } from '#tests/support/ton-terms.ts'
import {
  createTonSigner,
  signTonProof,
  signTonText,
  type TonSignerKind,
} from '#tests/support/ton-signer.ts'
import { createEd25519Key } from '#tests/support/ed25519-key.ts'
import proofVectors from '#tests/vectors/ton-proof.json' with { type: 'json' }
import { vectors } from '#tests/vectors/ton-text.json' with { type: 'json' }
import { expectRefused } from './expect-refused.ts'

const TIMESTAMP = 1_795_190_400
const DOMAIN = 'app.example.com'
const getTerms = (network: TonNetwork) =>
  getTonTerms({ domain: DOMAIN, now: TIMESTAMP * 1_000, network })
const PAYLOAD = getTerms('-239').payload
const FACTS: Parameters<typeof writeTonText>[0] = {
  domain: DOMAIN,
  appName: 'Clasp',
  user: { telegramId: '7000000001', username: 'ada_lovelace' },
  payload: PAYLOAD,
  issuedAt: TIMESTAMP * 1_000,
  expiresAt: (TIMESTAMP + 300) * 1_000,
}
const MESSAGE = writeTonText(FACTS)
const TERMS = { domain: DOMAIN, text: MESSAGE, timestamp: TIMESTAMP }
const MEMBER_SEED = Buffer.alloc(32, 1)
const MEMBER_KEY = createEd25519Key(MEMBER_SEED)
const VICTIM_SEED = Buffer.alloc(32, 2)

const getSigner = (kind: TonSignerKind, network: TonNetwork = '-239') =>
  createTonSigner({ kind, seed: MEMBER_SEED, network })
const member = getSigner('v5r1')
const victim = createTonSigner({ kind: 'v5r1', seed: VICTIM_SEED, network: '-239' })
const EXPECTED: TonTextTerms & { network: TonNetwork } = {
  ...getTerms('-239'),
  message: MESSAGE,
  address: member.address,
  issuedAt: TIMESTAMP * 1_000,
}
/** @param age seconds */
const signedAt = (age: number) => member.signText({ ...TERMS, timestamp: TIMESTAMP - age })
const NO_MULTISIGS = {
  readMultisig: () => Promise.resolve('none' as const),
  getMultisigs: () => Promise.resolve([]),
}

/** Verifies against a chain that fails the test at any query. */
function verify(text: TonText, expected: Partial<typeof EXPECTED> = {}) {
  const terms = { ...EXPECTED, ...expected }
  const chain = {
    network: terms.network,
    ...NO_MULTISIGS,
    accountKey: () => Promise.reject(new Error('the chain must not be asked')),
  }
  return judgeTonText(text, terms, chain)
}

function verifyOnChain(text: TonText, answer: TonAccountKey, expected = EXPECTED) {
  const accountKey = () => Promise.resolve({ ...answer, isConfirmed: false })
  const chain = { ...NO_MULTISIGS, network: expected.network, accountKey }
  return judgeTonText(text, expected, chain)
}

test("a signer's text names the multisig, what becomes of it, and the signer's own account", () => {
  const multisig = 'EQCrq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urqzC9'
  const lines = writeTonText({ ...FACTS, multisig }).split('\n')
  expect(lines.slice(0, 7)).toEqual([
    'Agree, with the Telegram account @ada_lovelace (id 7000000001) in Clasp at app.example.com, to link a multisig of which this wallet is a signer.',
    '',
    `Multisig: ${multisig}`,
    'It is linked to the Telegram accounts of the signers who agree.',
    '',
    'Sign only if this is your Telegram account, and only if you want this.',
    'It costs nothing and moves nothing.',
  ])
})

describe('the text', () => {
  test('the text names the account first, then what it costs, then what makes it one of a kind', () => {
    expect(MESSAGE).toBe(
      [
        'Link this wallet to the Telegram account @ada_lovelace (id 7000000001) in Clasp at app.example.com.',
        '',
        'Sign only if this is your Telegram account, and only if you started this yourself.',
        'It costs nothing and moves nothing.',
        '',
        `Nonce: ${PAYLOAD}`,
        'Issued: 2026-11-20T16:00:00Z',
        'Expires: 2026-11-20T16:05:00Z',
      ].join('\n'),
    )
  })

  test('the text names an account without a username by its id', () => {
    const text = writeTonText({ ...FACTS, user: { telegramId: '42', username: null } })
    expect(text).toContain('the Telegram account with the id 42 in Clasp')
  })

  test.each([
    'ilya (id 1) and @eve',
    'ilya\nIt costs nothing',
    'аda',
    '\u202Eada',
    '',
    'a'.repeat(33),
  ])('attack: a username that is none cannot write into it: "%s"', (username) => {
    const text = writeTonText({ ...FACTS, user: { telegramId: '42', username } })
    expect(text).toContain('the Telegram account with the id 42 in')
    expect(text.split('\n')).toHaveLength(8)
  })

  test('the text shows the port that the domain has', () => {
    expect(writeTonText({ ...FACTS, domain: '127.0.0.1:4100' })).toContain(' at 127.0.0.1:4100.')
  })
})

describe('genuine texts', () => {
  test('a text is evidence that a stranger can check', async () => {
    const { signature, stateInit } = member.signText(TERMS)
    const { nonce } = EXPECTED.committed
    const signed = { domain: DOMAIN, nonce, timestamp: TIMESTAMP, signature, stateInit }
    expect(await verify(member.signText(TERMS))).toMatchObject({
      ok: true,
      proven: { address: member.address, binding: 'text' },
      proof: { type: 'ton-text', ...signed, text: MESSAGE },
    })
  })

  test.each(vectors)('the demo wallet signs the vector $name to the same bytes', (vector) => {
    const { address, domain, timestamp, text, signature } = vector
    const seed = proofVectors.find((proof) => proof.address === address)?.seed ?? ''
    const { secretKey } = keyPairFromSeed(Buffer.from(seed, 'hex'))
    expect(signText({ address, domain, timestamp, text }, secretKey)).toBe(signature)
  })

  test.each(['v3r2', 'v4r2', 'v5r1'] as const)(
    '%s of both networks verifies without the chain',
    async (kind) => {
      for (const network of ['-239', '-3'] as const) {
        const signer = getSigner(kind, network)
        const terms = getTerms(network)
        const message = writeTonText({ ...FACTS, payload: terms.payload })
        const expected = { ...terms, message, address: signer.address }
        const verdict = await verify(signer.signText({ ...TERMS, text: message }), expected)
        expect(verdict).toMatchObject({ ok: true, proven: { kind, network, binding: 'text' } })
      }
    },
  )

  test('an address in friendly form is the account that was proven', async () => {
    const address = formatTonAddress(member.address, { network: '-239', bounceable: true })
    const verdict = await verify({ ...member.signText(TERMS), address })
    expect(verdict).toMatchObject({ ok: true, proven: { address: member.address } })
  })

  test('a text proves the account that signed it where no account is proven yet', async () => {
    const verdict = await verify(victim.signText(TERMS), { address: null })
    expect(verdict).toMatchObject({ ok: true, proven: { address: victim.address } })
  })

  test('a text without a public key is checked by the key of the account', async () => {
    const { publicKey: _, ...text } = member.signText(TERMS)
    expect(await verify(text)).toMatchObject({ ok: true })
  })

  test('the time window is closed at every end', async () => {
    const issuedAt = EXPECTED.issuedAt - 3_600_000
    expect(await verify(signedAt(30))).toMatchObject({ ok: true })
    await expectRefused(verify(signedAt(31)), 'ton-proof-expired')
    expect(await verify(signedAt(300), { issuedAt })).toMatchObject({ ok: true })
    await expectRefused(verify(signedAt(301), { issuedAt }), 'ton-proof-expired')
    expect(await verify(signedAt(-30))).toMatchObject({ ok: true })
    await expectRefused(verify(signedAt(-31)), 'ton-proof-from-future')
  })
})

describe('attack: a bad text is refused', () => {
  test('the text of another attempt of the same member', async () => {
    const other = writeTonText({ ...FACTS, payload: 'another-attempt' })
    await expectRefused(verify(member.signText({ ...TERMS, text: other })), 'ton-text-mismatch')
  })

  test("a victim's signature of a text that names the victim, for the attacker's account", async () => {
    const named = writeTonText({ ...FACTS, user: { telegramId: '42', username: 'victim' } })
    const signed = victim.signText({ ...TERMS, text: named })
    await expectRefused(verify(signed, { address: null }), 'ton-text-mismatch')
    await expectRefused(verify(signed, { address: victim.address }), 'ton-text-mismatch')
  })

  test('a text altered by one character, wherever it is', async () => {
    for (let at = 0; at < MESSAGE.length; at += 11) {
      const letter = MESSAGE[at] === 'x' ? 'y' : 'x'
      const text = MESSAGE.slice(0, at) + letter + MESSAGE.slice(at + 1)
      await expectRefused(verify(member.signText({ ...TERMS, text })), 'ton-text-mismatch')
    }
  })

  test.each([
    ['a space more', `${MESSAGE} `],
    ['a line break of Windows', MESSAGE.replace('\n', '\r\n')],
    ['a mark that changes the direction', `\u200E${MESSAGE}`],
    ['nothing', ''],
  ])('a text with %s', async (_, text) => {
    await expectRefused(verify(member.signText({ ...TERMS, text })), 'ton-text-mismatch')
  })

  test('another account than the one that was proven', async () => {
    await expectRefused(verify(victim.signText(TERMS)), 'ton-text-mismatch')
  })

  test("another key under the proven account's address", async () => {
    const forger = createTonSigner({
      kind: 'v5r1',
      seed: MEMBER_SEED,
      network: '-239',
      signingSeed: VICTIM_SEED,
    })
    const forged = forger.signText(TERMS)
    await expectRefused(verify(forged), 'ton-key-mismatch')
    const { publicKey: _, ...silent } = forged
    await expectRefused(verify(silent), 'ton-text-mismatch')
    const borrowed = { ...forged, publicKey: Buffer.from(member.publicKey).toString('hex') }
    await expectRefused(verify(borrowed), 'ton-text-mismatch')
  })

  test("a victim's address with the attacker's StateInit", async () => {
    const forged = { ...member.signText(TERMS), address: victim.address }
    await expectRefused(verify(forged, { address: victim.address }), 'ton-state-init-mismatch')
  })

  test('a text signed for another domain', async () => {
    const signed = member.signText({ ...TERMS, domain: 'evil.example.com' })
    await expectRefused(verify(signed), 'ton-domain-mismatch')
    await expectRefused(verify({ ...signed, domain: DOMAIN }), 'ton-text-mismatch')
  })

  test('length confusion: a domain and a text that are cut elsewhere', async () => {
    const signed = member.signText({ ...TERMS, domain: `${DOMAIN}x`, text: MESSAGE.slice(1) })
    await expectRefused(verify({ ...signed, domain: DOMAIN }), 'ton-text-mismatch')
  })

  test('a wallet of another network', async () => {
    const testnet = getSigner('v4r2', '-3')
    const signed = testnet.signText(TERMS)
    await expectRefused(verify(signed, { address: testnet.address }), 'ton-network-mismatch')
    const pretended = { ...member.signText(TERMS), network: '-3' }
    await expectRefused(verify(pretended), 'ton-network-mismatch')
    const address = formatTonAddress(member.address, { network: '-3' })
    await expectRefused(verify({ ...member.signText(TERMS), address }), 'ton-network-mismatch')
  })

  test('and a chain of another network, which would know another account, is a mistake of the caller', async () => {
    const chain = createTestTonChain('-3')
    const text = member.signText(TERMS)
    await expect(judgeTonText(text, EXPECTED, chain)).rejects.toThrow(TypeError)
  })

  test('a text that is too old, and one with its time renewed', async () => {
    const signed = member.signText({ ...TERMS, timestamp: TIMESTAMP - 301 })
    await expectRefused(verify(signed), 'ton-proof-expired')
    await expectRefused(verify({ ...signed, timestamp: TIMESTAMP }), 'ton-text-mismatch')
  })

  test('a text that was signed before it was written', async () => {
    const signed = member.signText({ ...TERMS, timestamp: TIMESTAMP - 31 })
    await expectRefused(verify(signed), 'ton-proof-expired')
  })

  test('a text from the future', async () => {
    const signed = member.signText({ ...TERMS, timestamp: TIMESTAMP + 31 })
    await expectRefused(verify(signed), 'ton-proof-from-future')
    const farAway = { ...signed, timestamp: Number.MAX_SAFE_INTEGER }
    await expectRefused(verify(farAway), 'ton-proof-from-future')
  })

  test('a ton_proof signature presented as a text', async () => {
    const { proof, ...account } = member.sign({ ...TERMS, payload: MESSAGE })
    const presented = { ...account, domain: DOMAIN, timestamp: TIMESTAMP }
    await expectRefused(verify({ ...presented, signature: proof.signature }), 'ton-text-mismatch')
  })

  test('a text signature presented as a ton_proof', async () => {
    const { domain, timestamp, signature, ...account } = member.signText({
      ...TERMS,
      text: FACTS.payload,
    })
    const lengthBytes = Buffer.byteLength(domain)
    const proof = {
      timestamp,
      domain: { lengthBytes, value: domain },
      payload: FACTS.payload,
      signature,
    }
    const chain = createTestTonChain()
    await expectRefused(
      judgeTonProof({ ...account, proof }, EXPECTED, chain),
      'ton-signature-invalid',
    )
    const honest = {
      ...proof,
      signature: member.sign({ ...TERMS, payload: PAYLOAD }).proof.signature,
    }
    expect(await judgeTonProof({ ...account, proof: honest }, EXPECTED, chain)).toMatchObject({
      ok: true,
    })
  })

  test('the same bytes signed as signData of type binary, which a wallet need not show', async () => {
    await expectRefused(verify(member.signText({ ...TERMS, prefix: 'bin' })), 'ton-text-mismatch')
  })

  test('the text signed as a cell of signData', async () => {
    const comment = beginCell().storeStringRefTail(MESSAGE).endCell()
    const payload = beginCell()
      .storeUint(0x75569022, 32)
      .storeUint(0, 32)
      .storeUint(TIMESTAMP, 64)
      .storeAddress(Address.parse(member.address))
      .storeStringRefTail(DOMAIN)
      .storeRef(comment)
      .endCell()
    const { secretKey } = keyPairFromSeed(MEMBER_SEED)
    const signature = signDigest(payload.hash(), secretKey).toString('base64')
    await expectRefused(verify({ ...member.signText(TERMS), signature }), 'ton-text-mismatch')
  })

  test('the digest of the text signed as if it were the text', async () => {
    const text = createHash('sha256').update(MESSAGE).digest('hex')
    await expectRefused(verify(member.signText({ ...TERMS, text })), 'ton-text-mismatch')
  })

  test("a signature that the member's key made for another account of theirs", async () => {
    const other = getSigner('v4r2')
    const signature = signTonText(Address.parse(other.address), TERMS, MEMBER_KEY)
    await expectRefused(verify({ ...member.signText(TERMS), signature }), 'ton-text-mismatch')
  })

  test('one wrong bit anywhere in the signature', async () => {
    const text = member.signText(TERMS)
    const bytes = Buffer.from(text.signature, 'base64')
    for (let bit = 0; bit < bytes.length * 8; bit += 13) {
      const wrong = Buffer.from(bytes)
      wrong[bit >> 3] = (wrong[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await expectRefused(
        verify({ ...text, signature: wrong.toString('base64') }),
        'ton-text-mismatch',
      )
    }
  })

  test.each(['', 'AAAA', '!!!!'])('a signature that is none: "%s"', async (signature) => {
    await expectRefused(verify({ ...member.signText(TERMS), signature }), 'ton-signature-malformed')
  })

  test.each(['', 'AAAA', '!!!!'])('a StateInit that is none: "%s"', async (stateInit) => {
    await expectRefused(
      verify({ ...member.signText(TERMS), stateInit }),
      'ton-state-init-malformed',
    )
  })
})

test('attack: a public key with more behind it is not the key', async () => {
  const text = member.signText(TERMS)
  await expectRefused(verify({ ...text, publicKey: `${text.publicKey}zz` }), 'ton-key-mismatch')
})

describe('a wallet whose key can change', () => {
  const anchor = getSigner('WalletTg')
  const rotated = createTonSigner({
    kind: 'WalletTg',
    seed: MEMBER_SEED,
    network: '-239',
    signingSeed: VICTIM_SEED,
  })
  const expected = { ...EXPECTED, address: anchor.address }
  const active: TonAccountKey = { status: 'active', publicKey: rotated.publicKey }

  test('a wallet is proven by the key that the chain names', async () => {
    expect(await verifyOnChain(rotated.signText(TERMS), active, expected)).toMatchObject({
      ok: true,
      proven: { kind: 'WalletTg', keySource: 'chain', binding: 'text' },
    })
  })

  test('alone sends a query to the chain before the signature is checked', () => {
    expect(asksChain(rotated.signText(TERMS))).toBe(true)
    expect(asksChain(member.signText(TERMS))).toBe(false)
    expect(asksChain({ stateInit: 'none' })).toBe(false)
  })

  test('attack: a StateInit much longer than any known one counts as a query before it is read', () => {
    expect(asksChain({ stateInit: '!'.repeat(2_048) })).toBe(false)
    expect(asksChain({ stateInit: '!'.repeat(2_049) })).toBe(true)
  })

  test('attack: is not proven by a rotated-out key', async () => {
    const { publicKey: _, ...silent } = anchor.signText(TERMS)
    await expectRefused(verifyOnChain(anchor.signText(TERMS), active, expected), 'ton-key-mismatch')
    await expectRefused(verifyOnChain(silent, active, expected), 'ton-text-mismatch')
  })

  test('attack: a chain that is unreachable is never taken for an account that is not deployed', async () => {
    await expectRefused(
      verifyOnChain(anchor.signText(TERMS), { status: 'unreachable' }, expected),
      'ton-chain-unreachable',
    )
  })
})

test('unknown code is proven by the key that the chain names, and by nothing else', async () => {
  const code = beginCell().storeUint(0xabcdef, 24).endCell()
  const data = beginCell().storeBuffer(Buffer.from(member.publicKey)).endCell()
  const address = contractAddress(0, { code, data })
  const stateInit = beginCell().store(storeStateInit({ code, data })).endCell()
  const text = {
    ...member.signText(TERMS),
    address: address.toRawString(),
    stateInit: stateInit.toBoc().toString('base64'),
    signature: signTonText(address, TERMS, MEMBER_KEY),
  }
  const expected = { ...EXPECTED, address: address.toRawString() }
  const active: TonAccountKey = { status: 'active', publicKey: member.publicKey }
  expect(await verifyOnChain(text, active, expected)).toMatchObject({
    ok: true,
    proven: { kind: 'unknown', keySource: 'chain' },
  })
  await expectRefused(verifyOnChain(text, { status: 'inactive' }, expected), 'ton-key-unknown')
  const signature = signTonProof(address, { ...TERMS, payload: MESSAGE }, MEMBER_KEY)
  await expectRefused(verifyOnChain({ ...text, signature }, active, expected), 'ton-text-mismatch')
})

/** Mostly the genuine value. */
const or = <T>(value: T, others: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: others })

test('the judge of a text accepts only the genuine answer, whatever is sent, and never crashes', async () => {
  const genuine = member.signText(TERMS)
  const texts = fc.oneof(fc.string({ maxLength: 200 }), fc.base64String({ maxLength: 200 }))
  const answers: fc.Arbitrary<TonText> = fc.record({
    address: or(genuine.address, texts),
    network: or(genuine.network, texts),
    stateInit: or(genuine.stateInit, texts),
    publicKey: or(genuine.publicKey ?? '', texts),
    timestamp: or(TIMESTAMP, fc.maxSafeNat()),
    domain: or(DOMAIN, texts),
    signature: or(genuine.signature, texts),
  })
  await fc.assert(
    fc.asyncProperty(answers, async (answer) => {
      const { ok } = await verifyOnChain(answer, { status: 'unreachable' })
      if (ok) expect(answer).toEqual(genuine)
    }),
  )
})
