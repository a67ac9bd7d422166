import { beforeEach, describe, expect, test } from 'vitest'
import type { StoredReceivedAnswer } from '#server/store/requests/received-answers.ts'
import type { Store } from '#server/store/store.ts'
import {
  getAccount,
  linkedWallet,
  linkSample,
  MINUTE,
  NOON,
  proveByText,
  proveWallet,
  sampleApiKey,
  sampleAttempt,
  sampleEvmWallet,
  sampleLink,
  sampleMember,
  sampleRequest,
  sampleSigning,
  sampleWallet,
  atOnce,
  sampleHolder,
  sampleTwo,
  answerAnew,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const HOUR = 60 * MINUTE
const UNKNOWN_CODE = 'r1_AAAAAAAAAAAAAAAAAAAAAA'

describeStore('requests', (stage) => {
  let keyId: string
  let code: string
  beforeEach(async () => {
    ;({ id: keyId } = await sampleApiKey(stage.store))
    code = await sampleRequest(stage.store, keyId)
  })

  describe('answers', () => {
    test('an answer is found, counted and listed with its wallet, and the member is notified', async () => {
      const member = await sampleMember(stage.store)
      const wallet = await linkSample(stage.store, member.id)
      const answer = { code, userId: member.id, walletId: wallet.id }
      expect(await stage.store.answerRequest(answer, NOON + 1)).toEqual({
        outcome: 'answered',
        request: {
          code,
          maker: { kind: 'key', keyId },
          chat: null,
          membersOnly: false,
          byAnybody: false,
          maxAnswers: null,
          families: ['ton'],
          createdAt: NOON,
          expiresAt: NOON + HOUR,
          closedAt: null,
        },
        answer: { walletId: wallet.id, answeredAt: NOON + 1 },
      })
      expect(await stage.store.findAnswer(code, member.id)).toEqual({
        walletId: wallet.id,
        answeredAt: NOON + 1,
      })
      expect(await stage.store.countAnswers(code)).toBe(1)
      expect(await stage.store.listAnswers(code, { after: null, limit: 9 })).toEqual({
        answers: [
          {
            user: { id: member.id, telegramId: member.telegramId },
            wallet,
            answeredAt: NOON + 1,
            withdrawnAt: null,
          },
        ],
        next: null,
      })
      expect(await getEvents(stage.store)).toEqual([
        ['wallet.linked', member.id],
        ['request.answered', member.id],
      ])
    })

    test('20 concurrent answers with one wallet are one answer and one event', async () => {
      const { userId, walletId } = await sampleHolder(stage.store)
      await atOnce(20, () => stage.store.answerRequest({ code, userId, walletId }, NOON))
      expect(await stage.store.countAnswers(code)).toBe(1)
      const answered = (await getEvents(stage.store)).filter(
        ([type]) => type === 'request.answered',
      )
      expect(answered).toHaveLength(1)
    })

    test('another wallet of the same member replaces the answer, with a notification', async () => {
      const { userId, walletId: first } = await sampleHolder(stage.store)
      const { id: second } = await linkSample(stage.store, userId)
      await stage.store.answerRequest({ code, userId, walletId: first }, NOON)
      await stage.store.answerRequest({ code, userId, walletId: second }, NOON + 1)
      expect(await stage.store.countAnswers(code)).toBe(1)
      expect(await stage.store.findAnswer(code, userId)).toMatchObject({ walletId: second })
      expect(await getEvents(stage.store)).toHaveLength(4)
    })

    test("attack: an answer with another member's wallet is refused", async () => {
      const { id: userId } = await sampleMember(stage.store)
      const { walletId } = await sampleHolder(stage.store)
      const outcome = await stage.store.answerRequest({ code, userId, walletId }, NOON)
      expect(outcome).toEqual({ outcome: 'not-found' })
      expect(await stage.store.countAnswers(code)).toBe(0)
    })

    test('an unknown, an expired and a closed request take no answer', async () => {
      const { userId, walletId } = await sampleHolder(stage.store)
      const answer = { code, userId, walletId }
      expect(await stage.store.answerRequest({ ...answer, code: UNKNOWN_CODE }, NOON)).toEqual({
        outcome: 'not-found',
      })
      expect(await stage.store.answerRequest(answer, NOON + HOUR)).toEqual({ outcome: 'closed' })
      await stage.alter(`update requests set closed_at = ${NOON}`)
      expect(await stage.store.answerRequest(answer, NOON)).toEqual({ outcome: 'closed' })
      expect(await stage.store.findRequest(code)).toMatchObject({ closedAt: NOON })
      expect(await stage.store.findRequest(UNKNOWN_CODE)).toBeUndefined()
      expect(await stage.store.countAnswers(code)).toBe(0)
    })

    test('a wallet answers where its family is requested, and nowhere else', async () => {
      const { store } = stage
      const { id: userId } = await sampleMember(store)
      const { outcome } = await proveByText(store, userId)
      const evm = linkedWallet(outcome).id
      const ton = (await linkSample(store, userId)).id
      const onlyEvm = await sampleRequest(store, keyId, ['evm'])
      const both = await sampleRequest(store, keyId, ['ton', 'evm'])
      expect(await store.findRequest(onlyEvm)).toMatchObject({ families: ['evm'] })
      expect(await store.findRequest(both)).toMatchObject({ families: ['ton', 'evm'] })
      const outcomes: string[] = []
      for (const [asked, walletId] of [
        [code, evm],
        [onlyEvm, ton],
        [code, ton],
        [onlyEvm, evm],
        [both, ton],
        [both, evm],
      ] as const) {
        outcomes.push((await store.answerRequest({ code: asked, userId, walletId }, NOON)).outcome)
      }
      expect(outcomes.slice(0, 2)).toEqual(['not-found', 'not-found'])
      expect(outcomes.slice(2)).toEqual(['answered', 'answered', 'answered', 'answered'])
    })

    test('answers come in pages, in the order in which they came, each once', async () => {
      const ids: string[] = []
      for (let minute = 0; minute < 5; minute += 1) {
        ids.push(await answerAnew(stage.store, code, NOON + (minute % 3) * MINUTE))
      }
      const seen: StoredReceivedAnswer[] = []
      let after: string | null = null
      do {
        const page = await stage.store.listAnswers(code, { after, limit: 2 })
        seen.push(...page.answers)
        after = page.next
      } while (after !== null)
      const times = seen.map(({ answeredAt }) => answeredAt)
      expect(times).toEqual(times.toSorted((one, other) => one - other))
      expect(new Set(seen.map(({ user }) => user.id))).toEqual(new Set(ids))
      expect(seen).toHaveLength(5)
    })

    test('nothing follows a cursor that is none of ours', async () => {
      await answerAnew(stage.store, code, NOON)
      for (const after of ['junk', '1', `${NOON}-short`, "1-'; drop table answers; --"]) {
        const page = await stage.store.listAnswers(code, { after, limit: 9 })
        expect(page).toEqual({ answers: [], next: null })
      }
    })
  })

  describe('withdrawing', () => {
    test('a withdrawn answer is notified once, names no wallet and may be given again', async () => {
      const { userId, walletId } = await sampleHolder(stage.store)
      await stage.store.answerRequest({ code, userId, walletId }, NOON)
      expect(await stage.store.withdrawAnswer({ code, userId }, NOON + 1)).toBe(true)
      expect(await stage.store.withdrawAnswer({ code, userId }, NOON + 2)).toBe(false)
      expect(await stage.store.findAnswer(code, userId)).toBeUndefined()
      expect(await stage.store.countAnswers(code)).toBe(0)
      const { answers } = await stage.store.listAnswers(code, { after: null, limit: 9 })
      expect(answers).toMatchObject([{ wallet: null, withdrawnAt: NOON + 1 }])
      await stage.store.answerRequest({ code, userId, walletId }, NOON + 3)
      expect(await stage.store.findAnswer(code, userId)).toMatchObject({ walletId })
      expect((await getEvents(stage.store)).map(([type]) => type)).toEqual([
        'wallet.linked',
        'request.answered',
        'request.withdrawn',
        'request.answered',
      ])
    })

    test('an answer whose wallet is unlinked stands without it', async () => {
      const { userId, walletId } = await sampleHolder(stage.store)
      await stage.store.answerRequest({ code, userId, walletId }, NOON)
      await stage.store.unlinkWallet(walletId, userId, NOON)
      expect(await stage.store.findAnswer(code, userId)).toEqual({
        walletId: null,
        answeredAt: NOON,
      })
      const { answers } = await stage.store.listAnswers(code, { after: null, limit: 9 })
      expect(answers).toMatchObject([{ wallet: null, withdrawnAt: null }])
    })
  })

  describe('an attempt that is to answer', () => {
    test('a link answers in the same transaction, a re-verification too', async () => {
      const { id: userId } = await sampleMember(stage.store)
      const proven = sampleWallet()
      const first = await linkFor(stage.store, { userId, code, proven })
      expect(await stage.store.findAnswer(code, userId)).toEqual({
        walletId: first.id,
        answeredAt: NOON,
      })
      const other = await sampleRequest(stage.store, keyId)
      await linkFor(stage.store, { userId, code: other, proven })
      expect(await stage.store.findAnswer(other, userId)).toMatchObject({ walletId: first.id })
      expect((await getEvents(stage.store)).map(([type]) => type)).toEqual([
        'wallet.linked',
        'request.answered',
        'wallet.linked',
        'request.answered',
      ])
    })

    test('a request that has expired or does not exist meanwhile does not stop the link', async () => {
      const { id: userId } = await sampleMember(stage.store)
      await stage.alter(`update requests set closed_at = ${NOON}`)
      await linkFor(stage.store, { userId, code })
      await linkFor(stage.store, { userId, code: UNKNOWN_CODE })
      expect(await stage.store.countAnswers(code)).toBe(0)
      expect(await stage.store.listWallets(userId)).toHaveLength(2)
    })

    test('a link of a family that the request does not want stands, and answers nothing', async () => {
      const { store } = stage
      const { id: userId } = await sampleMember(store)
      const proven = sampleEvmWallet()
      const attempt = { account: getAccount(proven), requestCode: code }
      const attemptId = await sampleSigning(store, userId, attempt)
      const outcome = await store.linkWallet(sampleLink({ attemptId, userId }, proven))
      expect(outcome).toMatchObject({ outcome: 'linked' })
      expect(await store.countAnswers(code)).toBe(0)
    })

    test('a wallet that another account holds answers once that one hands it over, not before', async () => {
      const [holder, requester] = await sampleTwo(stage.store)
      const { proven } = await proveWallet(stage.store, holder.id)
      const attempt = { requestCode: code }
      const attemptId = await sampleAttempt(stage.store, requester.id, attempt)
      await stage.store.linkWallet(sampleLink({ attemptId, userId: requester.id }, proven))
      expect(await stage.store.countAnswers(code)).toBe(0)
      const answer = { attemptId, holderId: holder.id, answer: 'move', walletLimit: 10 } as const
      await stage.store.answerConsent(answer, NOON + 1)
      const [wallet] = await stage.store.listWallets(requester.id)
      expect(await stage.store.findAnswer(code, requester.id)).toEqual({
        walletId: wallet?.id,
        answeredAt: NOON + 1,
      })
      expect((await getEvents(stage.store)).map(([type]) => type)).toEqual([
        'wallet.linked',
        'wallet.moved',
        'request.answered',
      ])
    })
  })
})

async function getEvents(store: Store): Promise<[type: string, userId: string][]> {
  const events = await store.listHostEvents({ after: 0, limit: 100 })
  return events.map(({ event }) => [event.type, event.userId])
}

async function linkFor(
  store: Store,
  {
    userId,
    code,
    proven,
  }: { userId: string; code: string; proven?: ReturnType<typeof sampleWallet> },
) {
  const attemptId = await sampleAttempt(store, userId, { requestCode: code })
  return linkedWallet(await store.linkWallet(sampleLink({ attemptId, userId }, proven)))
}
