import { describe, expect, test } from 'vitest'
import { judgeLink, type LinkFacts } from '#server/multisig/mark-stale-links.ts'
import type { LinkEvidence } from '#server/store/rows/wallet-rows.ts'
import type { ReadTonMultisig } from '#server/chains/read-multisig.ts'

const READING: ReadTonMultisig = {
  family: 'ton',
  kind: 'multisig-v2',
  network: '-239',
  address: '0:aa',
  threshold: 2,
  owners: ['a', 'b', 'c'],
  proposers: ['p'],
}
const AGREED: LinkEvidence = { kind: 'agreements', owners: ['a', 'b'], own: 'a' }
const ACCEPTED: LinkEvidence = { kind: 'signature', hash: '0x01', signature: '0x02' }

function facts(change: Partial<LinkFacts> = {}): LinkFacts {
  return {
    reading: READING,
    verdict: null,
    signers: [],
    isByOwners: null,
    isYoung: false,
    ...change,
  }
}

describe('a link that rests on agreements', () => {
  test.each([
    ['as it was', {}, null],
    ['in another order, with one more owner', { owners: ['d', 'b', 'c', 'a'] }, null],
    ['an owner gone who did not speak', { owners: ['a', 'b'] }, null],
    ['the threshold lowered', { threshold: 1 }, null],
    ['the member’s own owner gone', { owners: ['b', 'c', 'd'], threshold: 1 }, 'owners-changed'],
    ['the member’s own owner a proposer', { owners: ['b'], proposers: ['a'] }, 'owners-changed'],
    ['another who spoke gone', { owners: ['a', 'c', 'd'] }, 'owners-changed'],
    ['another who spoke gone, and enough left', { owners: ['a', 'c'], threshold: 1 }, null],
    ['the threshold raised', { threshold: 3 }, 'threshold-raised'],
    ['both', { owners: ['a', 'c'], threshold: 3 }, 'owners-changed'],
  ] as const)('is judged by agreements: %s', (_, change, reason) => {
    expect(judgeLink(AGREED, facts({ reading: { ...READING, ...change } }))).toBe(reason)
  })

  test.each(['none', 'lookalike'] as const)('does not hold where the reading is: %s', (reading) => {
    expect(judgeLink(AGREED, facts({ reading }))).toBe('not-recognised')
  })
})

describe('a link that rests on what the account accepted', () => {
  test.each([
    ['accepted', ['a', 'b'], {}, null],
    ['unreachable', ['a', 'b'], { owners: ['c'] }, null],
    ['accepted', ['a', 'b'], { owners: ['a', 'c'] }, null],
    ['refused', ['a', 'b'], { owners: ['a', 'c'] }, 'owners-changed'],
    ['refused', ['a', 'b'], { threshold: 3 }, 'threshold-raised'],
    ['refused', ['a', 'b'], { threshold: 3, owners: ['a', 'c', 'd'] }, 'owners-changed'],
    ['refused', ['a', 'b'], {}, 'not-accepted'],
    ['refused', [], { threshold: 3 }, 'not-accepted'],
  ] as const)(
    'is judged when the account answers %s, signed by %j, now %j',
    (verdict, signers, change, reason) => {
      const reading = { ...READING, ...change }
      expect(judgeLink(ACCEPTED, facts({ reading, verdict, signers }))).toBe(reason)
    },
  )

  test.each(['none', 'lookalike'] as const)('does not hold where the reading is: %s', (reading) => {
    expect(judgeLink(ACCEPTED, facts({ reading, verdict: 'accepted' }))).toBe('not-recognised')
  })

  test.each([
    [true, false, null],
    [true, true, null],
    [false, false, 'not-by-owners'],
    // The list may be that of a node behind its chain.
    [false, true, null],
  ] as const)(
    'is judged when accepted, by listed owners: %s, soon after the proof: %s',
    (isByOwners, isYoung, reason) => {
      const accepted = facts({ verdict: 'accepted', isByOwners, isYoung })
      expect(judgeLink(ACCEPTED, accepted)).toBe(reason)
    },
  )

  test.each([
    ['owners-changed', { owners: ['a', 'c'] }],
    ['threshold-raised', { threshold: 3 }],
    // A node may be behind its chain, so a refusal without visible cause leads to a second check.
    [null, {}],
  ] as const)('is judged when refused soon after the proof: %s, with %j', (reason, change) => {
    const reading = { ...READING, ...change }
    const refused = { reading, verdict: 'refused', signers: ['a', 'b'], isYoung: true } as const
    expect(judgeLink(ACCEPTED, facts(refused))).toBe(reason)
  })
})

describe('a link that rests on a message signed on the chain', () => {
  const signed: LinkEvidence = { ...ACCEPTED, signature: '0x', owners: ['a', 'b', 'c'] }

  test.each([
    ['accepted', {}, null],
    ['accepted', { owners: ['c', 'd', 'b', 'a'] }, null],
    ['accepted', { threshold: 3 }, null],
    ['accepted', { owners: ['a', 'b'] }, 'owners-changed'],
    ['accepted', { owners: ['a', 'b', 'd'] }, 'owners-changed'],
    ['unreachable', { owners: ['a', 'b', 'd'] }, 'owners-changed'],
    ['unreachable', {}, null],
    ['refused', {}, 'not-accepted'],
  ] as const)('is judged when the account answers %s, now %j', (verdict, change, reason) => {
    const reading = { ...READING, ...change }
    expect(judgeLink(signed, facts({ reading, verdict }))).toBe(reason)
  })

  test('is judged as the account says where its owners were not stored yet', () => {
    const old: LinkEvidence = { ...ACCEPTED, signature: '0x' }
    const reading = { ...READING, owners: ['d'] }
    expect(judgeLink(old, facts({ reading, verdict: 'accepted' }))).toBeNull()
  })
})
