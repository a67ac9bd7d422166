import { beforeEach, describe, expect, test } from 'vitest'
import { MemberGoneError } from '#server/store/rows/user-rows.ts'
import type { PersonalAnswer } from '#server/store/requests/received-answers.ts'
import type { Store } from '#server/store/store.ts'
import {
  linkedWallet,
  linkSample,
  MINUTE,
  newRequest,
  NOON,
  proveWallet,
  sampleApiKey,
  sampleAttempt,
  sampleChat,
  sampleCode,
  sampleLink,
  sampleMember,
  atOnce,
  sampleHolder,
  sampleTwo,
  answerAnew,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const HOUR = 60 * MINUTE

describeStore('requests that members make', (stage) => {
  let store: Store
  beforeEach(() => void (store = stage.store))

  test('requests name their maker and their chat, and say who may answer, how often', async () => {
    const maker = await sampleMember(store)
    const chat = await sampleChat(store)
    const request = newRequest(
      { userId: maker.id },
      { chat, membersOnly: true, byAnybody: true, maxAnswers: 9, families: ['ton', 'evm'] },
    )
    const stored = await store.createRequest(request)
    expect(stored).toEqual({
      code: request.code,
      maker: { kind: 'member', user: maker },
      chat,
      membersOnly: true,
      byAnybody: true,
      maxAnswers: 9,
      families: ['ton', 'evm'],
      createdAt: NOON,
      expiresAt: NOON + HOUR,
      closedAt: null,
    })
    expect(await store.findRequest(request.code)).toEqual(stored)
  })

  test('requests are for members of a chat only where there is a chat', async () => {
    const { id: userId } = await sampleMember(store)
    const request = newRequest({ userId }, { membersOnly: true })
    expect(await store.createRequest(request)).toMatchObject({ membersOnly: false })
  })

  test('the maker’s list shows requests, the newest first, with their count and message', async () => {
    const [{ id: userId }, { id: strangerId }] = await sampleTwo(store)
    const chat = await sampleChat(store)
    const message = { language: 'en', threadId: null } as const
    const old = await store.createRequest(newRequest({ userId }))
    const change = { chat, message, now: NOON + 1 }
    const late = await store.createRequest(newRequest({ userId }, change))
    await store.createRequest(newRequest({ userId: strangerId }))
    await answerAnew(store, old.code)
    await answerAnew(store, old.code)
    const taken = await answerAnew(store, old.code)
    await store.withdrawAnswer({ code: old.code, userId: taken }, NOON)
    expect(await store.listMadeRequests(userId, 9)).toEqual([
      { request: late, answered: 0, message: 'waiting' },
      { request: old, answered: 2, message: 'none' },
    ])
    expect(await store.listMadeRequests(userId, 1)).toMatchObject([{ request: late }])
    expect(await store.findMadeRequest(old.code, userId)).toEqual({
      request: old,
      answered: 2,
      message: 'none',
    })
    expect(await store.findMadeRequest(old.code, strangerId)).toBeUndefined()
  })

  test('requests show their maker who answered, the newest first, and all of them in order', async () => {
    const { id: userId } = await sampleMember(store)
    const { code } = await store.createRequest(newRequest({ userId }))
    const people: string[] = []
    for (const now of [NOON, NOON + 1, NOON + 2]) people.push(await answerAnew(store, code, now))
    const [, second = ''] = people
    await store.withdrawAnswer({ code, userId: second }, NOON + 3)
    const shown = await store.listPeople(code, 2)
    expect(shown.map(({ user }) => user.id)).toEqual(people.toReversed().slice(0, 2))
    expect(shown).toMatchObject([
      { wallet: { userId: people[2] }, answeredAt: NOON + 2, withdrawnAt: null },
      { user: { firstName: 'Zebulon' }, wallet: null, withdrawnAt: NOON + 3 },
    ])
    const all: PersonalAnswer[] = []
    for await (const person of store.readPeople(code)) all.push(person)
    expect(all.map(({ user }) => user.id)).toEqual(people)
  })

  describe('requests that are closed or extended', () => {
    test('only its member or the operator closes or extends a request', async () => {
      const [{ id: userId }, { id: strangerId }] = await sampleTwo(store)
      const { id: keyId } = await sampleApiKey(store)
      const own = await store.createRequest(newRequest({ userId }))
      const keys = await store.createRequest(newRequest({ keyId }))
      for (const [code, by] of [
        [own.code, { userId: strangerId }],
        [keys.code, { userId: keyId }],
        [sampleCode('r'), { userId }],
        [sampleCode('r'), 'operator'],
      ] as const) {
        expect(await store.closeRequest(code, by, NOON)).toBeUndefined()
        const extension = { code, by, expiresAt: NOON + 9 * HOUR }
        expect(await store.extendRequest(extension, NOON)).toBeUndefined()
      }
      expect(await store.findRequest(own.code)).toEqual(own)
      expect(await store.findRequest(keys.code)).toEqual(keys)
      expect(await store.closeRequest(own.code, { userId }, NOON + 1)).toEqual({
        request: { ...own, closedAt: NOON + 1 },
        answered: 0,
      })
      const { code } = await store.createRequest(newRequest({ userId }))
      for (const each of [keys.code, code]) {
        expect(await store.closeRequest(each, 'operator', NOON + 1)).toMatchObject({
          request: { closedAt: NOON + 1 },
        })
      }
    })

    test('a closed request takes no answer, and stays closed', async () => {
      const by = { userId: (await sampleMember(store)).id }
      const { code } = await store.createRequest(newRequest(by))
      await answerAnew(store, code)
      await store.closeRequest(code, by, NOON + 1)
      const closed = { request: { closedAt: NOON + 1, expiresAt: NOON + HOUR }, answered: 1 }
      expect(await store.closeRequest(code, by, NOON + 2)).toMatchObject(closed)
      const extension = { code, by, expiresAt: NOON + 9 * HOUR }
      expect(await store.extendRequest(extension, NOON + 2)).toMatchObject(closed)
      expect(await getOutcome(store, code, NOON + 3)).toBe('closed')
    })

    test('an extended request takes answers again', async () => {
      const by = { userId: (await sampleMember(store)).id }
      const { code } = await store.createRequest(newRequest(by))
      expect(await getOutcome(store, code, NOON + HOUR)).toBe('closed')
      const extension = { code, by, expiresAt: NOON + 3 * HOUR }
      expect(await store.extendRequest(extension, NOON + 2 * HOUR)).toMatchObject({
        request: { expiresAt: NOON + 3 * HOUR },
      })
      expect(await getOutcome(store, code, NOON + 2 * HOUR)).toBe('answered')
    })
  })

  describe('requests with a number of answers', () => {
    test('a request is full at its number of answers, until a member takes theirs back', async () => {
      const by = { userId: (await sampleMember(store)).id }
      const { code } = await store.createRequest(newRequest(by, { maxAnswers: 2 }))
      const first = await answerAnew(store, code)
      await answerAnew(store, code)
      expect(await getOutcome(store, code)).toBe('full')
      await store.withdrawAnswer({ code, userId: first }, NOON)
      expect(await getOutcome(store, code)).toBe('answered')
      const [wallet] = await store.listWallets(first)
      const again = { code, userId: first, walletId: wallet?.id ?? '' }
      expect(await store.answerRequest(again, NOON)).toEqual({ outcome: 'full' })
      expect(await store.countAnswers(code)).toBe(2)
    })

    test('members who answered change their wallet when a request is full', async () => {
      const by = { userId: (await sampleMember(store)).id }
      const { code } = await store.createRequest(newRequest(by, { maxAnswers: 1 }))
      const userId = await answerAnew(store, code)
      const { id: walletId } = await linkSample(store, userId)
      const change = await store.answerRequest({ code, userId, walletId }, NOON)
      expect(change).toMatchObject({ outcome: 'answered', answer: { walletId } })
    })

    test('attack: many answers at once for the last place, over two processes, are one', async () => {
      const other = await stage.openAnother()
      const by = { userId: (await sampleMember(store)).id }
      const { code } = await store.createRequest(newRequest(by, { maxAnswers: 3 }))
      for (const _ of [1, 2]) await answerAnew(store, code)
      const racers = await atOnce(12, () => sampleHolder(store))
      const outcomes = await Promise.all(
        racers.map((racer, index) =>
          (index % 2 === 0 ? store : other).answerRequest({ code, ...racer }, NOON),
        ),
      )
      const kinds = outcomes.map(({ outcome }) => outcome).sort()
      expect(kinds).toEqual(['answered', ...Array.from({ length: 11 }, () => 'full')])
      expect(await store.countAnswers(code)).toBe(3)
    })

    test('a link for a full request stands, and answers nothing', async () => {
      const by = { userId: (await sampleMember(store)).id }
      const { code } = await store.createRequest(newRequest(by, { maxAnswers: 1 }))
      await answerAnew(store, code)
      const { id: userId } = await sampleMember(store)
      const attemptId = await sampleAttempt(store, userId, { requestCode: code })
      linkedWallet(await store.linkWallet(sampleLink({ attemptId, userId })))
      expect(await store.countAnswers(code)).toBe(1)
    })
  })

  describe('requests for members of a chat only', () => {
    test('attack: are not answered by a link, for which nobody asked Telegram who is a member', async () => {
      const by = { userId: (await sampleMember(store)).id }
      const chat = await sampleChat(store)
      const request = newRequest(by, { chat, membersOnly: true })
      const { code } = await store.createRequest(request)
      const { id: userId } = await sampleMember(store)
      const attemptId = await sampleAttempt(store, userId, { requestCode: code })
      const { id: walletId } = linkedWallet(
        await store.linkWallet(sampleLink({ attemptId, userId })),
      )
      expect(await store.countAnswers(code)).toBe(0)
      const answer = await store.answerRequest({ code, userId, walletId }, NOON)
      expect(answer).toMatchObject({ outcome: 'answered', request: { membersOnly: true } })
    })

    test('attack: are not answered by a wallet that is handed over a day later', async () => {
      const [holder, requester] = await sampleTwo(store)
      const chat = await sampleChat(store)
      const change = { chat, membersOnly: true, expiresAt: NOON + 48 * HOUR }
      const { code } = await store.createRequest(newRequest({ userId: holder.id }, change))
      const { proven } = await proveWallet(store, holder.id)
      const attemptId = await sampleAttempt(store, requester.id, { requestCode: code })
      await store.linkWallet(sampleLink({ attemptId, userId: requester.id }, proven))
      const move = { attemptId, holderId: holder.id, answer: 'move', walletLimit: 10 } as const
      await store.answerConsent(move, NOON + 1)
      expect(await store.listWallets(requester.id)).toHaveLength(1)
      expect(await store.countAnswers(code)).toBe(0)
    })
  })

  describe('requests whose maker deletes everything', () => {
    test('requests stay, closed, with a maker who is gone and the answers that they have', async () => {
      const { id: userId } = await sampleMember(store)
      const { code } = await store.createRequest(newRequest({ userId }))
      const ended = await store.createRequest(newRequest({ userId }))
      await store.closeRequest(ended.code, { userId }, NOON)
      const answered = await answerAnew(store, code)
      await store.deleteUser(userId, NOON + 1)
      const gone = { maker: { kind: 'gone' }, closedAt: NOON + 1 }
      expect(await store.findRequest(code)).toMatchObject(gone)
      expect(await store.findRequest(ended.code)).toMatchObject({ ...gone, closedAt: NOON })
      expect(await store.findAnswer(code, answered)).toBeDefined()
      expect(await getOutcome(store, code)).toBe('closed')
      expect(await store.listMadeRequests(userId, 9)).toEqual([])
      const anew = newRequest({ userId })
      await expect(store.createRequest(anew)).rejects.toThrow(MemberGoneError)
    })

    test('drafts that were never sent are gone with their maker', async () => {
      const { id: userId } = await sampleMember(store)
      const { code } = await draft(store, userId)
      await store.deleteUser(userId, NOON + 1)
      expect(await store.findRequest(code)).toBeUndefined()
      await expect(draft(store, userId)).rejects.toThrow(MemberGoneError)
    })
  })

  describe('requests in inline mode', () => {
    test('a draft is the same while it is fresh, unsent, open and for the same wallets', async () => {
      const { id: userId } = await sampleMember(store)
      const first = await draft(store, userId)
      expect(await draft(store, userId, { now: NOON + 1 })).toEqual(first)
      const both = await draft(store, userId, { families: ['ton', 'evm'] })
      expect(both).toMatchObject({ families: ['ton', 'evm'] })
      expect(both.code).not.toBe(first.code)
      const later = await draft(store, userId, { freshAfter: NOON })
      expect(later.code).not.toBe(first.code)
      const expired = await draft(store, userId, { now: NOON + HOUR })
      expect([first.code, later.code]).not.toContain(expired.code)
      const { id: strangerId } = await sampleMember(store)
      const drafts = [first, both, later, expired].map(({ code }) => code)
      expect(drafts).not.toContain((await draft(store, strangerId)).code)
    })

    test('letters typed at the same time in any number of processes make one draft', async () => {
      const other = await stage.openAnother()
      const { id: userId } = await sampleMember(store)
      const drafts = await Promise.all(
        [store, other, store, other].map((each) => draft(each, userId)),
      )
      expect(new Set(drafts.map(({ code }) => code)).size).toBe(1)
    })

    test('a draft becomes a request once it is sent, made at that moment', async () => {
      const { id: userId } = await sampleMember(store)
      const { code } = await draft(store, userId)
      expect(await store.listMadeRequests(userId, 9)).toEqual([])
      const times = { now: NOON + 5, expiresAt: NOON + 9 * HOUR }
      expect(await store.sendDraft({ code, userId }, times)).toBe(true)
      expect(await store.listMadeRequests(userId, 9)).toMatchObject([
        { request: { code, createdAt: NOON + 5, expiresAt: NOON + 9 * HOUR }, answered: 0 },
      ])
      expect((await draft(store, userId)).code).not.toBe(code)
    })

    test('a draft that is sent into two chats keeps the time of the first', async () => {
      const { id: userId } = await sampleMember(store)
      const { code } = await draft(store, userId)
      const first = { now: NOON + 5, expiresAt: NOON + 9 * HOUR }
      await store.sendDraft({ code, userId }, first)
      const second = { now: NOON + 6, expiresAt: NOON + 10 * HOUR }
      expect(await store.sendDraft({ code, userId }, second)).toBe(true)
      expect(await store.findRequest(code)).toMatchObject({ expiresAt: first.expiresAt })
    })

    test('a draft that somebody answers counts as sent, though Telegram did not report it', async () => {
      const { id: userId } = await sampleMember(store)
      const { code } = await draft(store, userId)
      await answerAnew(store, code)
      expect(await store.listMadeRequests(userId, 9)).toMatchObject([
        { request: { code }, answered: 1 },
      ])
      expect((await draft(store, userId)).code).not.toBe(code)
    })

    test("attack: nobody sends another member's draft", async () => {
      const [{ id: userId }, { id: strangerId }] = await sampleTwo(store)
      const { code } = await draft(store, userId)
      const times = { now: NOON + 5, expiresAt: NOON + 9 * HOUR }
      expect(await store.sendDraft({ code, userId: strangerId }, times)).toBe(false)
      expect(await store.sendDraft({ code: sampleCode('r'), userId }, times)).toBe(false)
      expect((await draft(store, userId)).code).toBe(code)
    })
  })

  test('the member who gave an answer is notified, and not when they take it back', async () => {
    const by = { userId: (await sampleMember(store)).id }
    const { code } = await store.createRequest(newRequest(by))
    const userId = await answerAnew(store, code)
    await store.withdrawAnswer({ code, userId }, NOON)
    const receipts = await store.leaseReceipts(NOON, NOON + 1, 9)
    expect(receipts.map(({ event }) => [event.type, event.userId])).toEqual([
      ['wallet.linked', userId],
      ['request.answered', userId],
    ])
  })
})

type RequestChangeInput = { now?: number; freshAfter?: number; families?: ('ton' | 'evm')[] }

function draft(store: Store, userId: string, change: RequestChangeInput = {}) {
  const { now = NOON, freshAfter = NOON - 1, families = ['ton'] } = change
  const times = { now, freshAfter, expiresAt: now + HOUR }
  return store.draftRequest({ code: sampleCode('r'), userId, families, byAnybody: false }, times)
}

/** The outcome of a new member's answer. */
async function getOutcome(store: Store, code: string, now = NOON): Promise<string> {
  const { outcome } = await store.answerRequest({ code, ...(await sampleHolder(store)) }, now)
  return outcome
}
