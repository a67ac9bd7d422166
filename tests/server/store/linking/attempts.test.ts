import { expect, test } from 'vitest'
import type { Store } from '#server/store/store.ts'
import type { AttemptAccount } from '#server/store/database/stored.ts'
import {
  getAccount,
  MINUTE,
  NOON,
  proveByText,
  proveWallet,
  sampleAttempt,
  sampleEvmWallet,
  sampleLink,
  sampleMember,
  sampleSigning,
  sampleWallet,
  sampleTwo,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const CHECKSUMMED = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const EVM: AttemptAccount = { family: 'evm', address: CHECKSUMMED, chainId: 8453 }

describeStore('texts to sign', (stage) => {
  test('an attempt keeps its family, and the text that it was made with', async () => {
    const { id: userId } = await sampleMember(stage.store)
    const message = 'I am Zoë 👛\nand this is mine'
    const id = await sampleAttempt(stage.store, userId, { message })
    expect(await stage.store.findAttempt(id, userId, NOON)).toMatchObject({
      family: 'ton',
      message,
      account: null,
    })
    const evm = await sampleAttempt(stage.store, userId, { family: 'evm' })
    const bare = { family: 'evm', message: null, account: null }
    expect(await stage.store.findAttempt(evm, userId, NOON)).toMatchObject(bare)
    const listed = await stage.store.listAttempts(userId, NOON)
    expect(new Set(listed.map((attempt) => attempt.message))).toEqual(new Set([message, null]))
  })

  test.each([EVM, { family: 'ton', network: '-3', address: sampleWallet().address } as const])(
    'a fixed account of $family is stored with its text',
    async (account) => {
      const { id: userId } = await sampleMember(stage.store)
      const id = await sampleAttempt(stage.store, userId, { family: account.family })
      const fixed = await fix(stage.store, { id, userId }, { account })
      expect(fixed).toMatchObject({
        state: 'awaiting-signature',
        account,
        message: 'the text',
        expiresAt: NOON + 5 * MINUTE,
      })
      expect(await stage.store.findAttempt(id, userId, NOON)).toEqual(fixed)
    },
  )

  test('the time in which a text may be signed can be set', async () => {
    const { id: userId } = await sampleMember(stage.store)
    const id = await sampleAttempt(stage.store, userId)
    const account = getAccount(sampleWallet())
    const expiresAt = NOON + 9 * MINUTE
    expect(await fix(stage.store, { id, userId }, { account, expiresAt })).toMatchObject({
      expiresAt,
    })
  })

  test('the same account again keeps its text and its time; another account gets its own', async () => {
    const { id: userId } = await sampleMember(stage.store)
    const target = { id: await sampleAttempt(stage.store, userId, { family: 'evm' }), userId }
    const first = await fix(stage.store, target, { account: EVM })
    const again = { account: EVM, message: 'another text', expiresAt: NOON + 9 * MINUTE }
    expect(await fix(stage.store, target, again)).toEqual(first)
    const elsewhere = { account: { ...EVM, chainId: 1 }, message: 'on another chain' }
    expect(await fix(stage.store, target, elsewhere)).toMatchObject(elsewhere)
    const other = { account: getAccount(sampleEvmWallet()), message: 'of another account' }
    expect(await fix(stage.store, target, other)).toMatchObject(other)
  })

  test('attack: the text of an account that another has replaced spends no nonce', async () => {
    const { id: userId } = await sampleMember(stage.store)
    const proven = sampleEvmWallet()
    const id = await sampleSigning(stage.store, userId, { account: getAccount(proven) })
    await fix(stage.store, { id, userId }, { account: EVM })
    const link = sampleLink({ attemptId: id, userId }, proven)
    expect(await stage.store.linkWallet(link)).toEqual({ outcome: 'attempt-settled' })
    expect(await stage.store.findAttempt(id, userId, NOON)).toMatchObject({ account: EVM })
  })

  test('no account is fixed once a proof was given, or the time is over, or for a stranger', async () => {
    const { store } = stage
    const [{ id: userId }, { id: strangerId }] = await sampleTwo(store)
    const linked = await proveByText(store, userId)
    const held = await proveWallet(store, strangerId)
    const waiting = await proveWallet(store, userId, held.proven)
    const account = getAccount(sampleWallet())
    for (const { attemptId: id } of [linked, waiting]) {
      const before = await store.findAttempt(id, userId, NOON)
      const evmOrTon = before?.family === 'evm' ? EVM : account
      expect(await fix(store, { id, userId }, { account: evmOrTon })).toEqual(before)
    }
    const open = await sampleAttempt(store, userId, { family: 'evm' })
    expect(await fix(store, { id: open, userId: strangerId }, { account: EVM })).toBeUndefined()
    const fixed = { account: EVM, message: 'late', expiresAt: null }
    const late = await store.fixAccount({ id: open, userId }, fixed, NOON + 5 * MINUTE)
    expect(late).toMatchObject({ state: 'expired', account: null, message: null })
    const wrong = await fix(store, { id: open, userId }, { account })
    expect(wrong).toMatchObject({ state: 'created', account: null })
  })

  test('an attempt that waits for a signature can be cancelled, and goes back no step', async () => {
    const { store } = stage
    const { id: userId } = await sampleMember(store)
    const id = await sampleSigning(store, userId, { account: EVM })
    const target = { id, userId }
    const back = await store.advanceAttempt(target, { state: 'opened' }, NOON)
    expect(back).toMatchObject({ state: 'awaiting-signature' })
    const cancelled = await store.advanceAttempt(target, { state: 'cancelled' }, NOON)
    expect(cancelled).toMatchObject({ state: 'cancelled' })
  })

  test('race: accounts are fixed while the first one signs: it is linked, or another is fixed', async () => {
    const { store } = stage
    const { id: userId } = await sampleMember(store)
    for (let round = 0; round < 10; round += 1) {
      const proven = sampleEvmWallet()
      const id = await sampleSigning(store, userId, { account: getAccount(proven) })
      const link = { ...sampleLink({ attemptId: id, userId }, proven), walletLimit: 100 }
      const [linked] = await Promise.all([
        store.linkWallet(link),
        fix(store, { id, userId }, { account: EVM }),
      ])
      const { state, account } = (await store.findAttempt(id, userId, NOON)) ?? {}
      expect([linked.outcome, state, account]).toEqual(
        linked.outcome === 'linked'
          ? ['linked', 'linked', getAccount(proven)]
          : ['attempt-settled', 'awaiting-signature', EVM],
      )
    }
  })

  test('an outcome says of which family the attempt was', async () => {
    const { id: userId } = await sampleMember(stage.store)
    await proveByText(stage.store, userId)
    await sampleSigning(stage.store, userId, { account: EVM })
    expect(await stage.store.takeOutcomes(NOON + 5 * MINUTE, 9)).toMatchObject([
      { family: 'evm', state: 'linked', lastState: 'linked' },
      { family: 'evm', state: 'expired', lastState: 'awaiting-signature' },
    ])
  })
})

function fix(
  store: Store,
  target: { id: string; userId: string },
  {
    account,
    message = 'the text',
    expiresAt = null,
  }: { account: AttemptAccount; message?: string; expiresAt?: number | null },
) {
  return store.fixAccount(target, { account, message, expiresAt }, NOON)
}
