import { beforeEach, describe, expect, test } from 'vitest'
import {
  linkSample,
  MINUTE,
  newRequest,
  NOON,
  sampleApiKey,
  sampleChat,
  sampleMember,
  sampleTwo,
} from '#tests/support/store-samples.ts'
import type { Store } from '#server/store/store.ts'
import { describeStore } from '#tests/support/store-suite.ts'
import { getBytes } from '#tests/support/store-secrets.ts'

const MESSAGE = { language: 'en', threadId: null } as const

describeStore('chats', (stage) => {
  let store: Store
  beforeEach(() => void (store = stage.store))

  test('a chat is stored once, under its present title', async () => {
    const chat = await sampleChat(store, 'Argonauts')
    expect(chat).toMatchObject({ title: 'Argonauts', leftAt: null })
    const { id, telegramId } = chat
    expect(await store.saveChat({ telegramId, title: 'Heroes' }, NOON + 1)).toEqual({
      ...chat,
      title: 'Heroes',
    })
    expect(await store.findChat(id)).toMatchObject({ telegramId, title: 'Heroes' })
    expect(await store.findChatByTelegramId(telegramId)).toMatchObject({ id, title: 'Heroes' })
    expect(await store.findChat('AAAAAAAAAAAAAAAAAAAAAA')).toBeUndefined()
    expect(await store.findChatByTelegramId('-1')).toBeUndefined()
  })

  test('a chat that many updates report at the same time is one chat', async () => {
    const other = await stage.openAnother()
    const profile = { telegramId: '-1001234567890', title: 'Argonauts' }
    const chats = await Promise.all(
      [store, other, store, other].map((store) => store.saveChat(profile, NOON)),
    )
    expect(new Set(chats.map(({ id }) => id)).size).toBe(1)
  })

  test("neither a chat's id nor its title is readable in the database", async () => {
    const { telegramId } = await sampleChat(store, 'Order of the Golden Fleece')
    const { chats = [] } = await stage.dump()
    const values = chats.flatMap((row) => Object.values(row)).map(getBytes)
    expect(values.filter((bytes) => bytes.includes(telegramId))).toEqual([])
    expect(values.filter((bytes) => bytes.includes('Golden Fleece'))).toEqual([])
  })

  test('a chat is noted as reported once, and stays so under a new title, after an absence and as a supergroup', async () => {
    const chat = await sampleChat(store)
    expect(chat.isReported).toBe(false)
    const marks = await Promise.all([store.markReported(chat.id), store.markReported(chat.id)])
    expect(marks.filter((isFirst) => isFirst)).toHaveLength(1)
    await store.leaveChat(chat.telegramId, NOON)
    const renamed = { telegramId: chat.telegramId, title: 'Colchis' }
    expect(await store.saveChat(renamed, NOON)).toMatchObject({ isReported: true })
    const supergroup = { telegramId: '-1009', title: 'Colchis' }
    await store.moveChat(chat.telegramId, supergroup, NOON)
    expect(await store.saveChat(supergroup, NOON)).toMatchObject({ isReported: true })
  })

  describe('administrators of chats', () => {
    test('administrators are stored for chats that the bot is in, the latest first', async () => {
      const [{ id: userId }, { id: strangerId }] = await sampleTwo(store)
      const [first, second, left] = [
        await sampleChat(store),
        await sampleChat(store),
        await sampleChat(store),
      ]
      await store.noteRequester({ chat: first, userId }, NOON)
      await store.noteRequester({ chat: second, userId }, NOON + 1)
      await store.noteRequester({ chat: left, userId }, NOON + 2)
      await store.leaveChat(left.telegramId, NOON + 3)
      expect(await store.listRequesterChats(userId, 9)).toEqual([second, first])
      await store.noteRequester({ chat: first, userId }, NOON + 4)
      expect(await store.listRequesterChats(userId, 9)).toEqual([first, second])
      expect(await store.listRequesterChats(userId, 1)).toEqual([first])
      expect(await store.listRequesterChats(strangerId, 9)).toEqual([])
    })

    test('administrators are forgotten for one chat alone', async () => {
      const { id: userId, telegramId } = await sampleMember(store)
      const [first, second] = [await sampleChat(store), await sampleChat(store)]
      for (const chat of [first, second]) await store.noteRequester({ chat, userId }, NOON)
      await store.forgetRequester({ chatId: first.id, userId })
      expect(await store.listRequesterChats(userId, 9)).toEqual([second])
      const is = (chat: string, member: string) => store.isRequester({ chat, member })
      expect(await is(second.telegramId, telegramId)).toBe(true)
      expect(await is(first.telegramId, telegramId)).toBe(false)
      expect(await is(second.telegramId, second.telegramId)).toBe(false)
    })

    test('a member counts as a requester once noted as an administrator, or after making a request', async () => {
      const { id: noted } = await sampleMember(store)
      const [{ id: maker }, { id: drafting }] = await sampleTwo(store)
      const chat = await sampleChat(store)
      expect(await store.hasAsked(noted)).toBe(false)
      await store.noteRequester({ chat, userId: noted }, NOON)
      expect(await store.hasAsked(noted)).toBe(true)
      await store.leaveChat(chat.telegramId, NOON)
      expect(await store.hasAsked(noted)).toBe(false)
      expect(await store.hasAsked(maker)).toBe(false)
      await store.createRequest(newRequest({ userId: maker }))
      expect(await store.hasAsked(maker)).toBe(true)
      const { code } = newRequest({ userId: drafting })
      const times = { now: NOON, freshAfter: 0, expiresAt: NOON + MINUTE }
      await store.draftRequest(
        { code, userId: drafting, families: ['ton'], byAnybody: false },
        times,
      )
      expect(await store.hasAsked(drafting)).toBe(false)
    })
  })

  describe('chats that the bot is removed from', () => {
    test('have their requests closed, and no others', async () => {
      const { id: keyId } = await sampleApiKey(store)
      const [left, stays] = [await sampleChat(store), await sampleChat(store)]
      const inLeft = await store.createRequest(newRequest({ keyId }, { chat: left }))
      const inOther = await store.createRequest(newRequest({ keyId }, { chat: stays }))
      const anywhere = await store.createRequest(newRequest({ keyId }))
      await store.leaveChat(left.telegramId, NOON + 1)
      expect(await store.findRequest(inLeft.code)).toMatchObject({
        closedAt: NOON + 1,
        chat: { id: left.id, leftAt: NOON + 1 },
      })
      expect(await store.findRequest(inOther.code)).toMatchObject({ closedAt: null })
      expect(await store.findRequest(anywhere.code)).toMatchObject({ closedAt: null })
      await store.leaveChat(left.telegramId, NOON + 2)
      await store.leaveChat('-100999', NOON + 2)
      expect(await store.findChat(left.id)).toMatchObject({ leftAt: NOON + 1 })
    })

    test('a chat that the bot is in again is found again, and what was closed stays closed', async () => {
      const { id: userId } = await sampleMember(store)
      const chat = await sampleChat(store)
      const { code } = await store.createRequest(newRequest({ userId }, { chat }))
      await store.leaveChat(chat.telegramId, NOON + 1)
      expect(await store.saveChat(chat, NOON + 2)).toEqual(chat)
      expect(await store.findRequest(code)).toMatchObject({ closedAt: NOON + 1 })
    })

    test('keep their messages as they are, written and unwritten', async () => {
      const { id: userId } = await sampleMember(store)
      const chat = await sampleChat(store)
      const codes: string[] = []
      for (const _ of [1, 2]) {
        const change = { chat, message: MESSAGE }
        codes.push((await store.createRequest(newRequest({ userId }, change))).code)
      }
      const [written] = await store.leasePosts(NOON, NOON + MINUTE, 1)
      await store.settlePost({ id: written?.id ?? '', messageId: 7 }, { now: NOON, pauseMs: 0 })
      await store.leaveChat(chat.telegramId, NOON + 1)
      expect(await store.leasePosts(NOON + 99 * MINUTE, NOON + 100 * MINUTE, 9)).toEqual([])
      const made = await store.listMadeRequests(userId, 9)
      expect(made.map(({ message }) => message).sort()).toEqual(['left', 'refused'])
    })

    test('have requests closed that members sent elsewhere, and those messages say so', async () => {
      const { id: userId } = await sampleMember(store)
      const chat = await sampleChat(store)
      const { code } = await store.createRequest(newRequest({ userId }, { chat }))
      const post = { requestCode: code, inlineMessageId: 'inline', language: 'en' } as const
      await store.addInlinePost(post, NOON)
      const [first] = await store.leasePosts(NOON, NOON + MINUTE, 9)
      await store.settlePost({ id: first?.id ?? '' }, { now: NOON, pauseMs: 3_000 })
      await store.leaveChat(chat.telegramId, NOON + 1)
      const due = await store.leasePosts(NOON + 3_000, NOON + MINUTE, 9)
      expect(due).toMatchObject([{ request: { code, closedAt: NOON + 1 } }])
    })

    test('leave no request open that is made at the very moment of the removal', async () => {
      const other = await stage.openAnother()
      const { id: keyId } = await sampleApiKey(store)
      const chat = await sampleChat(store)
      const change = { chat, message: MESSAGE }
      const made = Array.from({ length: 12 }, () => newRequest({ keyId }, change))
      await Promise.all([
        ...made.slice(0, 6).map((request) => store.createRequest(request)),
        other.leaveChat(chat.telegramId, NOON + 1),
        ...made.slice(6).map((request) => store.createRequest(request)),
      ])
      const found = await Promise.all(made.map(({ code }) => store.findRequest(code)))
      expect(found.filter((request) => request?.closedAt === null)).toEqual([])
      expect(await store.leasePosts(NOON + MINUTE, NOON + 2 * MINUTE, 99)).toEqual([])
    })
  })

  describe('chats that become supergroups', () => {
    test('a supergroup keeps the group’s id here, its requests and its administrators', async () => {
      const { id: userId } = await sampleMember(store)
      const chat = await sampleChat(store)
      await store.noteRequester({ chat, userId }, NOON)
      const { code } = await store.createRequest(newRequest({ userId }, { chat }))
      const to = { telegramId: '-1009999999999', title: 'Argonauts, all' }
      await store.moveChat(chat.telegramId, to, NOON + 1)
      const moved = { ...to, id: chat.id, leftAt: null, isReported: false }
      expect(await store.findChat(chat.id)).toEqual(moved)
      expect(await store.findChatByTelegramId(to.telegramId)).toEqual(moved)
      expect(await store.findChatByTelegramId(chat.telegramId)).toBeUndefined()
      expect(await store.listRequesterChats(userId, 9)).toEqual([moved])
      expect(await store.findRequest(code)).toMatchObject({ chat: moved, closedAt: null })
    })

    test('a move that is reported twice changes a chat once', async () => {
      const chat = await sampleChat(store)
      const to = { telegramId: '-1009999999999', title: 'Argonauts' }
      for (const now of [NOON, NOON + 1]) await store.moveChat(chat.telegramId, to, now)
      expect(await store.findChatByTelegramId(to.telegramId)).toEqual({ ...chat, ...to })
      expect((await stage.dump())['chats']).toHaveLength(1)
    })

    test('two chats that were met already become one with all that was stored for either', async () => {
      const [old, late] = await sampleTwo(store)
      const chat = await sampleChat(store)
      const met = await store.saveChat({ telegramId: '-1009999999999', title: 'New' }, NOON + 1)
      for (const [{ id: userId }, chosen] of [
        [old, chat],
        [old, met],
        [late, met],
      ] as const) {
        await store.noteRequester({ chat: chosen, userId }, NOON)
        await store.createRequest(newRequest({ userId }, { chat: chosen }))
      }
      await store.moveChat(chat.telegramId, met, NOON + 2)
      const moved = { ...met, id: chat.id }
      expect((await stage.dump())['chats']).toHaveLength(1)
      for (const { id } of [old, late])
        expect(await store.listRequesterChats(id, 9)).toEqual([moved])
      const made = [
        ...(await store.listMadeRequests(old.id, 9)),
        ...(await store.listMadeRequests(late.id, 9)),
      ]
      expect(made.map(({ request }) => request.chat)).toEqual([moved, moved, moved])
    })

    test('both become one chat also when a late update of the old group came between', async () => {
      const chat = await sampleChat(store)
      const to = { telegramId: '-1009999999999', title: 'Argonauts' }
      await store.moveChat(chat.telegramId, to, NOON + 1)
      await store.saveChat(chat, NOON + 2)
      await store.moveChat(chat.telegramId, to, NOON + 3)
      expect(await store.findChatByTelegramId(to.telegramId)).toEqual({ ...chat, ...to })
      expect((await stage.dump())['chats']).toHaveLength(1)
    })

    test.each(['the group', 'the supergroup'])(
      'a requester is noted, and a request made, for %s, whose row another update has just merged away',
      async (merged) => {
        const { id: userId } = await sampleMember(store)
        const to = { telegramId: '-1009999999999', title: 'Argonauts' }
        const from = { telegramId: '-999999999', title: 'Argonauts' }
        const isGroup = merged === 'the group'
        const kept = await store.saveChat(isGroup ? to : from, NOON)
        const chat = await store.saveChat(isGroup ? from : to, NOON + 1)
        await store.moveChat(from.telegramId, to, NOON + 2)
        await store.noteRequester({ chat, userId }, NOON + 3)
        const { code } = await store.createRequest(newRequest({ userId }, { chat }))
        // The first try to write into the group reports the move again.
        await store.moveChat(from.telegramId, to, NOON + 4)
        const moved = { ...to, id: kept.id, leftAt: null, isReported: false }
        expect(await store.listRequesterChats(userId, 9)).toEqual([moved])
        expect(await store.findRequest(code)).toMatchObject({ chat: moved, closedAt: null })
      },
    )

    test('keep old messages as they are, and have written what was still to be written', async () => {
      const { id: userId } = await sampleMember(store)
      const chat = await sampleChat(store)
      const request = newRequest({ userId }, { chat, message: MESSAGE })
      const { code: written } = await store.createRequest(request)
      const [post] = await store.leasePosts(NOON, NOON + MINUTE, 9)
      await store.settlePost({ id: post?.id ?? '', messageId: 7 }, { now: NOON, pauseMs: 0 })
      const late = newRequest({ userId }, { chat, message: MESSAGE })
      const { code: unwritten } = await store.createRequest(late)
      const to = { telegramId: '-1009999999999', title: 'Argonauts' }
      await store.moveChat(chat.telegramId, to, NOON)
      const wallet = await linkSample(store, userId)
      await store.answerRequest({ code: written, userId, walletId: wallet.id }, NOON + 1)
      const due = await store.leasePosts(NOON + 59 * MINUTE, NOON + 99 * MINUTE, 9)
      expect(due).toMatchObject([
        {
          request: { code: unwritten },
          location: { kind: 'unsent', chat: { id: chat.id, ...to } },
        },
      ])
      expect(await store.findMadeRequest(written, userId)).toMatchObject({ message: 'left' })
    })
  })
})
