import { expect, test } from 'vitest'
import { findQuorum } from '#server/multisig/link-if-complete.ts'
import type { StoredConfirmation } from '#server/store/rows/cosigning-rows.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
import type { ReadTonMultisig } from '#server/chains/read-multisig.ts'
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

function confirmation(owner: string, change: Partial<StoredConfirmation> = {}): StoredConfirmation {
  return {
    owner,
    user: user(`user-${owner}`),
    binding: 'text',
    signature: new Uint8Array(),
    proof: null,
    showsName: false,
    givenAt: NOON,
    ...change,
  }
}

test('as many owners as the threshold are a quorum, and fewer are none', () => {
  expect(findQuorum([confirmation('a')], MULTISIG)).toBeNull()
  expect(findQuorum([confirmation('a'), confirmation('c')], MULTISIG)).toEqual({
    owners: ['a', 'c'],
    binding: 'text',
    members: [
      { userId: 'user-a', own: 'a' },
      { userId: 'user-c', own: 'c' },
    ],
  })
})

test('a quorum does not count a proposer, a former owner, or a confirmation of an unknown member', () => {
  const others = [confirmation('p'), confirmation('x'), confirmation('b', { user: null })]
  expect(findQuorum([confirmation('a'), ...others], MULTISIG)).toBeNull()
  const quorum = findQuorum([confirmation('a'), ...others, confirmation('c')], MULTISIG)
  expect(quorum?.owners).toEqual(['a', 'c'])
})

test('a quorum has the weakest binding of those who count', () => {
  const weak = confirmation('b', { binding: 'domain' })
  expect(findQuorum([confirmation('a'), weak], MULTISIG)?.binding).toBe('domain')
  const stranger = confirmation('x', { binding: 'domain' })
  expect(findQuorum([confirmation('a'), confirmation('b'), stranger], MULTISIG)?.binding).toBe(
    'text',
  )
})

test('a quorum links a member who confirmed as two owners once, as the first', () => {
  const both = [confirmation('b', { user: user('one') }), confirmation('a', { user: user('one') })]
  expect(findQuorum(both, MULTISIG)).toEqual({
    owners: ['b', 'a'],
    binding: 'text',
    members: [{ userId: 'one', own: 'b' }],
  })
})
