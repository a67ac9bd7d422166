import { describe, expect, test } from 'vitest'
import { NO_CHAIN, type ProofChain, type ReadOwners, type ReadTonKey } from '#proof/chain.ts'
import type { ProofDocument } from '#proof/document.ts'
import { verifyProof } from '#proof/verify-proof.ts'
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
  const verdict = await verifyProof(JSON.stringify(document), { chain })
  if (!verdict.readable) throw new Error(`not readable: ${verdict.reason}`)
  return { ...verdict, asked }
}

/** What follows, without what no chain can change. */
const conditions = ({ finding }: Awaited<ReturnType<typeof ask>>) =>
  finding && { isConditional: finding.isConditional, isCurrent: finding.isCurrent }

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
    [true, true, { isConditional: false, isCurrent: true }],
    [true, false, { isConditional: false, isCurrent: false }],
    [true, 'unanswered', { isConditional: false, isCurrent: null }],
    ['unanswered', true, { isConditional: true, isCurrent: true }],
    ['unanswered', false, { isConditional: true, isCurrent: false }],
    ['unanswered', 'unanswered', { isConditional: true, isCurrent: null }],
  ] as const)('accepted then: %s, and now: %s', async (then, now, expected) => {
    expect(conditions(await ask(document, accepting(then, now)))).toEqual(expected)
  })

  test('a signature that was not accepted shows nothing, whatever is accepted now', async () => {
    const { finding, checks, asked } = await ask(document, accepting(false, true))
    expect(finding).toBeNull()
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
    const { finding, checks } = await ask(document, answering(then, claimed))
    expect(finding).toBeNull()
    expect(checks.at(-1)).toEqual({ check: 'owners', result: 'failed', reason: 'owners-differ' })
  })

  test('the chain may list the owners in another order', async () => {
    const reversed = { owners: [...owners].toReversed(), threshold }
    const asked = await ask(document, answering(reversed, reversed))
    expect(conditions(asked)).toEqual({ isConditional: false, isCurrent: true })
  })

  test.each([
    ['the others have left', { owners: signers, threshold }, true],
    ['new ones have come', { owners: [...owners, stranger], threshold }, true],
    ['fewer are enough', { owners: signers.slice(1), threshold: threshold - 1 }, true],
    ['a signer has left', { owners: [...signers.slice(1), ...others], threshold }, false],
    ['more are needed', { owners, threshold: threshold + 1 }, false],
  ] as const)('%s since: current is %s', async (_, now, isCurrent) => {
    const asked = await ask(document, answering(claimed, now))
    expect(conditions(asked)).toEqual({ isConditional: false, isCurrent })
    if (isCurrent) return
    const reason = 'owners-changed'
    expect(asked.checks.at(-1)).toEqual({ check: 'owners-now', result: 'failed', reason })
  })

  test.each([
    ['unanswered', claimed, { isConditional: true, isCurrent: true }],
    [claimed, 'unanswered', { isConditional: false, isCurrent: null }],
    [claimed, 'none', { isConditional: false, isCurrent: false }],
  ] as const)('asked then: %j, and now: %j', async (then, now, expected) => {
    expect(conditions(await ask(document, answering(then, now)))).toEqual(expected)
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
    ['deployed', rotated, 'unanswered', 'needs-chain'],
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
    const { asked } = await ask({ ...rotated, evidence }, {})
    expect(asked).toMatchObject([{ readTonKey: { at: 'latest' } }])
  })

  test('a quorum without a block asks for the owners of now', async () => {
    const document = read('quorum-ton')
    const evidence = structuredClone(evidenceOf(document, 'quorum'))
    delete evidence.block
    const { asked } = await ask({ ...document, evidence }, {})
    expect(asked).toMatchObject([
      { readTonMultisig: { at: 'latest' } },
      { readTonMultisig: { at: 'latest' } },
    ])
  })

  test('an agreement of such a wallet passes once the chain has confirmed the key', async () => {
    const { checks } = await ask(read('quorum-ton-open-key'), {
      readTonKey: async () => 'not-deployed',
    })
    expect(checks[0]).toEqual({ check: 'agreements', result: 'passed' })
  })

  test('an agreement of such a wallet fails if the chain has another key', async () => {
    const { checks, finding } = await ask(read('quorum-ton-open-key'), {
      readTonKey: async () => other,
    })
    const reason = 'agreement-invalid'
    expect(checks).toEqual([{ check: 'agreements', result: 'failed', reason }])
    expect(finding).toBeNull()
  })
})
