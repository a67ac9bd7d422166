import { describe, expect, test } from 'vitest'
import type { Store } from '#server/store/store.ts'
import type { StoredWallet } from '#server/store/database/stored.ts'
import {
  linkedWallet,
  linkSample,
  MINUTE,
  NOON,
  proveByText,
  proveWallet,
  sampleAttempt,
  sampleLink,
  sampleMember,
  sampleWallet,
  sampleTwo,
} from '#tests/support/store-samples.ts'
import { describeStore, type StoreStage } from '#tests/support/store-suite.ts'
import { sampleProof } from '#tests/support/proof-samples.ts'

const ROUNDS = 5

/** Each way in which a holder gives up a wallet. */
const UNLINKS: readonly [string, (store: Store, wallet: StoredWallet) => Promise<unknown>][] = [
  ['unlinks it', (store, { id, userId }) => store.unlinkWallet(id, userId, NOON + 1)],
  ['deletes the account', (store, { userId }) => store.deleteUser(userId, NOON + 1)],
  ['loses it through the host API', (store, { id }) => store.unlinkHeldWallet(id, NOON + 1)],
]

describeStore('requests that wait for the holder of a wallet', (stage) => {
  describe('attack: a stranger waits with a domain proof', () => {
    test.each(UNLINKS)('the stranger receives nothing when the holder %s', async (_, giveUp) => {
      const { store } = stage
      const { wallet, strangers } = await setScene(store)
      await giveUp(store, wallet)
      await expectRejected(stage, strangers, 'wallet-unlinked-elsewhere')
      const refusals = await getRefusals(stage)
      expect(refusals).toEqual(
        strangers.map(({ id, attemptId }) => ({ userId: id, attemptId, reason: 'unlinked' })),
      )
      // The wallet is free: a fresh proof links it.
      const fresh = await proveWallet(store, strangers[0]?.id ?? '', wallet.proven)
      expect(fresh.outcome).toMatchObject({ outcome: 'linked', formerUserId: null })
    })

    test('the stranger receives nothing when the holder proves the wallet by text and unlinks it later', async () => {
      const { store } = stage
      const { wallet, strangers } = await setScene(store)
      await proveByText(store, wallet.userId, { ...wallet.proven, binding: 'text' })
      await expectRejected(stage, strangers, 'wallet-proven-elsewhere')
      expect(await store.listConsents(wallet.userId, NOON + 1)).toEqual([])
      await store.unlinkWallet(wallet.id, wallet.userId, NOON + 1)
      await expectRejected(stage, strangers, 'wallet-proven-elsewhere')
      expect(await getRefusals(stage)).toEqual(
        strangers.map(({ id, attemptId }) => ({ userId: id, attemptId, reason: 'proven' })),
      )
    })

    test('a text that strengthens the link of the holder rejects the request', async () => {
      const { store } = stage
      const { wallet, strangers } = await setScene(store)
      const { attemptId, proven, userId } = wallet
      const raised = await store.raiseBinding({
        attemptId,
        userId,
        proven: { ...proven, binding: 'text' },
        proof: sampleProof(),
        now: NOON + 1,
      })
      expect(raised).toMatchObject({ binding: 'text' })
      await expectRejected(stage, strangers, 'wallet-proven-elsewhere')
    })

    test('a text that moves the wallet to one of them rejects the others', async () => {
      const { store } = stage
      const { wallet, strangers } = await setScene(store)
      const [first, ...others] = strangers
      await proveByText(store, first?.id ?? '', { ...wallet.proven, binding: 'text' })
      await expectRejected(stage, others, 'wallet-proven-elsewhere')
      expect(await store.findAttempt(first?.attemptId ?? '', first?.id ?? '', NOON)).toMatchObject({
        state: 'linked',
      })
      expect(await store.listConsents(first?.id ?? '', NOON)).toEqual([])
    })
  })

  test('a holder who proves the wallet again by domain is still asked for consent', async () => {
    const { store } = stage
    const { wallet, strangers } = await setScene(store)
    await proveWallet(store, wallet.userId, wallet.proven)
    expect(await store.listConsents(wallet.userId, NOON)).toHaveLength(strangers.length)
  })

  test('a holder is notified of each account that waits, and of none that is deleted', async () => {
    const { store } = stage
    const { wallet, strangers } = await setScene(store)
    expect(await getAsked(stage)).toEqual(
      strangers.map(({ id, attemptId }) => ({ userId: wallet.userId, attemptId, requesterId: id })),
    )
    const [first, second] = strangers
    await store.deleteUser(first?.id ?? '', NOON)
    expect(await getAsked(stage)).toMatchObject([{ attemptId: second?.attemptId }])
  })

  test('the move names a holder who hands the wallet over', async () => {
    const { store } = stage
    const { wallet, strangers } = await setScene(store)
    const [first] = strangers
    await moveTo(store, wallet, first)
    const [, moved] = await store.listHostEvents({ after: 0, limit: 9 })
    expect(new Set(moved?.telegramIds.keys())).toEqual(new Set([first?.id, wallet.userId]))
  })

  test('the new holder is asked after a move for the others, once each', async () => {
    const { store } = stage
    const { wallet, strangers } = await setScene(store)
    const [first, second] = strangers
    await proveWallet(store, second?.id ?? '', wallet.proven, NOON + 1)
    const before = await getAsked(stage)
    await moveTo(store, wallet, first)
    const attemptId = second?.attemptId
    expect(await getAsked(stage)).toEqual([
      ...before,
      { userId: first?.id, attemptId, requesterId: second?.id },
    ])
    expect(await store.listConsents(first?.id ?? '', NOON + 1)).toMatchObject([{ attemptId }])
  })

  test('an account that is deleted leaves no trace in the refusals of its waiting requests', async () => {
    const { store } = stage
    const { wallet } = await setScene(store)
    await store.deleteUser(wallet.userId, NOON + 1)
    const { events = [] } = await stage.dump()
    const refusals = events.filter(({ type }) => type === 'consent.refused')
    expect(refusals).toHaveLength(2)
    expect(refusals.map((event) => event['other_user_id'])).toEqual([null, null])
  })

  test('race: the holder unlinks, deletes the account and answers at the same time, and no rejected request links anybody', async () => {
    const { store } = stage
    for (const choice of ['move', 'keep'] as const) {
      const { wallet, strangers } = await setScene(store)
      const [first] = strangers
      const attemptId = first?.attemptId ?? ''
      const answer = { attemptId, holderId: wallet.userId, answer: choice, walletLimit: 10 }
      const [, , outcome] = await Promise.all([
        store.unlinkWallet(wallet.id, wallet.userId, NOON),
        store.deleteUser(wallet.userId, NOON),
        store.answerConsent(answer, NOON),
      ])
      const held = await Promise.all(strangers.map(({ id }) => store.listWallets(id)))
      expect(held.flat()).toHaveLength(outcome === 'moved' ? 1 : 0)
    }
  })

  test('race: a member proves one wallet while the holder of another hands it over, and has no more than the limit', async () => {
    const { store } = stage
    for (let round = 0; round < ROUNDS; round += 1) {
      const { wallet, strangers } = await setScene(store)
      const { id: userId = '', attemptId = '' } = strangers[0] ?? {}
      await proveWallet(store, userId)
      const own = await sampleAttempt(store, userId)
      const link = { ...sampleLink({ attemptId: own, userId }), walletLimit: 2 }
      const answer = { attemptId, holderId: wallet.userId, answer: 'move', walletLimit: 2 } as const
      await Promise.all([store.linkWallet(link), store.answerConsent(answer, NOON)])
      expect(await store.listWallets(userId)).toHaveLength(2)
    }
  })

  test('race: a holder hands over the primary wallet and unlinks the next, and the one that remains is primary', async () => {
    const { store } = stage
    for (let round = 0; round < ROUNDS; round += 1) {
      const { wallet, strangers } = await setScene(store)
      const holderId = wallet.userId
      const next = await linkSample(store, holderId)
      await proveWallet(store, holderId, sampleWallet(), NOON + 1)
      const attemptId = strangers[0]?.attemptId ?? ''
      const answer = { attemptId, holderId, answer: 'move', walletLimit: 9 } as const
      await Promise.all([
        store.answerConsent(answer, NOON),
        store.unlinkWallet(next.id, holderId, NOON),
      ])
      expect(await store.listWallets(holderId)).toMatchObject([{ primary: true }])
    }
  })

  test('race: an account that waits is deleted while the holder unlinks the wallet, and no event names it afterwards', async () => {
    const { store } = stage
    for (let round = 0; round < ROUNDS; round += 1) {
      const { wallet, strangers } = await setScene(store)
      const leaver = strangers[0]?.id ?? ''
      await Promise.all([
        store.unlinkWallet(wallet.id, wallet.userId, NOON),
        store.deleteUser(leaver, NOON),
      ])
      const { events = [] } = await stage.dump()
      const own = events.filter((event) => event['user_id'] === leaver)
      expect(own.map(({ type }) => type)).toEqual(['user.deleted'])
    }
  })

  test('a proof that is refused after another one asked the holder leaves the question as it is', async () => {
    const { store } = stage
    const { wallet, strangers } = await setScene(store)
    for (const { id, attemptId } of strangers)
      await store.failProof({ id: attemptId, userId: id }, 'ton-proof-expired', NOON)
    expect(await store.listConsents(wallet.userId, NOON)).toHaveLength(strangers.length)
    const attempts = await store.listAttempts(strangers[0]?.id ?? '', NOON)
    expect(attempts.map(({ state }) => state)).toEqual(['awaiting-consent'])
  })

  describe('one requester', () => {
    test('a requester who proves a wallet six times asks for one consent, and one answer settles all six', async () => {
      const { store } = stage
      const [holder, requester] = await sampleTwo(store)
      const { proven } = await proveWallet(store, holder.id)
      const attemptIds: string[] = []
      for (let proofs = 0; proofs < 6; proofs += 1)
        attemptIds.push((await proveWallet(store, requester.id, proven)).attemptId)
      const consents = await store.listConsents(holder.id, NOON)
      expect(consents).toHaveLength(1)
      expect(attemptIds).toContain(consents[0]?.attemptId)
      expect(await getTypes(stage, 'consent.asked')).toHaveLength(1)
      const answer = { attemptId: attemptIds[3] ?? '', holderId: holder.id, walletLimit: 10 }
      await store.answerConsent({ ...answer, answer: 'keep' }, NOON)
      expect(await store.listConsents(holder.id, NOON)).toEqual([])
      const attempts = await store.listAttempts(requester.id, NOON)
      expect(attempts.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'failed'))
      expect(await getTypes(stage, 'consent.refused')).toHaveLength(1)
    })

    test.each(['cancelled', 'expired'] as const)(
      'an answer to the question counts for a later attempt where the one that asked is %s',
      async (end) => {
        const { store } = stage
        const [holder, requester] = await sampleTwo(store)
        const { proven } = await proveWallet(store, holder.id)
        const first = await proveWallet(store, requester.id, proven)
        const late = NOON + 20 * 60 * MINUTE
        const attemptId = await sampleAttempt(store, requester.id, { now: late })
        const consentExpiresAt = late + 24 * 60 * MINUTE
        const attempt = { attemptId, userId: requester.id }
        await store.linkWallet({ ...sampleLink(attempt, proven), now: late, consentExpiresAt })
        const now = end === 'expired' ? NOON + 30 * 60 * MINUTE : late
        const target = { id: first.attemptId, userId: requester.id }
        if (end === 'cancelled') await store.advanceAttempt(target, { state: 'cancelled' }, now)
        const answer = { attemptId: first.attemptId, holderId: holder.id, walletLimit: 10 }
        expect(await store.answerConsent({ ...answer, answer: 'move' }, now)).toBe('moved')
        expect(await store.findAttempt(attemptId, requester.id, now)).toMatchObject({
          state: 'linked',
        })
        expect(await store.listWallets(holder.id)).toEqual([])
      },
    )

    test('an attempt that has expired stays so, whatever comes of a later one for the same wallet', async () => {
      const { store } = stage
      const [holder, requester] = await sampleTwo(store)
      const { proven } = await proveWallet(store, holder.id)
      const { attemptId: early } = await proveWallet(store, requester.id, proven)
      const late = await sampleAttempt(store, requester.id, { now: NOON })
      const link = sampleLink({ attemptId: late, userId: requester.id }, proven)
      const [day, now] = [24 * 60 * MINUTE, NOON + 25 * 60 * MINUTE]
      await store.linkWallet({ ...link, consentExpiresAt: NOON + 2 * day })
      const answer = { attemptId: late, holderId: holder.id, walletLimit: 10 }
      expect(await store.answerConsent({ ...answer, answer: 'move' }, now)).toBe('moved')
      const states = new Map(
        (await store.listAttempts(requester.id, now)).map(({ id, state }) => [id, state]),
      )
      expect(states).toEqual(
        new Map([
          [early, 'expired'],
          [late, 'linked'],
        ]),
      )
    })

    test('a requester who proves a wallet twice is notified once that the holder unlinked it', async () => {
      const { store } = stage
      const { wallet, strangers } = await setScene(store)
      await proveWallet(store, strangers[0]?.id ?? '', wallet.proven)
      await store.unlinkWallet(wallet.id, wallet.userId, NOON)
      const refusals = await getRefusals(stage)
      expect(refusals.map(({ userId }) => userId)).toEqual(strangers.map(({ id }) => id))
    })
  })
})

type Stranger = { id: string; attemptId: string }

/** A wallet that its holder linked by domain, and two strangers whose domain proofs wait for the holder's answer. */
async function setScene(store: Store) {
  const holder = await sampleMember(store)
  const proven = sampleWallet()
  const { attemptId, outcome } = await proveWallet(store, holder.id, proven)
  const strangers: Stranger[] = []
  for (const now of [NOON - MINUTE, NOON]) {
    const { id } = await sampleMember(store)
    const asked = await proveWallet(store, id, proven, now)
    expect(asked.outcome.outcome).toBe('awaiting-consent')
    strangers.push({ id, attemptId: asked.attemptId })
  }
  return { wallet: { ...linkedWallet(outcome), attemptId, proven }, strangers }
}

async function moveTo(store: Store, { userId }: StoredWallet, to: Stranger | undefined) {
  const answer = { attemptId: to?.attemptId ?? '', holderId: userId, walletLimit: 10 }
  const outcome = await store.answerConsent({ ...answer, answer: 'move' }, NOON + 1)
  expect(outcome).toBe('moved')
}

async function expectRejected(
  stage: StoreStage,
  strangers: readonly Stranger[],
  errorCode: string,
) {
  for (const { id, attemptId } of strangers) {
    expect(await stage.store.listWallets(id)).toEqual([])
    expect(await stage.store.findAttempt(attemptId, id, NOON + 1)).toMatchObject({
      state: 'failed',
      errorCode,
    })
  }
  expect((await stage.dump())['consents']).toEqual([])
}

async function getRefusals({ store }: StoreStage) {
  const receipts = await store.leaseReceipts(NOON + MINUTE, NOON + MINUTE, 100)
  return receipts.flatMap(({ event }) =>
    event.type === 'consent.refused'
      ? [{ userId: event.userId, attemptId: event.attemptId, reason: event.reason }]
      : [],
  )
}

/** What the bot asks of holders, with the attempt and its requester, in order. */
async function getAsked(stage: StoreStage) {
  const receipts = await stage.store.leaseReceipts(NOON + MINUTE, NOON + MINUTE, 100)
  const asked = receipts.flatMap(({ event }) => (event.type === 'consent.asked' ? [event] : []))
  const { events = [] } = await stage.dump()
  const requesters = new Map(events.map((row) => [row['id'], row['other_user_id']]))
  return asked.map(({ id, userId, attemptId }) => ({
    userId,
    attemptId,
    requesterId: requesters.get(id),
  }))
}

async function getTypes(stage: StoreStage, type: string): Promise<unknown[]> {
  const { events = [] } = await stage.dump()
  return events.filter((event) => event['type'] === type)
}
