import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { StoredChat } from '#server/store/rows/chat-rows.ts'
import type { DuePost } from '#server/store/requests/posts.ts'
import type { NewRequest } from '#server/store/requests/requests.ts'
import type { Store } from '#server/store/store.ts'
import type { Retention } from '#server/store/upkeep/sweep.ts'
import {
  linkSample,
  MINUTE,
  newRequest,
  NOON,
  sampleChat,
  sampleMember,
  atOnce,
  sampleHolder,
  answerAnew,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'
import { getBytes } from '#tests/support/store-secrets.ts'

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const PAUSE_MS = 3_000
const LEASE_MS = 30_000
const FOREVER: Retention = { attemptsMs: 999 * DAY, eventsMs: 999 * DAY, idleMembersMs: 999 * DAY }

describeStore('posts', (stage) => {
  let store: Store
  let makerId: string
  let chat: StoredChat
  beforeEach(async () => {
    store = stage.store
    ;({ id: makerId } = await sampleMember(store))
    chat = await sampleChat(store)
  })

  /** A request with a message in the chat that is not written yet. */
  async function postedRequest(change: Partial<NewRequest> = {}): Promise<string> {
    const message = { language: 'fa', threadId: 5 } as const
    const request = newRequest({ userId: makerId }, { chat, message, ...change })
    return (await store.createRequest(request)).code
  }

  /** The same with its message written, at NOON. */
  async function writtenRequest(change: Partial<NewRequest> = {}): Promise<string> {
    const code = await postedRequest(change)
    for (const post of await lease(store, NOON)) await settle(store, post, NOON)
    return code
  }

  function findState(code: string): Promise<string | undefined> {
    return store.findMadeRequest(code, makerId).then((made) => made?.message)
  }

  describe('posts in a chat', () => {
    test('are written first, and then edited where they stand', async () => {
      const code = await postedRequest()
      expect(await findState(code)).toBe('waiting')
      const [unsent, ...rest] = await lease(store, NOON)
      expect(unsent).toMatchObject({
        request: { code, chat: { telegramId: chat.telegramId } },
        answered: 0,
        location: { kind: 'unsent', chat, threadId: 5 },
        language: 'fa',
        tries: 0,
      })
      expect(rest).toEqual([])
      await store.settlePost(
        { id: unsent?.id ?? '', messageId: 77 },
        { now: NOON, pauseMs: PAUSE_MS },
      )
      expect(await findState(code)).toBe('sent')
      expect(await lease(store, NOON + PAUSE_MS)).toEqual([])
      await answerAnew(store, code, NOON + HOUR / 2)
      expect(await lease(store, NOON + HOUR / 2)).toMatchObject([
        { id: unsent?.id, location: { kind: 'chat', chat, messageId: 77 }, answered: 1 },
      ])
    })

    test('are refused when they cannot be written, and their request stays', async () => {
      const code = await postedRequest()
      const [unsent] = await lease(store, NOON)
      await store.dropPost(unsent?.id ?? '')
      expect(await findState(code)).toBe('refused')
      await answerAnew(store, code, NOON)
      expect(await lease(store, NOON + 2 * HOUR)).toEqual([])
      expect(await store.findRequest(code)).toMatchObject({ closedAt: null })
    })

    test('are left alone when they can no longer be changed', async () => {
      const code = await writtenRequest()
      await answerAnew(store, code, NOON)
      const [written] = await lease(store, NOON + PAUSE_MS)
      await store.dropPost(written?.id ?? '')
      await answerAnew(store, code, NOON)
      expect(await lease(store, NOON + 2 * HOUR)).toEqual([])
      expect(await findState(code)).toBe('left')
    })

    test('posts that the bot left while one was written do not come back', async () => {
      const code = await postedRequest()
      const [unsent] = await lease(store, NOON)
      await store.leaveChat(chat.telegramId, NOON)
      await settle(store, unsent, NOON)
      await store.retryPost(unsent?.id ?? '', NOON)
      expect(await lease(store, NOON + 2 * HOUR)).toEqual([])
      expect(await findState(code)).toBe('left')
    })

    test('posts that the chat left behind as it moved, while one was edited, do not come back', async () => {
      const code = await writtenRequest()
      await answerAnew(store, code, NOON)
      const [written] = await lease(store, NOON + 3_000)
      await store.moveChat(chat.telegramId, { telegramId: '-1007', title: 'Heroes' }, NOON)
      await settle(store, written, NOON + 3_000)
      expect(await lease(store, NOON + 2 * HOUR)).toEqual([])
      expect(await findState(code)).toBe('left')
    })
  })

  describe('posts of inline mode', () => {
    test('are edited by the id of their message, which nobody can read in the database', async () => {
      const { code } = await store.createRequest(newRequest({ userId: makerId }))
      const inlineMessageId = 'AQAAAI-golden-fleece'
      const post = { requestCode: code, inlineMessageId, language: 'ru' } as const
      for (const now of [NOON, NOON + 1]) await store.addInlinePost(post, now)
      const due = await lease(store, NOON)
      expect(due).toMatchObject([{ location: { kind: 'inline', inlineMessageId }, language: 'ru' }])
      expect(await findState(code)).toBe('none')
      const { request_posts: rows = [] } = await stage.dump()
      const values = rows.flatMap((row) => Object.values(row)).map(getBytes)
      expect(values.filter((bytes) => bytes.includes('golden'))).toEqual([])
    })

    test('many posts of one request have the same count', async () => {
      const { code } = await store.createRequest(newRequest({ userId: makerId }))
      for (const inlineMessageId of ['one', 'two']) {
        await store.addInlinePost({ requestCode: code, inlineMessageId, language: 'en' }, NOON)
      }
      for (const post of await lease(store, NOON)) await settle(store, post, NOON)
      await answerAnew(store, code, NOON)
      const due = await lease(store, NOON + PAUSE_MS)
      expect(due.map(({ answered }) => answered)).toEqual([1, 1])
    })

    test('there are no posts of a request that does not exist', async () => {
      const requestCode = 'r1_AAAAAAAAAAAAAAAAAAAAAA'
      await store.addInlinePost({ requestCode, inlineMessageId: 'one', language: 'en' }, NOON)
      expect(await lease(store, NOON)).toEqual([])
    })
  })

  describe('when posts are due', () => {
    test('posts are due when somebody answers or takes an answer back, not when the wallet alone changes', async () => {
      const code = await writtenRequest()
      const userId = await answerAnew(store, code, NOON)
      expect(await showNext(store, NOON + 3_000)).toMatchObject([{ answered: 1 }])
      const { id: walletId } = await linkSample(store, userId)
      await store.answerRequest({ code, userId, walletId }, NOON)
      expect(await showNext(store, NOON + 6_000)).toEqual([])
      await store.withdrawAnswer({ code, userId }, NOON)
      expect(await showNext(store, NOON + 6_000)).toMatchObject([{ answered: 0 }])
      await store.answerRequest({ code, userId, walletId }, NOON)
      expect(await showNext(store, NOON + 9_000)).toMatchObject([{ answered: 1 }])
    })

    test('posts are due when a request closes or is extended, not when neither changes anything', async () => {
      const by = { userId: makerId }
      const code = await writtenRequest()
      await store.extendRequest({ code, by, expiresAt: NOON + HOUR }, NOON)
      expect(await showNext(store, NOON + 3_000)).toEqual([])
      await store.extendRequest({ code, by, expiresAt: NOON + 2 * HOUR }, NOON)
      expect(await showNext(store, NOON + 3_000)).toMatchObject([
        { request: { expiresAt: NOON + 2 * HOUR } },
      ])
      await store.closeRequest(code, by, NOON + 4)
      expect(await showNext(store, NOON + 6_000)).toMatchObject([
        { request: { closedAt: NOON + 4 } },
      ])
      await store.closeRequest(code, by, NOON + 5)
      expect(await showNext(store, NOON + 3 * HOUR)).toEqual([])
    })

    test('posts are due once more when the time of a request is up, and then not again', async () => {
      const code = await writtenRequest()
      expect(await showNext(store, NOON + HOUR - 1)).toEqual([])
      expect(await showNext(store, NOON + HOUR)).toMatchObject([{ request: { code } }])
      expect(await showNext(store, NOON + 9 * HOUR)).toEqual([])
    })

    test('posts are due at the end also when the last edit before was on its way just then', async () => {
      const code = await writtenRequest()
      await answerAnew(store, code, NOON)
      const [late] = await lease(store, NOON + HOUR - 1)
      await settle(store, late, NOON + HOUR + 1)
      expect(await lease(store, NOON + HOUR + PAUSE_MS)).toEqual([])
      expect(await showNext(store, NOON + HOUR + 1 + PAUSE_MS)).toMatchObject([{ answered: 1 }])
      expect(await showNext(store, NOON + 9 * HOUR)).toEqual([])
    })

    test('posts are due when their maker deletes everything, closed ones too, because they named the maker', async () => {
      const open = await writtenRequest()
      const closed = await writtenRequest()
      await store.closeRequest(closed, { userId: makerId }, NOON)
      await showNext(store, NOON + 3_000)
      await store.deleteUser(makerId, NOON + 4)
      const due = await showNext(store, NOON + 6_000)
      expect(due.map(({ request }) => request.code).sort()).toEqual([open, closed].sort())
      expect(due).toMatchObject([{ request: { maker: { kind: 'gone' } } }, {}])
    })

    test('posts are due when a member who had answered deletes everything', async () => {
      const code = await writtenRequest()
      const userId = await answerAnew(store, code, NOON)
      await answerAnew(store, code, NOON)
      expect(await showNext(store, NOON + 3_000)).toMatchObject([{ answered: 2 }])
      await store.deleteUser(userId, NOON)
      expect(await showNext(store, NOON + 6_000)).toMatchObject([{ answered: 1 }])
    })
  })

  describe('posts that many answer', () => {
    test('are edited at most once every 3 s, over any number of processes, and no answer is lost', async () => {
      const other = await stage.openAnother()
      const code = await writtenRequest()
      const edits: { at: number; answered: number }[] = [{ at: NOON, answered: 0 }]
      for (let at = NOON + 500; at <= NOON + 10_000; at += 500) {
        if (at <= NOON + 7_000) await answerAnew(store, code, at)
        for (const each of [store, other]) {
          for (const post of await lease(each, at)) {
            edits.push({ at, answered: post.answered })
            await settle(each, post, at)
          }
        }
      }
      expect(edits.map(({ at }) => at - NOON)).toEqual([0, 3_000, 6_000, 9_000])
      expect(edits.map(({ answered }) => answered)).toEqual([0, 6, 12, 14])
    })

    test('posts cost a read and no write while they are marked, and wait no longer for it', async () => {
      const code = await writtenRequest()
      await answerAnew(store, code, NOON + 4_000)
      const { request_posts: marked } = await stage.dump()
      await answerAnew(store, code, NOON + 5_000)
      expect((await stage.dump())['request_posts']).toEqual(marked)
    })

    test('the next edit shows an answer that comes while the message is written', async () => {
      const code = await writtenRequest()
      await answerAnew(store, code, NOON)
      const [first] = await lease(store, NOON + 3_000)
      expect(first).toMatchObject({ answered: 1 })
      await answerAnew(store, code, NOON + 3_001)
      expect(await lease(store, NOON + 3_000 + LEASE_MS - 1)).toEqual([])
      await settle(store, first, NOON + 4_000)
      expect(await lease(store, NOON + 6_999)).toEqual([])
      expect(await showNext(store, NOON + 7_000)).toMatchObject([{ answered: 2 }])
      expect(await showNext(store, NOON + HOUR - 1)).toEqual([])
    })

    test('answers at the very moments at which two processes poll all show in the end', async () => {
      const other = await stage.openAnother()
      const code = await writtenRequest()
      const holders = await atOnce(40, () => sampleHolder(store))
      let shown = 0
      const over = new AbortController()
      // The clock stands still, so without a pause a marked post is due immediately.
      const later = NOON + MINUTE
      const show = async (each: Store) => {
        const due = await lease(each, later)
        for (const post of due) {
          shown = post.answered
          await each.settlePost({ id: post.id }, { now: later, pauseMs: 0 })
        }
        return due.length
      }
      const poll = async (each: Store) => {
        while (!over.signal.aborted) {
          await show(each)
          // Reads of SQLite block everything else.
          await setImmediate()
        }
      }
      const polling = [store, other].map(poll)
      await Promise.all(
        holders.map((holder, index) =>
          (index % 2 === 0 ? store : other).answerRequest({ code, ...holder }, NOON),
        ),
      )
      over.abort()
      await Promise.all(polling)
      while ((await show(store)) > 0);
      expect(shown).toBe(40)
    })
  })

  describe('posts that are leased', () => {
    test('posts are given to one of two processes', async () => {
      const other = await stage.openAnother()
      for (let count = 0; count < 8; count += 1) await postedRequest()
      const leased = await Promise.all(
        [store, other, store, other].map((each) => lease(each, NOON)),
      )
      const ids = leased.flat().map(({ id }) => id)
      expect(ids).toHaveLength(8)
      expect(new Set(ids).size).toBe(8)
    })

    test('processes lease posts in turns: two processes take twice as many', async () => {
      const other = await stage.openAnother()
      for (let count = 0; count < 8; count += 1) await postedRequest()
      const leased = await Promise.all(
        [store, other].map((each) => each.leasePosts(NOON, NOON + LEASE_MS, 4)),
      )
      expect(leased.map(({ length }) => length)).toEqual([4, 4])
    })

    test('are no more than requested, those first that have waited longest', async () => {
      const late = await postedRequest({ now: NOON - 1 })
      const first = await postedRequest({ now: NOON - 2 })
      const codes: (string | undefined)[] = []
      for (const _ of [1, 2, 3]) {
        const [due] = await store.leasePosts(NOON, NOON + LEASE_MS, 1)
        codes.push(due?.request.code)
      }
      expect(codes).toEqual([first, late, undefined])
    })

    test('posts of a process that dies are due again when the lease ends', async () => {
      await postedRequest()
      const [first] = await lease(store, NOON)
      expect(await lease(store, NOON + LEASE_MS - 1)).toEqual([])
      expect(await lease(store, NOON + LEASE_MS)).toMatchObject([{ id: first?.id, tries: 1 }])
    })

    test('posts of a process that dies, with a message that stood already, lose nothing either', async () => {
      const code = await writtenRequest()
      await answerAnew(store, code, NOON)
      await lease(store, NOON + 3_000)
      await answerAnew(store, code, NOON + 3_001)
      expect(await lease(store, NOON + 3_000 + LEASE_MS - 1)).toEqual([])
      expect(await lease(store, NOON + 3_000 + LEASE_MS)).toMatchObject([{ answered: 2 }])
    })

    test('are retried at the given time, and not before, whatever changes', async () => {
      const code = await writtenRequest()
      await answerAnew(store, code, NOON)
      const [first] = await lease(store, NOON + 3_000)
      await store.retryPost(first?.id ?? '', NOON + 40_000)
      await answerAnew(store, code, NOON + 3_001)
      expect(await lease(store, NOON + 39_999)).toEqual([])
      const [again] = await lease(store, NOON + 40_000)
      expect(again).toMatchObject({ id: first?.id, answered: 2, tries: 1 })
      await settle(store, again, NOON + 40_000)
      await answerAnew(store, code, NOON + 50_000)
      expect(await lease(store, NOON + 50_000)).toMatchObject([{ tries: 0 }])
    })

    test('posts that cannot be unsealed keep none of the others back', async () => {
      const { code } = await store.createRequest(newRequest({ userId: makerId }))
      const post = { requestCode: code, inlineMessageId: 'one', language: 'en' } as const
      await store.addInlinePost(post, NOON)
      await stage.alter('update request_posts set inline_id = chats.profile from chats')
      const readable = await postedRequest()
      expect(await lease(store, NOON)).toMatchObject([{ request: { code: readable } }])
      expect(await lease(store, NOON + LEASE_MS)).toMatchObject([{ request: { code: readable } }])
    })
  })

  test('posts go with their request when it has long ended, and the chat that the bot has left then', async () => {
    const retention = { ...FOREVER, eventsMs: 30 * DAY }
    await writtenRequest()
    await store.leaveChat(chat.telegramId, NOON)
    await sampleChat(store)
    await store.sweep(retention, NOON + HOUR + 30 * DAY)
    const kept = await stage.dump()
    expect([kept['request_posts'], kept['chats']].map((rows) => rows?.length)).toEqual([1, 2])
    await store.sweep(retention, NOON + HOUR + 30 * DAY + 1)
    const swept = await stage.dump()
    expect([swept['request_posts'], swept['chats']].map((rows) => rows?.length)).toEqual([0, 1])
  })

  describe('posts of a clock that ran ahead', () => {
    test('are written once the clock is right', async () => {
      await postedRequest({ now: NOON + 9 * DAY, expiresAt: NOON + 10 * DAY })
      await store.sweep(FOREVER, NOON)
      expect(await lease(store, NOON)).toHaveLength(1)
    })

    test('are edited once more that said their time was up', async () => {
      const code = await postedRequest()
      for (const post of await lease(store, NOON + 9 * DAY)) {
        await settle(store, post, NOON + 9 * DAY)
      }
      expect(await lease(store, NOON)).toEqual([])
      await store.sweep(FOREVER, NOON)
      expect(await showNext(store, NOON)).toMatchObject([{ request: { code } }])
      await store.sweep(FOREVER, NOON + 1)
      expect(await lease(store, NOON + HOUR - 1)).toEqual([])
    })
  })
})

function lease(store: Store, now: number): Promise<DuePost[]> {
  return store.leasePosts(now, now + LEASE_MS, 99)
}

/** Settles the post as shown; a new message gets the id 7. */
async function settle(store: Store, post: DuePost | undefined, now: number): Promise<void> {
  if (!post) throw new Error('no post is due')
  const { id, location } = post
  const settled = location.kind === 'unsent' ? { id, messageId: 7 } : { id }
  await store.settlePost(settled, { now, pauseMs: PAUSE_MS })
}

/** Leases and settles at one moment. */
async function showNext(store: Store, now: number): Promise<DuePost[]> {
  const due = await lease(store, now)
  for (const post of due) await settle(store, post, now)
  return due
}
