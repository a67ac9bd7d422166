import fc from 'fast-check'
import * as v from 'valibot'
import {
  type Address,
  compactSignatureToHex,
  createPublicClient,
  hashMessage,
  type Hex,
  http,
  isHex,
  parseSignature,
  serializeErc6492Signature,
  serializeSignature,
  signatureToCompactSignature,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '#demo/evm/anvil.ts'
import { deploySafeContracts, type Safes } from '#demo/evm/safe.ts'
import { signAsSafe } from '#demo/evm/sign-as-safe.ts'
import { createEvmChains } from '#server/chains/evm.ts'
import type { Unreachable } from '#proof/chain.ts'
import type { ExclusiveEvmChains, EvmChains, EvmCode } from '#server/chains/evm-chain.ts'
import { type EvmMessageTerms, writeEvmMessage } from '#proof/evm/sign-in-message.ts'
import { judgeEvm } from '#server/proofs/judge-evm.ts'
import { EvmProofSchema } from '#shared/api/submit-proof.ts'
import {
  callAnvil,
  delegationTo,
  ODD_CONTRACTS,
  placeCode,
  readLatestBlock,
  REFUSING_CONTRACTS,
} from '#tests/support/evm-contracts.ts'
import vectors from '#tests/vectors/evm-message.json' with { type: 'json' }
import { expectRefused } from './expect-refused.ts'

const START_MS = 60_000
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const member = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
const TERMS: EvmMessageTerms = {
  publicUrl: 'https://app.example.com',
  appName: 'Clasp',
  user: { telegramId: '279058397', username: 'ada_lovelace' },
  account: { address: member.address, chainId: 1 },
  attemptId: 'Qm9yZWRBdHRlbXB0SWQtXw',
  nonce: '-yBFao-02f4jSG2St9wBJktwlbrfBClOc5i94gcsUXY',
  issuedAt: 1_795_190_400_000,
  expiresAt: 1_795_191_000_000,
}
const message = writeEvmMessage(TERMS)
const CLAIM = { telegramId: TERMS.user.telegramId }
const KEY_PROVEN = {
  family: 'evm',
  address: member.address,
  kind: 'eoa',
  chainId: null,
  level: 'key',
  binding: 'text',
  keySource: 'signature',
}

const textFor = (address: string, chainId = 1) =>
  writeEvmMessage({ ...TERMS, account: { address, chainId } })
const takesSignatureOf = (bytes: number) =>
  v.safeParse(EvmProofSchema, { signature: `0x${'00'.repeat(bytes)}` }).success
const getBytes = (hex: Hex) => Buffer.from(hex.slice(2), 'hex')

/** Chains with the same code at every address, where no contract answers. */
function everywhere(code: EvmCode | Unreachable | 'busy'): ExclusiveEvmChains {
  return {
    codeAt: () => Promise.resolve(code),
    readAcceptance: () => Promise.reject(new Error('no contract must be asked')),
  }
}

function verify(signature: string, code: EvmCode | Unreachable | 'busy' = 'none') {
  return judgeEvm({ message, account: TERMS.account, signature }, CLAIM, everywhere(code))
}

describe('a key', () => {
  test.each(vectors)('the vector $name verifies', async ({ terms, message, signature }) => {
    const { account, user } = terms
    const verdict = await judgeEvm({ message, account, signature }, user, everywhere('none'))
    expect(verdict).toMatchObject({ ok: true, proven: { address: terms.account.address } })
  })

  test('a key that signed the message is proven, on every chain', async () => {
    const signature = await member.signMessage({ message })
    expect(await verify(signature)).toEqual({
      ok: true,
      by: 'key',
      proven: KEY_PROVEN,
      proof: { type: 'evm-message', message, signature },
    })
  })

  test('a key that has lent its address a contract’s code (EIP-7702) is proven by recovery', async () => {
    expect(await verify(await member.signMessage({ message }), 'eip7702')).toMatchObject({
      ok: true,
      proven: { ...KEY_PROVEN, kind: 'eip7702' },
    })
  })

  test('a key is proven with its checksum, however the account is written', async () => {
    const account = { ...TERMS.account, address: member.address.toLowerCase() }
    const signature = await member.signMessage({ message })
    expect(
      await judgeEvm({ message, account, signature }, CLAIM, everywhere('none')),
    ).toMatchObject({ ok: true, proven: KEY_PROVEN })
  })

  test('may sign in each of the forms that wallets use', async () => {
    const hex = await member.signMessage({ message })
    const { r, s, yParity } = parseSignature(hex)
    const highS = `0x${(CURVE_ORDER - BigInt(s)).toString(16).padStart(64, '0')}` as const
    const forms = {
      'recovery byte 0 or 1': `${hex.slice(0, -2)}0${yParity}`,
      'recovery byte 27 or 28': hex,
      'short (EIP-2098)': compactSignatureToHex(signatureToCompactSignature({ r, s, yParity })),
      'the other half of s': serializeSignature({ r, s: highS, yParity: 1 - yParity }),
      'in capitals': `0x${hex.slice(2).toUpperCase()}`,
    }
    for (const signature of Object.values(forms)) {
      expect(await verify(signature)).toMatchObject({ ok: true, proven: KEY_PROVEN })
    }
  })
})

describe('attack: a signature of another text is refused', () => {
  test.each<[string, Partial<EvmMessageTerms>]>([
    ['domain', { publicUrl: 'https://app.example.org' }],
    ['chain', { account: { ...TERMS.account, chainId: 8453 } }],
    ['nonce', { nonce: Buffer.alloc(32, 7).toString('base64url') }],
    ['user', { user: { telegramId: '279058398', username: 'ada_lovelace' } }],
    ['username', { user: { telegramId: '279058397', username: 'ada_lovelacc' } }],
    ['time', { issuedAt: TERMS.issuedAt + 1 }],
    ['time of expiry', { expiresAt: TERMS.expiresAt + 86_400_000 }],
    ['attempt', { attemptId: 'Qm9yZWRBdHRlbXB0SWQtXx' }],
    ['account', { account: { ...TERMS.account, address: stranger.address } }],
  ])('message for another %s', async (_, change) => {
    const other = writeEvmMessage({ ...TERMS, ...change })
    expect(other).not.toBe(message)
    const signature = await member.signMessage({ message: other })
    await expectRefused(verify(signature), 'evm-signature-invalid')
  })

  test(
    'message altered by one character, wherever it is',
    async () => {
      for (let at = 0; at < message.length; at += 1) {
        const letter = message[at] === 'x' ? 'y' : 'x'
        const altered = `${message.slice(0, at)}${letter}${message.slice(at + 1)}`
        const signature = await member.signMessage({ message: altered })
        await expectRefused(verify(signature), 'evm-signature-invalid')
      }
    },
    START_MS,
  )

  test('message without its last line, with one more, or signed as its hash', async () => {
    for (const other of [message.slice(0, message.lastIndexOf('\n')), `${message}\n`, '']) {
      await expectRefused(
        verify(await member.signMessage({ message: other })),
        'evm-signature-invalid',
      )
    }
    const raw = hashMessage(message)
    await expectRefused(
      verify(await member.signMessage({ message: { raw } })),
      'evm-signature-invalid',
    )
  })
})

describe('attack: a signature that is not the account’s is refused', () => {
  test('signature by another key', async () => {
    const signature = await stranger.signMessage({ message })
    await expectRefused(verify(signature), 'evm-signature-invalid')
    await expectRefused(verify(signature, 'eip7702'), 'evm-signature-invalid')
  })

  test(
    'signature with one bit changed, wherever it is',
    async () => {
      const signature = getBytes(await member.signMessage({ message }))
      for (let bit = 0; bit < signature.length * 8; bit += 1) {
        const changed = Buffer.from(signature)
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        await expectRefused(verify(`0x${changed.toString('hex')}`), 'evm-signature-invalid')
      }
    },
    START_MS,
  )

  test.each([
    ['zeros', '00'.repeat(65)],
    ['r and s beyond the curve', 'ff'.repeat(64) + '1b'],
    ['a recovery byte that is none', '11'.repeat(64) + '02'],
    ['a recovery byte with a chain id in it (EIP-155)', '11'.repeat(64) + '25'],
    ['short, and zeros', '00'.repeat(64)],
  ])('signature of %s', async (_, hex) => {
    await expectRefused(verify(`0x${hex}`), 'evm-signature-invalid')
  })

  test.each(['', '00', '11'.repeat(63)])('signature too short to be one: 0x%s', async (hex) => {
    await expectRefused(verify(`0x${hex}`), 'evm-signature-malformed')
  })

  test.each(['', '0x0', '0xgg', 'abcd', '0X00', '0x00 '])(
    'signature that is no hex: %j',
    async (text) => {
      await expectRefused(verify(text), 'evm-signature-malformed')
    },
  )

  test('a longer one at a key’s address, with or without lent code', async () => {
    const signature = `${await member.signMessage({ message })}00`
    await expectRefused(verify(signature), 'evm-contract-not-deployed')
    await expectRefused(verify(signature, 'eip7702'), 'evm-signature-malformed')
  })

  test('a good one whose recovery byte is written as two', async () => {
    const good = await member.signMessage({ message })
    const signature = `${good.slice(0, -2)}00${good.slice(-2)}`
    await expectRefused(verify(signature, 'eip7702'), 'evm-signature-malformed')
  })

  test('oversized signature: 16 KiB and a byte do not come through the contract', () => {
    expect(takesSignatureOf(16 * 1024)).toBe(true)
    expect(takesSignatureOf(16 * 1024 + 1)).toBe(false)
    expect(v.safeParse(EvmProofSchema, { signature: '0x0' }).success).toBe(false)
    expect(v.safeParse(EvmProofSchema, { signature: '0x', more: 1 }).success).toBe(false)
  })

  test('and where a chain cannot be asked, a good one gets no verdict either', async () => {
    for (const account of [member, stranger]) {
      const signature = await account.signMessage({ message })
      await expectRefused(verify(signature, 'unreachable'), 'evm-chain-unreachable')
      await expectRefused(verify(signature, 'busy'), 'busy')
    }
  })

  test('fuzz: no signature makes it throw', async () => {
    const hex = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('hex'))
    const sized = fc
      .constantFrom(64, 65)
      .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
      .map((bytes) => Buffer.from(bytes).toString('hex'))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(hex, sized).map((text) => `0x${text}`),
        fc.constantFrom<EvmCode>('none', 'eip7702'),
        async (signature, code) => {
          expect(await verify(signature, code)).toMatchObject({ ok: false })
        },
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        expect(await verify(text)).toMatchObject({ ok: false })
      }),
    )
  })
})

describe('a contract account', () => {
  const keys = [generatePrivateKey(), generatePrivateKey(), generatePrivateKey()] as const
  const [first, second, third] = keys
  const owners = keys.map((key) => privateKeyToAccount(key).address)
  const ODD = '0xc0ffee254729296a45a3885639AC7E10F9d54979'
  let ethereum: Anvil
  let base: Anvil
  let safes: Safes
  let chains: EvmChains
  let salt = 0n

  beforeAll(async () => {
    ;[ethereum, base] = await Promise.all([
      startAnvil({ chainId: 1 }),
      startAnvil({ chainId: 8453 }),
    ])
    safes = await deploySafeContracts(ethereum)
    chains = createEvmChains({
      chains: [
        { id: 1, rpcUrls: [ethereum.url] },
        { id: 8453, rpcUrls: [base.url] },
      ],
      fetch,
    })
  }, START_MS)
  afterAll(() => Promise.all([ethereum.close(), base.close()]), START_MS)

  const createSafe = (threshold = 2) => safes.create({ owners, threshold, salt: (salt += 1n) })

  function verifyOn(address: string, signature: string, chainId = 1) {
    const account = { address, chainId }
    return judgeEvm({ message: textFor(address, chainId), account, signature }, CLAIM, chains)
  }

  test('a Safe whose owners signed has accepted, at the last block', async () => {
    const safe = await createSafe()
    const signature = await signAsSafe(safe, textFor(safe.address), [first, third])
    expect(await verifyOn(safe.address, signature)).toEqual({
      ok: true,
      by: 'contract',
      accepted: {
        message: textFor(safe.address),
        signature: new Uint8Array(getBytes(signature)),
        block: await readLatestBlock(ethereum),
      },
    })
  })

  test('a Safe that approved the text on chain is proven by an empty signature', async () => {
    const safe = await createSafe()
    await expectRefused(verifyOn(safe.address, '0x'), 'evm-contract-refused')
    await safes.signOnChain(safe, textFor(safe.address), [first, second])
    expect(await verifyOn(safe.address, '0x')).toMatchObject({ ok: true })
  })

  test('attack: is not proven by the signature of a removed owner', async () => {
    const safe = await createSafe()
    const signature = await signAsSafe(safe, textFor(safe.address), [first, second])
    expect(await verifyOn(safe.address, signature)).toMatchObject({ ok: true })
    const [, from] = owners
    if (from === undefined) throw new Error('no owner')
    await safes.swapOwner(safe, { from, to: stranger.address }, [first, third])
    await expectRefused(verifyOn(safe.address, signature), 'evm-contract-refused')
  })

  test('attack: is not proven by fewer owners than the threshold, the same owner twice, or no owner at all', async () => {
    const safe = await createSafe()
    for (const signers of [[first], [first, first], [generatePrivateKey(), generatePrivateKey()]]) {
      const signature = await signAsSafe(safe, textFor(safe.address), signers)
      await expectRefused(verifyOn(safe.address, signature), 'evm-contract-refused')
    }
  })

  test('attack: is not proven by owners’ signatures of another text, or of the same text for another Safe', async () => {
    const [safe, other] = [await createSafe(), await createSafe()]
    const forOther = await signAsSafe(other, textFor(safe.address), [first, second])
    await expectRefused(verifyOn(safe.address, forOther), 'evm-contract-refused')
    const otherText = await signAsSafe(safe, textFor(safe.address, 8453), [first, second])
    await expectRefused(verifyOn(safe.address, otherText), 'evm-contract-refused')
  })

  test('attack: a Safe is not proven by an owner’s own key', async () => {
    const safe = await createSafe(1)
    const signature = await privateKeyToAccount(first).signMessage({
      message: textFor(safe.address),
    })
    await expectRefused(verifyOn(safe.address, signature), 'evm-contract-refused')
  })

  test('attack: a Safe that is deployed on chain 1 speaks on chain 8453', async () => {
    const safe = await createSafe(1)
    const text = textFor(safe.address, 8453)
    const there = { ...safe, chainId: 8453 }
    const onBase = (signature: string) => verifyOn(safe.address, signature, 8453)
    await expectRefused(onBase(await signAsSafe(there, text, [first])), 'evm-signature-invalid')
    await expectRefused(
      onBase(await signAsSafe(there, text, [first, second])),
      'evm-contract-not-deployed',
    )
    await expectRefused(onBase('0x'), 'evm-signature-malformed')
  })

  test('attack: an undeployed contract with a wrapper that ERC-6492 takes for good is not proven', async () => {
    const before = await callAnvil(ethereum, 'evm_snapshot', [])
    const safe = await createSafe()
    const { to, input } = await lastTransaction(ethereum)
    await callAnvil(ethereum, 'evm_revert', [before])
    const text = textFor(safe.address)
    const signature = await signAsSafe(safe, text, [first, second])
    const wrapped = serializeErc6492Signature({ address: to, data: input, signature })
    const client = createPublicClient({ transport: http(ethereum.url) })
    const { address } = safe
    // The control: viem accepts it.
    expect(await client.verifyMessage({ address, message: text, signature: wrapped })).toBe(true)
    await expectRefused(verifyOn(address, wrapped), 'evm-contract-not-deployed')
    await expectRefused(verifyOn(address, signature), 'evm-contract-not-deployed')
  })

  test('a Safe that is deployed is proven by the signature inside a wrapper of ERC-6492', async () => {
    const safe = await createSafe()
    const signature = await signAsSafe(safe, textFor(safe.address), [first, second])
    const wrapped = wrap(signature)
    const client = createPublicClient({ transport: http(ethereum.url) })
    const { address } = safe
    const message = textFor(address)
    // The control: viem does the same.
    expect(await client.verifyMessage({ address, message, signature: wrapped })).toBe(true)
    expect(await verifyOn(address, wrapped)).toMatchObject({
      ok: true,
      accepted: { signature: new Uint8Array(getBytes(signature)) },
    })
  })

  test('attack: is not proven by a wrapper of ERC-6492 around too few owners’ signatures, or around none', async () => {
    const safe = await createSafe()
    for (const signature of [await signAsSafe(safe, textFor(safe.address), [first]), '0x'] as const)
      await expectRefused(verifyOn(safe.address, wrap(signature)), 'evm-contract-refused')
  })

  test('attack: a wrapper of ERC-6492 that is cut is put to the contract as it is', async () => {
    const safe = await createSafe()
    const signature = await signAsSafe(safe, textFor(safe.address), [first, second])
    const cut: Hex = `0x${wrap(signature).slice(2 + 3 * 64)}`
    await expectRefused(verifyOn(safe.address, cut), 'evm-contract-refused')
  })

  test('attack: a key’s signature in a wrapper of ERC-6492 proves nothing where nothing is deployed', async () => {
    const account = { address: member.address, chainId: 1 }
    const signature = wrap(await member.signMessage({ message }))
    const verdict = judgeEvm({ message, account, signature }, CLAIM, everywhere('none'))
    await expectRefused(verdict, 'evm-contract-not-deployed')
  })

  test('a contract that always says yes has accepted as a contract, and no key has signed', async () => {
    await placeCode(ethereum, ODD, ODD_CONTRACTS.alwaysYes)
    expect(await verifyOn(ODD, '0x1234')).toMatchObject({
      ok: true,
      by: 'contract',
      accepted: { signature: Uint8Array.of(0x12, 0x34) },
    })
    await expectRefused(verifyOn(ODD, '0x1234', 8453), 'evm-signature-malformed')
  })

  test.each(REFUSING_CONTRACTS)('attack: a contract that %s is refused', async (code) => {
    await placeCode(ethereum, ODD, ODD_CONTRACTS[code])
    await expectRefused(verifyOn(ODD, '0x1234'), 'evm-contract-refused')
  })

  test('attack: is not proven by the key that a contract’s address would have', async () => {
    await placeCode(ethereum, member.address, ODD_CONTRACTS.reverts)
    const signature = await member.signMessage({ message })
    await expectRefused(verifyOn(member.address, signature), 'evm-contract-refused')
  })

  test('a key that has lent its address a contract which says yes is judged by recovery', async () => {
    await placeCode(ethereum, ODD, ODD_CONTRACTS.alwaysYes)
    await placeCode(ethereum, member.address, delegationTo(ODD))
    const good = await member.signMessage({ message })
    expect(await verifyOn(member.address, good)).toMatchObject({
      ok: true,
      proven: { kind: 'eip7702', level: 'key', chainId: null },
    })
    const bad = await stranger.signMessage({ message })
    await expectRefused(verifyOn(member.address, bad), 'evm-signature-invalid')
    await expectRefused(verifyOn(member.address, '0x'), 'evm-signature-malformed')
  })

  test.each([
    ['falls silent', 'unreachable', 'evm-chain-unreachable'],
    ['is busy with another query', 'busy', 'busy'],
  ] as const)(
    'a contract whose chain %s between the two queries gets no verdict',
    async (_, answer, code) => {
      const silent: ExclusiveEvmChains = {
        ...everywhere('contract'),
        readAcceptance: () => Promise.resolve(answer),
      }
      const evidence = { message, account: TERMS.account, signature: '0x1234' }
      await expectRefused(judgeEvm(evidence, CLAIM, silent), code)
    },
  )
})

/** A wrapper whose factory would make nothing. */
function wrap(signature: Hex): Hex {
  return serializeErc6492Signature({ address: stranger.address, data: '0x', signature })
}

const HexSchema = v.custom<Hex>((text) => isHex(text))
const BlockSchema = v.object({
  transactions: v.tuple([v.object({ to: v.custom<Address>((to) => isHex(to)), input: HexSchema })]),
})

async function lastTransaction(anvil: Anvil) {
  const block = v.parse(
    BlockSchema,
    await callAnvil(anvil, 'eth_getBlockByNumber', ['latest', true]),
  )
  return block.transactions[0]
}
