import { describe, expect, test } from 'vitest'
import {
  type At,
  NO_CHAINS,
  type NoMultisig,
  type ProofEvmChains,
  type ProofTonChain,
  type ReadOwners,
} from '#proof/chain.ts'
import type { NamedWallet } from '#proof/account-id.ts'
import type { ProofDocument } from '#proof/document.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { writeVerdict } from '#verifier/main.ts'
import { textHash } from '#shared/safe-message.ts'
import { findVector, makeProofVectors, readDocument } from '#tests/support/proof-vectors.ts'

const vectors = await makeProofVectors()

const read = (name: string) => readDocument(findVector(vectors, name))

function evidenceOf<Type extends ProofDocument['evidence']['type']>(
  { evidence }: ProofDocument,
  type: Type,
): Extract<ProofDocument['evidence'], { type: Type }> {
  const isOf = (one: ProofDocument['evidence']): one is Extract<typeof one, { type: Type }> =>
    one.type === type
  if (!isOf(evidence)) throw new Error(`no ${type}`)
  return evidence
}

type Questions = ProofEvmChains & ProofTonChain

/** The verdict with these answers of the chain, and what it was asked. */
async function ask(document: ProofDocument, answers: Partial<Questions>) {
  const opened: NamedWallet[] = []
  const asked: unknown[] = []
  const record =
    <Args extends unknown[], Answer>(name: keyof Questions, answer: (...args: Args) => Answer) =>
    (...args: Args): Answer => {
      asked.push([name, ...args])
      return answer(...args)
    }
  const { evm, ton } = NO_CHAINS
  const answering = { ...evm, ...ton, ...answers }
  const chains = {
    evm: {
      isValidSignature: record('isValidSignature', answering.isValidSignature),
      readSafe: record('readSafe', answering.readSafe),
    },
    ton: {
      accountKey: record('accountKey', answering.accountKey),
      readMultisig: record('readMultisig', answering.readMultisig),
    },
  }
  const openChains = (wallet: NamedWallet) => {
    opened.push(wallet)
    return chains
  }
  const verdict = await verifyProof(JSON.stringify(document), { openChains, now: Date.now() })
  if (verdict.verdict === 'unreadable') throw new Error(`not readable: ${verdict.reason}`)
  const ofEvidence = verdict.checks.filter(({ check }) => check !== 'time')
  return { verdict, checks: ofEvidence, lines: writeVerdict(verdict), asked, opened }
}

type AskedChain = Awaited<ReturnType<typeof ask>>

/** The verdict, and whose word the claim is. */
function conclude({ verdict }: AskedChain) {
  if (!('facts' in verdict)) return [verdict.verdict]
  const { claim } = verdict.facts
  return [verdict.verdict, claim.word === 'chain' ? claim.at : claim.word]
}

const WAS_TRUE = 'This was true then. It is not true now.'
const STILL_TRUE = 'It is true now as well.'
const NEVER_SHOWN = ['A check failed. Nothing shows that this was ever true.']

type ChainVerdict = Awaited<ReturnType<ProofEvmChains['isValidSignature']>>

const accepting = (then: ChainVerdict, now: ChainVerdict) => ({
  isValidSignature: async (_chainId: number, _query: unknown, at?: At<unknown>) =>
    at === 'latest' ? now : then,
})

describe('what a contract accepted', () => {
  const document = read('evm-contract')
  const { message, signature, block } = evidenceOf(document, 'evm-contract')
  const address = document.wallet.slice('eip155:10:'.length)
  const query = { address, hash: textHash(message), signature }

  test('the chain is asked for the block of the document, then for now', async () => {
    const { asked } = await ask(document, accepting('accepted', 'accepted'))
    expect(asked).toEqual([
      ['isValidSignature', 10, query, block],
      ['isValidSignature', 10, query, 'latest'],
    ])
  })

  test.each([
    ['accepted', 'accepted', ['proven', 21_000_000], STILL_TRUE],
    ['accepted', 'refused', ['outdated', 21_000_000], WAS_TRUE],
    ['accepted', 'unreachable', ['open', 21_000_000], 'Whether it is true now was not checked.'],
    ['unreachable', 'accepted', ['open', 'now'], 'Nothing shows whether it was so before.'],
    [
      'unreachable',
      'unreachable',
      ['open', 'document'],
      'The message names the site app.example.org.',
    ],
  ] as const)(
    'the contract accepted at the block: %s, and accepts now: %s',
    async (then, now, expected, line) => {
      const asked = await ask(document, accepting(then, now))
      expect(conclude(asked)).toEqual(expected)
      expect(asked.lines[1]).toBe(line)
    },
  )

  test('attack: a forged block and a contract that refuses now show nothing', async () => {
    const asked = await ask(document, accepting('unreachable', 'refused'))
    expect(conclude(asked)).toEqual(['refused'])
    expect(asked.lines).toEqual(NEVER_SHOWN)
  })

  test('a contract that accepts now is said to do so now', async () => {
    const { lines } = await ask(document, accepting('unreachable', 'accepted'))
    expect(lines[0]).toMatch(
      /^The node that was asked says now: the contract .+ accepts a signature/,
    )
  })

  test('a signature that was not accepted shows nothing, whatever is accepted now', async () => {
    const { lines, checks, asked } = await ask(document, accepting('refused', 'accepted'))
    expect(lines).toEqual(NEVER_SHOWN)
    expect(checks.at(-1)).toEqual({
      check: 'acceptance',
      result: 'failed',
      reason: 'signature-refused',
    })
    expect(asked).toHaveLength(1)
  })

  test('a signature that is no longer accepted says why', async () => {
    const { checks } = await ask(document, accepting('accepted', 'refused'))
    expect(checks.at(-1)).toEqual({
      check: 'acceptance-now',
      result: 'failed',
      reason: 'signature-refused',
    })
  })
})

type OwnersAnswer = ReadOwners | NoMultisig | 'unreachable'

describe.each([
  { name: 'safe-two-of-three', type: 'safe', method: 'readSafe' },
  { name: 'quorum-safe', type: 'quorum', method: 'readSafe' },
  { name: 'quorum-ton', type: 'quorum', method: 'readMultisig' },
] as const)('the owners in the document $name', ({ name, type, method }) => {
  const document = read(name)
  const { owners, threshold, block } = evidenceOf(document, type)
  const signers = signersOf(document)
  const others = owners.filter((owner) => !signers.includes(owner))
  const stranger = method === 'readSafe' ? `0x${'12'.repeat(20)}` : `0:${'12'.repeat(32)}`
  const claimed = { owners, threshold }
  const number = block === undefined || 'seqno' in block ? 40_000_000 : 21_000_000
  const answering = (then: OwnersAnswer, now: OwnersAnswer) => {
    const answer = (at?: At<unknown>) => Promise.resolve(at === 'latest' ? now : then)
    return method === 'readSafe'
      ? { readSafe: (_chainId: number, _address: string, at?: At<unknown>) => answer(at) }
      : { readMultisig: (_address: string, at?: At<unknown>) => answer(at) }
  }

  test('the chain is asked for the block of the document, then for now', async () => {
    const { asked, checks } = await ask(document, answering(claimed, claimed))
    const where =
      method === 'readSafe'
        ? [10, document.wallet.slice('eip155:10:'.length)]
        : [tonAddress(document)]
    expect(asked.slice(-2)).toEqual([
      [method, ...where, block],
      [method, ...where, 'latest'],
    ])
    expect(checks.slice(-2)).toEqual([
      { check: 'owners', result: 'passed' },
      { check: 'owners-now', result: 'passed' },
    ])
  })

  test.each([
    ['another threshold', { owners, threshold: threshold + 1 }],
    ['one owner less', { owners: owners.slice(1), threshold }],
    ['one owner more', { owners: [...owners, stranger], threshold }],
    ['another owner', { owners: [...owners.slice(1), stranger], threshold }],
    ['no multisig', 'none'],
    ['a lookalike', 'lookalike'],
  ] as const)('the chain has %s at the block: the document does not hold', async (_, then) => {
    const { lines, checks } = await ask(document, answering(then, claimed))
    expect(lines).toEqual(NEVER_SHOWN)
    expect(checks.at(-1)).toEqual({ check: 'owners', result: 'failed', reason: 'owners-differ' })
  })

  test('the chain may list the owners in another order', async () => {
    const reversed = { owners: [...owners].toReversed(), threshold }
    const asked = await ask(document, answering(reversed, reversed))
    expect(conclude(asked)).toEqual(['proven', number])
  })

  test.each([
    ['the others have left', { owners: signers, threshold }, true],
    ['new ones have come', { owners: [...owners, stranger], threshold }, true],
    ['fewer are enough', { owners: signers.slice(1), threshold: threshold - 1 }, true],
    ['a signer has left', { owners: [...signers.slice(1), ...others], threshold }, false],
    ['more are needed', { owners, threshold: threshold + 1 }, false],
  ] as const)('%s since the block: the owners are still enough: %s', async (_, now, isCurrent) => {
    const asked = await ask(document, answering(claimed, now))
    expect(conclude(asked)).toEqual([isCurrent ? 'proven' : 'outdated', number])
    if (isCurrent) return
    const reason = 'owners-changed'
    expect(asked.checks.at(-1)).toEqual({ check: 'owners-now', result: 'failed', reason })
  })

  test.each([
    ['unreachable', claimed, ['open', 'now']],
    ['unreachable', 'unreachable', ['open', 'document']],
    ['unreachable', { owners: others, threshold: 1 }, ['refused']],
    ['unreachable', 'none', ['refused']],
    [claimed, 'unreachable', ['open', number]],
    [claimed, 'none', ['outdated', number]],
  ] as const)('the chain answers %j for the block, and %j for now', async (then, now, expected) => {
    expect(conclude(await ask(document, answering(then, now)))).toEqual(expected)
  })

  test('attack: without the block, the numbers are the chain’s and not the document’s', async () => {
    const now = { owners: [...owners, stranger], threshold }
    const { lines } = await ask(document, answering('unreachable', now))
    expect(lines[0]).toMatch(
      /^The node that was asked says now: 2 of 4 owners \(2 needed\) of the /,
    )
    expect(lines).not.toContain(STILL_TRUE)
  })
})

/** Raw. */
function tonAddress({ wallet }: ProofDocument): string {
  return wallet.slice('tvm:-239:'.length).replace('%3A', ':')
}

function signersOf({ evidence }: ProofDocument): string[] {
  if (evidence.type === 'safe') return evidence.signatures.map(({ owner }) => owner)
  return evidence.type === 'quorum' ? evidence.agreements.map(({ owner }) => owner) : []
}

const keyOf = (document: ProofDocument) => evidenceOf(document, 'ton-proof').chainKey

const active = (publicKey: string) =>
  ({ status: 'active', publicKey: Buffer.from(publicKey, 'hex') }) as const

/** The key that the document has from the chain. */
const same = (document: ProofDocument) => active(keyOf(document)?.publicKey ?? '')

describe('the key of a wallet whose key can be replaced', () => {
  const other = active('ab'.repeat(32))
  const rotated = read('ton-proof-rotated-key')
  const anchor = read('ton-proof-anchor-key')

  test.each([
    ['deployed', rotated, same(rotated), 'passed'],
    ['deployed', rotated, other, 'failed'],
    ['deployed', rotated, { status: 'no-key' }, 'failed'],
    ['deployed', rotated, { status: 'frozen' }, 'failed'],
    ['deployed', rotated, { status: 'inactive' }, 'failed'],
    ['deployed', rotated, { status: 'unreachable' }, 'open'],
    ['deployed', rotated, { status: 'disagreement' }, 'open'],
    ['not deployed', anchor, { status: 'inactive' }, 'passed'],
    ['not deployed', anchor, same(anchor), 'failed'],
    ['not deployed', anchor, { status: 'no-key' }, 'failed'],
  ] as const)(
    'a document that claims the key as %s (%#): the chain says %o',
    async (_, document, answer, result) => {
      const { checks, asked, opened } = await ask(document, { accountKey: async () => answer })
      const reason = result === 'failed' ? { reason: 'key-differs' } : {}
      expect(checks.find(({ check }) => check === 'key')).toEqual({
        check: 'key',
        result,
        ...reason,
      })
      const address = tonAddress(document)
      expect(opened).toMatchObject([{ network: '-239', address }])
      expect(asked).toEqual([['accountKey', address, { seqno: 40_000_000 }]])
    },
  )

  test('without a block in the document, the chain is asked for now', async () => {
    const evidence = structuredClone(evidenceOf(rotated, 'ton-proof'))
    delete evidence.chainKey?.block
    const accountKey = async () => same(rotated)
    const asked = await ask({ ...rotated, evidence }, { accountKey })
    expect(asked.asked).toEqual([['accountKey', tonAddress(rotated), 'latest']])
    expect(conclude(asked)).toEqual(['proven', 'now'])
  })

  test('attack: a quorum that names no block was never true, whatever is true now', async () => {
    const document = read('quorum-ton')
    const evidence = structuredClone(evidenceOf(document, 'quorum'))
    delete evidence.block
    const { owners, threshold } = evidence
    const readMultisig = async () => ({ owners, threshold })
    const asked = await ask({ ...document, evidence }, { readMultisig })
    expect(asked.asked).toEqual([['readMultisig', tonAddress(document), 'latest']])
    expect(conclude(asked)).toEqual(['open', 'now'])
    expect(asked.lines).not.toContain(STILL_TRUE)
  })

  test('attack: a signer whose key nobody confirmed is not counted as one by the chain', async () => {
    const document = read('quorum-ton-open-key')
    const { owners, threshold } = evidenceOf(document, 'quorum')
    const asked = await ask(document, { readMultisig: async () => ({ owners, threshold }) })
    expect(conclude(asked)).toEqual(['open', 'document'])
  })

  test('an agreement of such a wallet passes once the chain has confirmed the key', async () => {
    const { checks } = await ask(read('quorum-ton-open-key'), {
      accountKey: async () => ({ status: 'inactive' }),
    })
    expect(checks[0]).toEqual({ check: 'agreements', result: 'passed' })
  })

  test('an agreement of such a wallet fails if the chain has another key', async () => {
    const { checks, lines } = await ask(read('quorum-ton-open-key'), {
      accountKey: async () => other,
    })
    const reason = 'agreement-invalid'
    expect(checks).toEqual([{ check: 'agreements', result: 'failed', reason }])
    expect(lines).toEqual(NEVER_SHOWN)
  })
})
