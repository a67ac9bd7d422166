import * as v from 'valibot'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ProofChains } from '#proof/chain.ts'
import {
  type ChainKey,
  type Evidence,
  type ProofDocument,
  ProofDocumentSchema,
} from '#proof/document.ts'
import { readBoc } from '#proof/ton/boc.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { textHash } from '#shared/safe-message.ts'
import { makeProofVectors, readDocument, trustOf } from '#tests/support/proof-vectors.ts'

const NOW = Date.now()

const vectors = (await makeProofVectors()).filter(
  ({ expected }) => expected.verdict === 'proven' || expected.verdict === 'open',
)

/** Chains that know one document, and answer for nothing else. All its owners and keys are gone by now. */
function chainsOf({ wallet, evidence }: ProofDocument): ProofChains {
  const address = wallet.replace(/^\w+:[^:]+:/, '').replace('%3A', ':')
  const isAt = (at: unknown) => 'block' in evidence && same(at, evidence.block)
  const owners = 'owners' in evidence ? evidence : null
  const keys = new Map(chainKeys(address, evidence))
  return {
    evm: {
      isValidSignature: async (chainId, query, at) =>
        isAt(at) &&
        wallet === `eip155:${chainId}:${query.address}` &&
        'signature' in evidence &&
        query.signature === evidence.signature &&
        'message' in evidence &&
        query.hash === textHash(evidence.message)
          ? 'accepted'
          : 'refused',
      readSafe: async (chainId, safe, at) =>
        isAt(at) && wallet === `eip155:${chainId}:${safe}` && owners ? owners : 'none',
    },
    ton: {
      async accountKey(account, at) {
        const keyed = keys.get(account)
        if (keyed?.block === undefined || !same(at, keyed.block)) return ACTIVE_WITH_ANOTHER_KEY
        const publicKey = Buffer.from(keyed.publicKey, 'hex')
        return keyed.deployed ? { status: 'active', publicKey } : { status: 'inactive' }
      },
      readMultisig: async (multisig, at) =>
        isAt(at) && multisig === address && owners ? owners : 'none',
    },
  }
}

const ACTIVE_WITH_ANOTHER_KEY = { status: 'active', publicKey: Buffer.alloc(32, 1) } as const

/** The keys that a document has from the chain, by address: its own, or those of the signers who agreed. */
function chainKeys(address: string, evidence: Evidence): [address: string, ChainKey][] {
  if ('chainKey' in evidence && evidence.chainKey) return [[address, evidence.chainKey]]
  if (evidence.type !== 'quorum') return []
  return evidence.agreements.flatMap((one) =>
    'evidence' in one ? chainKeys(one.owner, one.evidence) : [],
  )
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Pseudo-random numbers from 0 to below 1; the same for each seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Pick = <Item>(items: readonly Item[]) => Item

/** The text with one part changed, left out, doubled, or taken from another proof. */
function mutate(text: string, others: readonly string[], pick: Pick): string {
  const range = Array.from({ length: text.length }, (_, index) => index)
  const at = pick(range)
  const end = Math.min(text.length, at + pick([1, 1, 1, 2, 8, 64]))
  const other = pick(others)
  const start = pick(Array.from({ length: other.length }, (_, index) => index))
  const swapped = other.slice(start, start + (end - at))
  const char = String.fromCodePoint(pick(Array.from({ length: 95 }, (_, index) => 32 + index)))
  const middle = pick([char, char, char, '', text.slice(at, end).repeat(2), swapped])
  return text.slice(0, at) + middle + text.slice(end)
}

type Replacer = (name: string, value: unknown) => unknown

/** What a text says; null for what is no document. */
function meaning(text: string, replacer?: Replacer): string | null {
  try {
    return JSON.stringify(v.parse(ProofDocumentSchema, JSON.parse(text)), replacer)
  } catch {
    return null
  }
}

/** Vectors whose StateInit has another spelling that the format allows: it says what its root says. */
const SPELLED_FREELY = new Set(['ton-proof-unused-cell', 'ton-proof-root-not-first'])

const byRoot: Replacer = (name, value) =>
  name === 'stateInit' && typeof value === 'string'
    ? (readBoc(Buffer.from(value, 'base64'))?.hash ?? value)
    : value

async function countAccepted(vector: (typeof vectors)[number], tries: number): Promise<string[]> {
  const random = randomFrom(vector.name.length)
  const pick: Pick = (items) => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
  const document = readDocument(vector)
  const options = { now: NOW, openChains: () => chainsOf(document), ...trustOf(vector) }
  const others = vectors.map((each) => JSON.stringify(JSON.parse(each.document)))
  const text = JSON.stringify(document)
  const replacer = SPELLED_FREELY.has(vector.name) ? byRoot : undefined
  const accepted: string[] = []
  for (let index = 0; index < tries; index += 1) {
    const changed = mutate(text, others, pick)
    // What says the same in another spelling is the same document.
    if (meaning(changed, replacer) === meaning(text, replacer)) continue
    const verdict = await verifyProof(changed, options)
    if ('facts' in verdict) accepted.push(changed)
  }
  return accepted
}

describe('attack: changed documents', () => {
  test.each(vectors)('the document of $name holds with its chain', async (vector) => {
    const document = readDocument(vector)
    const verdict = await verifyProof(vector.document, {
      now: NOW,
      openChains: () => chainsOf(document),
      ...trustOf(vector),
    })
    const ofUnknownKey = vector.name.endsWith('unknown-key') ? 'open' : 'proven'
    expect([ofUnknownKey, 'outdated']).toContain(verdict.verdict)
  })

  test.each(vectors)(
    'none of 200 changes of $name is accepted',
    { tags: ['wide'] },
    async (vector) => {
      expect(await countAccepted(vector, 200)).toEqual([])
    },
  )

  test.each(vectors)(
    'none of 10,000 changes of $name is accepted',
    { tags: ['full'], timeout: 300_000 },
    async (vector) => {
      expect(await countAccepted(vector, 10_000)).toEqual([])
    },
  )

  test('a megabyte of JSON is refused before it is parsed', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    const verdict = await verifyProof(
      `{"format":"clasp-proof/1","telegramId":"${'1'.repeat(1e6)}"}`,
      { now: NOW },
    )
    expect(verdict).toEqual({ verdict: 'unreadable', reason: 'too-long' })
    expect(parse).not.toHaveBeenCalled()
  })
})
