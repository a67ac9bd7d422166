import { describe, expect, test } from 'vitest'
import { NO_CHAIN, type ProofChain, type ReadOwners, type ReadTonKey } from '#proof/chain.ts'
import type { ProofDocument } from '#proof/document.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { writeVerdict } from '#proof/write-verdict.ts'
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

/** The verdict with these answers of the chain, and what it was asked. */
async function ask(document: ProofDocument, answers: Partial<ProofChain>) {
  const asked: unknown[] = []
  const { acceptsSignature, readSafe, readTonKey, readTonMultisig } = { ...NO_CHAIN, ...answers }
  const record =
    <Question, Answer>(name: keyof ProofChain, answer: (question: Question) => Answer) =>
    (question: Question): Answer => {
      asked.push({ [name]: question })
      return answer(question)
    }
  const chain: ProofChain = {
    acceptsSignature: record('acceptsSignature', acceptsSignature),
    readSafe: record('readSafe', readSafe),
    readTonKey: record('readTonKey', readTonKey),
    readTonMultisig: record('readTonMultisig', readTonMultisig),
  }
  const verdict = await verifyProof(JSON.stringify(document), { chain, now: Date.now() })
  if (verdict.verdict === 'unreadable') throw new Error(`not readable: ${verdict.reason}`)
  const ofEvidence = verdict.checks.filter(({ check }) => check !== 'time')
  return { verdict, checks: ofEvidence, lines: writeVerdict(verdict), asked }
}

type Asked = Awaited<ReturnType<typeof ask>>

/** The verdict, and whose word the claim is. */
function conclude({ verdict }: Asked) {
  if (!('facts' in verdict)) return [verdict.verdict]
  const { claim } = verdict.facts
  return [verdict.verdict, claim.word === 'chain' ? claim.at : claim.word]
}

const WAS_TRUE = 'This was true then. It is not true now.'
const STILL_TRUE = 'It is true now as well.'
const NEVER_SHOWN = ['A check failed. Nothing shows that this was ever true.']

const accepting = (then: boolean | 'unanswered', now: boolean | 'unanswered') => ({
  acceptsSignature: async ({ at }: { at: unknown }) => (at === 'latest' ? now : then),
})

describe('what a contract accepted', () => {
  const document = read('evm-contract')
  const { message, signature, block } = evidenceOf(document, 'evm-contract')
  const address = document.wallet.slice('eip155:10:'.length)
  const question = { chainId: 10, address, hash: textHash(message), signature }

  test('the chain is asked for the block of the document, then for now', async () => {
    const { asked } = await ask(document, accepting(true, true))
    expect(asked).toEqual([
      { acceptsSignature: { ...question, at: block } },
      { acceptsSignature: { ...question, at: 'latest' } },
    ])
  })

  test.each([
    [true, true, ['proven', 21_000_000], STILL_TRUE],
    [true, false, ['outdated', 21_000_000], WAS_TRUE],
    [true, 'unanswered', ['open', 21_000_000], 'Whether it is true now was not checked.'],
    ['unanswered', true, ['open', 'now'], 'Nothing shows whether it was so before.'],
    [
      'unanswered',
      'unanswered',
      ['open', 'document'],
      'The message names the site app.example.org.',
    ],
  ] as const)('accepted then: %s, and now: %s', async (then, now, expected, line) => {
    const asked = await ask(document, accepting(then, now))
    expect(conclude(asked)).toEqual(expected)
    expect(asked.lines[1]).toBe(line)
  })

  test('attack: a forged block and a contract that refuses now show nothing', async () => {
    const asked = await ask(document, accepting('unanswered', false))
    expect(conclude(asked)).toEqual(['refused'])
    expect(asked.lines).toEqual(NEVER_SHOWN)
  })

  test('a contract that accepts now is said to do so now', async () => {
    const { lines } = await ask(document, accepting('unanswered', true))
    expect(lines[0]).toMatch(
      /^The node that was asked says now: the contract .+ accepts a signature/,
    )
  })

  test('a signature that was not accepted shows nothing, whatever is accepted now', async () => {
    const { lines, checks, asked } = await ask(document, accepting(false, true))
    expect(lines).toEqual(NEVER_SHOWN)
    expect(checks.at(-1)).toEqual({
      check: 'acceptance',
      result: 'failed',
      reason: 'signature-refused',
    })
    expect(asked).toHaveLength(1)
  })

  test('a signature that is no longer accepted says why', async () => {
    const { checks } = await ask(document, accepting(true, false))
    expect(checks.at(-1)).toEqual({
      check: 'acceptance-now',
      result: 'failed',
      reason: 'signature-refused',
    })
  })
})

describe.each([
  { name: 'safe-two-of-three', type: 'safe', method: 'readSafe' },
  { name: 'quorum-safe', type: 'quorum', method: 'readSafe' },
  { name: 'quorum-ton', type: 'quorum', method: 'readTonMultisig' },
] as const)('the owners in the document $name', ({ name, type, method }) => {
  const document = read(name)
  const { owners, threshold, block } = evidenceOf(document, type)
  const signers = signersOf(document)
  const others = owners.filter((owner) => !signers.includes(owner))
  const stranger = method === 'readSafe' ? `0x${'12'.repeat(20)}` : `0:${'12'.repeat(32)}`
  const claimed = { owners, threshold }
  const number = block === undefined || 'seqno' in block ? 40_000_000 : 21_000_000
  const at = block !== undefined && 'seqno' in block ? block.seqno : block
  const answering = (then: ReadOwners | 'unanswered', now: ReadOwners | 'unanswered') => {
    const answer = async (question: { at: unknown }) => (question.at === 'latest' ? now : then)
    return { [method]: answer }
  }

  test('the chain is asked for the block of the document, then for now', async () => {
    const { asked, checks } = await ask(document, answering(claimed, claimed))
    const where =
      method === 'readSafe'
        ? { chainId: 10, address: document.wallet.slice('eip155:10:'.length) }
        : {
            network: '-239',
            address: document.wallet.slice('tvm:-239:'.length).replace('%3A', ':'),
          }
    expect(asked).toMatchObject([
      { [method]: { ...where, at } },
      { [method]: { ...where, at: 'latest' } },
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
  ] as const)('%s at the block: the document does not hold', async (_, then) => {
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
  ] as const)('%s since: current is %s', async (_, now, isCurrent) => {
    const asked = await ask(document, answering(claimed, now))
    expect(conclude(asked)).toEqual([isCurrent ? 'proven' : 'outdated', number])
    if (isCurrent) return
    const reason = 'owners-changed'
    expect(asked.checks.at(-1)).toEqual({ check: 'owners-now', result: 'failed', reason })
  })

  test.each([
    ['unanswered', claimed, ['open', 'now']],
    ['unanswered', 'unanswered', ['open', 'document']],
    ['unanswered', { owners: others, threshold: 1 }, ['refused']],
    ['unanswered', 'none', ['refused']],
    [claimed, 'unanswered', ['open', number]],
    [claimed, 'none', ['outdated', number]],
  ] as const)('asked then: %j, and now: %j', async (then, now, expected) => {
    expect(conclude(await ask(document, answering(then, now)))).toEqual(expected)
  })

  test('attack: without the block, the numbers are the chain’s and not the document’s', async () => {
    const now = { owners: [...owners, stranger], threshold }
    const { lines } = await ask(document, answering('unanswered', now))
    expect(lines[0]).toMatch(
      /^The node that was asked says now: 2 of 4 owners \(2 needed\) of the /,
    )
    expect(lines).not.toContain(STILL_TRUE)
  })
})

function signersOf({ evidence }: ProofDocument): string[] {
  if (evidence.type === 'safe') return evidence.signatures.map(({ owner }) => owner)
  return evidence.type === 'quorum' ? evidence.agreements.map(({ owner }) => owner) : []
}

const keyOf = (document: ProofDocument) => evidenceOf(document, 'ton-proof').chainKey

/** The key that the document has from the chain. */
const same = (document: ProofDocument) => ({ publicKey: keyOf(document)?.publicKey ?? '' })

describe('the key of a wallet whose key can be replaced', () => {
  const other = { publicKey: 'ab'.repeat(32) }
  const rotated = read('ton-proof-rotated-key')
  const anchor = read('ton-proof-anchor-key')

  test.each([
    ['deployed', rotated, same(rotated), 'passed'],
    ['deployed', rotated, other, 'failed'],
    ['deployed', rotated, 'no-key', 'failed'],
    ['deployed', rotated, 'not-deployed', 'failed'],
    ['deployed', rotated, 'unanswered', 'open'],
    ['not deployed', anchor, 'not-deployed', 'passed'],
    ['not deployed', anchor, same(anchor), 'failed'],
    ['not deployed', anchor, 'no-key', 'failed'],
  ] as const)('claimed as %s (%#): %o', async (_, document, answer, result) => {
    const readTonKey = async (): Promise<ReadTonKey | 'unanswered'> => answer
    const { checks, asked } = await ask(document, { readTonKey })
    const reason = result === 'failed' ? { reason: 'key-differs' } : {}
    expect(checks.find(({ check }) => check === 'key')).toEqual({ check: 'key', result, ...reason })
    const address = document.wallet.slice('tvm:-239:'.length).replace('%3A', ':')
    expect(asked).toEqual([{ readTonKey: { network: '-239', address, at: 40_000_000 } }])
  })

  test('without a block in the document, the chain is asked for now', async () => {
    const evidence = structuredClone(evidenceOf(rotated, 'ton-proof'))
    delete evidence.chainKey?.block
    const readTonKey = async () => same(rotated)
    const asked = await ask({ ...rotated, evidence }, { readTonKey })
    expect(asked.asked).toMatchObject([{ readTonKey: { at: 'latest' } }])
    expect(conclude(asked)).toEqual(['proven', 'now'])
  })

  test('attack: a quorum that names no block was never true, whatever is true now', async () => {
    const document = read('quorum-ton')
    const evidence = structuredClone(evidenceOf(document, 'quorum'))
    delete evidence.block
    const { owners, threshold } = evidence
    const readTonMultisig = async () => ({ owners, threshold })
    const asked = await ask({ ...document, evidence }, { readTonMultisig })
    expect(asked.asked).toMatchObject([{ readTonMultisig: { at: 'latest' } }])
    expect(conclude(asked)).toEqual(['open', 'now'])
    expect(asked.lines).not.toContain(STILL_TRUE)
  })

  test('attack: a signer whose key nobody confirmed is not counted as one by the chain', async () => {
    const document = read('quorum-ton-open-key')
    const { owners, threshold } = evidenceOf(document, 'quorum')
    const asked = await ask(document, { readTonMultisig: async () => ({ owners, threshold }) })
    expect(conclude(asked)).toEqual(['open', 'document'])
  })

  test('an agreement of such a wallet passes once the chain has confirmed the key', async () => {
    const { checks } = await ask(read('quorum-ton-open-key'), {
      readTonKey: async () => 'not-deployed',
    })
    expect(checks[0]).toEqual({ check: 'agreements', result: 'passed' })
  })

  test('an agreement of such a wallet fails if the chain has another key', async () => {
    const { checks, lines } = await ask(read('quorum-ton-open-key'), {
      readTonKey: async () => other,
    })
    const reason = 'agreement-invalid'
    expect(checks).toEqual([{ check: 'agreements', result: 'failed', reason }])
    expect(lines).toEqual(NEVER_SHOWN)
  })
})
