import { expect, test } from 'vitest'
import { quorumOf } from '#server/multisig/quorum-of.ts'
import type { StoredWord } from '#server/store/multisig-store.ts'
import type { StoredUser } from '#server/store/store.ts'
import type { ReadTonMultisig } from '#server/verify/multisig.ts'
import { NOON } from '#tests/support/store-samples.ts'

const MULTISIG: ReadTonMultisig = {
  family: 'ton',
  kind: 'multisig-v2',
  network: '-239',
  address: '0:aa',
  threshold: 2,
  owners: ['a', 'b', 'c'],
  proposers: ['p'],
}

function user(id: string): StoredUser {
  return {
    id,
    telegramId: id,
    firstName: id,
    username: null,
    language: 'en',
    chosenLanguage: null,
    mayMessage: true,
    isWriteAccessReported: false,
    createdAt: NOON,
    lastSeenAt: NOON,
  }
}

function word(owner: string, change: Partial<StoredWord> = {}): StoredWord {
  return {
    owner,
    user: user(`user-${owner}`),
    binding: 'text',
    signature: new Uint8Array(),
    showsName: false,
    givenAt: NOON,
    ...change,
  }
}

test('as many owners as must agree are a quorum, fewer are none', () => {
  expect(quorumOf([word('a')], MULTISIG)).toBeNull()
  expect(quorumOf([word('a'), word('c')], MULTISIG)).toEqual({
    owners: ['a', 'c'],
    binding: 'text',
    members: [
      { userId: 'user-a', own: 'a' },
      { userId: 'user-c', own: 'c' },
    ],
  })
})

test('a proposer, a former owner, and a word of nobody whom we know do not count', () => {
  const others = [word('p'), word('x'), word('b', { user: null })]
  expect(quorumOf([word('a'), ...others], MULTISIG)).toBeNull()
  const quorum = quorumOf([word('a'), ...others, word('c')], MULTISIG)
  expect(quorum?.owners).toEqual(['a', 'c'])
})

test('the weakest binding of those who count is the binding', () => {
  const weak = word('b', { binding: 'domain' })
  expect(quorumOf([word('a'), weak], MULTISIG)?.binding).toBe('domain')
  const stranger = word('x', { binding: 'domain' })
  expect(quorumOf([word('a'), word('b'), stranger], MULTISIG)?.binding).toBe('text')
})

test('a member who spoke as two owners is linked once, as the first', () => {
  const both = [word('b', { user: user('one') }), word('a', { user: user('one') })]
  expect(quorumOf(both, MULTISIG)).toEqual({
    owners: ['b', 'a'],
    binding: 'text',
    members: [{ userId: 'one', own: 'b' }],
  })
})
