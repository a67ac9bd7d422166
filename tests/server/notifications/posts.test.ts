import { createServer } from 'node:http'
import { Hono } from 'hono'
import { beforeEach, describe, expect, test } from 'vitest'
import { createBotApi } from '#demo/telegram/bot-api.ts'
import { tooManyRequests } from '#demo/telegram/faults.ts'
import { ADA, GROUP, ILYA, WEEKEND } from '#demo/telegram/people.ts'
import type { Poller } from '#server/process/poller.ts'
import type { StoredChat } from '#server/store/rows/chat-rows.ts'
import type { StoredRequest } from '#server/store/rows/request-rows.ts'
import type { NewRequest } from '#server/store/requests/requests.ts'
import type { Store } from '#server/store/store.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
import { EDIT_PAUSE_MS } from '#shared/limits.ts'
import { createGate } from '#tests/support/gate.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import { newRequest, sampleProfile } from '#tests/support/store-samples.ts'
import {
  BOT_USERNAME,
  getButtons,
  GROUP_ID,
  link,
  saveMember,
  setStage,
  type BotStage,
  until,
} from '../bot/bot-harness.ts'

const GENERAL = { language: 'en', threadId: null } as const

let stage: BotStage
/** Makes requests in the chat, a group with the bot. */
let ada: StoredUser
let chat: StoredChat
/** How often a post was brought up to date. */
let settled: number

beforeEach(async () => {
  stage = await setStage()
  ada = await stage.store.saveUser(
    sampleProfile({ telegramId: String(ADA), firstName: 'Ada', username: 'ada_fisher' }),
    stage.clock.now,
  )
  const group = { telegramId: String(GROUP_ID), title: GROUP.title }
  chat = await stage.store.saveChat(group, stage.clock.now)
  const { store } = stage
  settled = 0
  async function settlePost(...settlement: Parameters<Store['settlePost']>): Promise<void> {
    await store.settlePost(...settlement)
    settled += 1
  }
  stage.store = { ...store, settlePost }
})

/** Waits until all posts were up to date this many times. */
const untilSettled = (times: number) => until(() => settled >= times)

/** Ada makes a request for a chat, or for none. */
const ask = (of: StoredChat | null, change: Partial<NewRequest> = {}): Promise<StoredRequest> =>
  stage.store.createRequest(
    newRequest(
      { userId: ada.id },
      {
        now: stage.clock.now,
        expiresAt: stage.clock.now + 3_600_000,
        chat: of,
        ...(of === null ? {} : { message: GENERAL }),
        ...change,
      },
    ),
  )

/** A request in the chat, whose message is written. */
async function showFirst(change: Partial<NewRequest> = {}) {
  const { code } = await ask(chat, change)
  const posts = stage.startPosts()
  await untilSettled(1)
  return { code, posts }
}

/** Another member answers. */
async function answer(code: string): Promise<StoredUser> {
  const member = await stage.store.saveUser(sampleProfile(), stage.clock.now)
  const address = `0:${Buffer.from(member.id).toString('hex').padEnd(64, '0').slice(0, 64)}`
  const wallet = await link(stage, member.id, address)
  const given = { code, userId: member.id, walletId: wallet.id }
  expect(await stage.store.answerRequest(given, stage.clock.now)).toMatchObject({
    outcome: 'answered',
  })
  return member
}

const postsIn = (chatId: number = GROUP_ID) =>
  stage.world.messages(chatId).filter(({ senderId }) => senderId === stage.world.botId)
const lastIn = () => postsIn().at(-1)
const shows = (messages: string) => lastIn()?.text.includes(messages) === true
const edits = () => stage.world.calls.of('editMessageText')
/** Those in a group, not of inline mode. */
const editsInGroup = () => edits().filter(({ parameters }) => 'chat_id' in parameters)
const sends = () => stage.world.calls.of('sendMessage')

function wait(posts: Poller, ms: number): void {
  stage.clock.now += ms
  posts.kick()
}

/** Waits until all that is due now has started, by a message elsewhere that is due last. */
async function pollNow(posts: Poller, requestCode: string): Promise<void> {
  const inlineMessageId = `barrier-${stage.clock.now}`
  const post = { requestCode, inlineMessageId, language: 'en' } as const
  await stage.store.addInlinePost(post, stage.clock.now)
  posts.kick()
  const isBarrier = ({ parameters }: { parameters: Record<string, unknown> }) =>
    parameters['inline_message_id'] === inlineMessageId
  await until(() => edits().some(isBarrier))
}

/** Whether no message is left to update, now or later. Call it while nothing else leases. */
async function isSettled(): Promise<boolean> {
  const farAhead = stage.clock.now + 10 * 86_400_000
  return (await stage.store.leasePosts(farAhead, farAhead, 100)).length === 0
}

function messageState({ id }: StoredUser, { code }: StoredRequest) {
  return stage.store.findMadeRequest(code, id).then((made) => made?.message)
}

describe('the bot, for messages about requests,', () => {
  test('writes a request into its topic, with one url button that leads to it', async () => {
    const request = await ask(chat, { message: { language: 'en', threadId: 7 } })
    expect(await messageState(ada, request)).toBe('waiting')
    stage.startPosts()
    await until(() => postsIn().length === 1)
    const message = lastIn()
    expect(message).toMatchObject({ threadId: 7 })
    expect(message?.text).toMatch(/^“\u2068Ada\u2069 \(\u2068@ada_fisher\u2069\)” asks you/)
    expect(message?.text).toContain('For a group called “\u2068Harbour Makers\u2069”')
    expect(message?.text).toContain('0 answered')
    expect(message && getButtons(message)).toEqual([
      {
        text: 'Connect wallet',
        url: `https://t.me/${BOT_USERNAME}/app?startapp=${request.code}`,
      },
    ])
    await expect.poll(() => messageState(ada, request)).toBe('sent')
  })

  test('the counter follows answers, and answers taken back, at most once in three seconds', async () => {
    const { code, posts } = await showFirst()
    const first = await answer(code)
    await answer(code)
    wait(posts, EDIT_PAUSE_MS - 1)
    await answer(code)
    wait(posts, 1)
    await untilSettled(2)
    expect(shows('3 answered')).toBe(true)
    expect(edits()).toHaveLength(1)
    await stage.store.withdrawAnswer({ code, userId: first.id }, stage.clock.now)
    wait(posts, EDIT_PAUSE_MS)
    await until(() => shows('2 answered'))
    expect(sends()).toHaveLength(1)
    expect(edits()).toHaveLength(2)
  })

  test('never shows an address or a name of an answering member in a group', async () => {
    const { code, posts } = await showFirst()
    await answer(code)
    wait(posts, EDIT_PAUSE_MS)
    await until(() => shows('1 answered'))
    // The code in the button's link is random.
    const text = JSON.stringify([...sends(), ...edits()]).replaceAll(code, '')
    expect(text).not.toMatch(/zebulon|UQ|EQ|0:[0-9a-f]{8}/i)
  })

  test('a post of a closed request says so, and no longer has a button', async () => {
    const { code, posts } = await showFirst()
    await answer(code)
    await stage.store.closeRequest(code, { userId: ada.id }, stage.clock.now)
    wait(posts, EDIT_PAUSE_MS)
    await until(() => shows('This request is closed'))
    expect(lastIn()?.text).toContain('1 answered')
    expect(lastIn()?.keyboard).toEqual([])
  })

  test('a post of a request says automatically that its time is over', async () => {
    const { posts } = await showFirst({ expiresAt: stage.clock.now + 60_000 })
    wait(posts, 60_000)
    await until(() => shows('The time to answer is over'))
    expect(lastIn()?.keyboard).toEqual([])
  })

  test('a post of a request with its last answer says so, and opens again when one is taken back', async () => {
    const { code, posts } = await showFirst({ maxAnswers: 1 })
    const member = await answer(code)
    wait(posts, EDIT_PAUSE_MS)
    await untilSettled(2)
    expect(shows('has all the answers')).toBe(true)
    expect(lastIn()?.keyboard).toEqual([])
    await stage.store.withdrawAnswer({ code, userId: member.id }, stage.clock.now)
    wait(posts, EDIT_PAUSE_MS)
    await until(() => shows('0 answered') && lastIn()?.keyboard.length === 1)
  })

  test.each(['closed by its maker', 'over', 'closed because its maker deletes everything'])(
    'writes nothing into the group when a request is %s before that',
    async (end) => {
      const { code } = await ask(chat, { expiresAt: stage.clock.now + 60_000 })
      if (end === 'over') stage.clock.now += 60_000
      else if (end === 'closed by its maker')
        await stage.store.closeRequest(code, { userId: ada.id }, stage.clock.now)
      else await stage.store.deleteUser(ada.id, stage.clock.now)
      let dropped = 0
      async function dropPost(id: string): Promise<void> {
        await store.dropPost(id)
        dropped += 1
      }
      const { store } = stage
      stage.store = { ...store, dropPost }
      stage.startPosts()
      await until(() => dropped === 1 || postsIn().length > 0)
      expect(postsIn()).toEqual([])
    },
  )
})

test('a message that waits for its turn in the group has no failed try', async () => {
  await ask(chat)
  await ask(chat)
  const posts = stage.startPosts()
  await untilSettled(1)
  stage.world.failNext('sendMessage', { error_code: 502, description: 'Bad Gateway' })
  wait(posts, EDIT_PAUSE_MS)
  await until(() => stage.logLines.join('').includes('posts: not shown'))
  expect(stage.logLines.join('')).toContain('"tries":0')
})

describe('the bot, for messages about requests that Telegram refuses,', () => {
  test('sends the first message once, when Telegram says, after 429', async () => {
    const request = await ask(chat)
    stage.world.failNext('sendMessage', tooManyRequests(17))
    const posts = stage.startPosts()
    await until(() => stage.logLines.join('').includes('posts: not shown'))
    stage.clock.now += 16_999
    await pollNow(posts, request.code)
    expect(await messageState(ada, request)).toBe('waiting')
    expect(sends()).toHaveLength(1)
    wait(posts, 1)
    await untilSettled(1)
    const [refused, taken] = sends()
    expect(sends()).toHaveLength(2)
    expect((taken?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(17_000)
  })

  test('edits nothing before the pause of 429 ends, and loses nothing', async () => {
    const { code, posts } = await showFirst()
    stage.world.failNext('editMessageText', tooManyRequests(30))
    await answer(code)
    wait(posts, EDIT_PAUSE_MS)
    await until(() => stage.logLines.join('').includes('telegram-429'))
    await answer(code)
    stage.clock.now += 29_999
    await pollNow(posts, code)
    expect(editsInGroup()).toHaveLength(1)
    wait(posts, 1)
    await until(() => shows('2 answered'))
    const [refused, taken] = editsInGroup()
    expect(editsInGroup()).toHaveLength(2)
    expect((taken?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(30_000)
  })

  test.each([
    [403, 'Forbidden: bot was kicked from the supergroup chat', 'I am not in the group.'],
    [400, 'Bad Request: TOPIC_CLOSED', 'The topic is closed.'],
    [400, 'Bad Request: message thread not found', 'The topic is no longer there.'],
    [400, 'Bad Request: not enough rights to send text messages to the chat', 'I may not write'],
    [400, 'Bad Request: CHAT_WRITE_FORBIDDEN', 'I may not write there.'],
    [400, 'Bad Request: BUTTON_TYPE_INVALID', 'Telegram refused the message.'],
  ])(
    '%i %s: tells the maker in private what to change, tries once more, and then gives it up',
    async (error_code, description, sentence) => {
      stage.world.grantWriteAccess(ADA)
      const request = await ask(chat)
      stage.world.failNext('sendMessage', { error_code, description })
      const posts = stage.startPosts()
      await until(() => postsIn(ADA).length === 1)
      const [notice] = postsIn(ADA)
      expect(notice?.text).toContain(
        'Your request could not be posted in “\u2068Harbour Makers\u2069”.',
      )
      expect(notice?.text).toContain(sentence)
      await pollNow(posts, request.code)
      expect(await messageState(ada, request)).toBe('waiting')
      stage.world.failNext('sendMessage', { error_code, description })
      wait(posts, 5 * 60_000)
      await expect.poll(() => messageState(ada, request)).toBe('refused')
      await answer(request.code)
      await posts.stop()
      expect(postsIn(ADA)).toHaveLength(1)
      expect(postsIn()).toEqual([])
      expect(await stage.store.findRequest(request.code)).toMatchObject({ closedAt: null })
    },
  )

  test('writes a request that was refused once its maker has changed the reason', async () => {
    stage.world.grantWriteAccess(ADA)
    const request = await ask(chat)
    stage.world.failNext('sendMessage', {
      error_code: 400,
      description: 'Bad Request: not enough rights to send text messages to the chat',
    })
    const posts = stage.startPosts()
    await until(() => postsIn(ADA).length === 1)
    wait(posts, 5 * 60_000)
    await expect.poll(() => messageState(ada, request)).toBe('sent')
    expect(postsIn()).toHaveLength(1)
  })

  test('tells a maker who has not let the bot write in the group, where only they see it', async () => {
    await ask(chat)
    stage.world.failNext('sendMessage', {
      error_code: 400,
      description: 'Bad Request: TOPIC_CLOSED',
    })
    stage.startPosts()
    await until(() => sends().length === 3)
    expect(sends().at(-1)?.parameters).toMatchObject({
      chat_id: String(GROUP_ID),
      ephemeral_message_parameters: { receiver_user_id: ADA },
    })
    expect(postsIn()).toEqual([])
    expect(stage.world.calls.of('deleteMessage')).toEqual([])
  })

  test('stops editing a message that somebody deleted, and does not write it again', async () => {
    const { code, posts } = await showFirst()
    stage.world.log.remove(GROUP_ID, lastIn()?.id ?? 0)
    await answer(code)
    wait(posts, EDIT_PAUSE_MS)
    await until(() => stage.logLines.join('').includes('cannot be written or changed'))
    await answer(code)
    await posts.stop()
    expect(await isSettled()).toBe(true)
    expect(postsIn()).toEqual([])
  })

  test('takes "message is not modified" as a message that is up to date', async () => {
    const { code, posts } = await showFirst()
    const member = await answer(code)
    await stage.store.withdrawAnswer({ code, userId: member.id }, stage.clock.now)
    wait(posts, EDIT_PAUSE_MS)
    await untilSettled(2)
    expect(edits()[0]?.status).toBe(400)
    await answer(code)
    wait(posts, EDIT_PAUSE_MS)
    await until(() => shows('1 answered'))
  })

  test('writes the message once into the supergroup that a group became', async () => {
    stage.world.setBotRole({ accountId: ILYA, chatId: WEEKEND.id, role: 'member' })
    const group = { telegramId: String(WEEKEND.id), title: WEEKEND.title }
    const chat = await stage.store.saveChat(group, stage.clock.now)
    await ask(chat)
    const newId = stage.world.migrate({ accountId: ILYA, chatId: WEEKEND.id })
    stage.startPosts()
    await until(() => postsIn(newId).length === 1)
    expect(postsIn(WEEKEND.id)).toEqual([])
    expect(await stage.store.findChat(chat.id)).toMatchObject({ telegramId: String(newId) })
  })

  test('retries after an outage of Telegram, ever more rarely', async () => {
    const { code } = await ask(chat)
    const fault = { error_code: 502, description: 'Bad Gateway' }
    for (let failure = 0; failure < 3; failure += 1) stage.world.failNext('sendMessage', fault)
    const posts = stage.startPosts()
    for (const [tries, pauseMs] of [
      [1, 5_000],
      [2, 10_000],
      [3, 20_000],
    ] as const) {
      await until(() => stage.logLines.join('').split('posts: not shown').length === tries + 1)
      stage.clock.now += pauseMs - 1
      await pollNow(posts, code)
      expect(sends()).toHaveLength(tries)
      wait(posts, 1)
      await until(() => sends().length === tries + 1)
    }
    await until(() => postsIn().length === 1)
  })
})

/** A Bot API that takes every call, does it, and hangs up without an answer. */
async function startSilentApi(): Promise<string> {
  const api = createBotApi(stage.world)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const headers = { 'content-type': 'application/json' }
      void Promise.resolve(api.request(request.url ?? '/', { method: 'POST', body, headers })).then(
        () => response.destroy(),
      )
    })
  })
  return (await listenForTest(server)).url
}

describe('the bot, for messages about requests when something breaks,', () => {
  test('does not send a first message again that may have arrived', async () => {
    const request = await ask(chat)
    const posts = stage.startPosts({ TELEGRAM_API_ROOT: await startSilentApi() })
    await expect.poll(() => messageState(ada, request)).toBe('refused')
    stage.clock.now += 3_600_000
    await posts.stop()
    expect(await isSettled()).toBe(true)
    expect(postsIn()).toHaveLength(1)
    expect(stage.logLines.join('')).toContain('it is unknown whether')
  })

  test('makes an edit again that may have been made', async () => {
    const { code } = await ask(chat)
    const posts = stage.startPosts()
    await until(() => postsIn().length === 1)
    await posts.stop()
    await answer(code)
    stage.clock.now += EDIT_PAUSE_MS
    const mute = stage.startPosts({ TELEGRAM_API_ROOT: await startSilentApi() })
    await until(() => edits().length === 1)
    await mute.stop()
    stage.clock.now += 5_000
    stage.startPosts()
    await until(() => edits().length === 2)
    expect(lastIn()?.text).toContain('1 answered')
  })

  test('tries the first message again when Telegram was unreachable', async () => {
    await ask(chat)
    const posts = stage.startPosts({ TELEGRAM_API_ROOT: 'http://127.0.0.1:9' })
    await until(() => stage.logLines.join('').includes('posts: not shown'))
    await posts.stop()
    stage.clock.now += 5_000
    stage.startPosts()
    await until(() => postsIn().length === 1)
  })

  test('does not write a message twice when the store fails after it', async () => {
    const { code } = await ask(chat)
    let failures = 1
    const { store } = stage
    const settlePost: Store['settlePost'] = (post, times) =>
      failures-- > 0 ? Promise.reject(new Error('gone')) : store.settlePost(post, times)
    stage.store = { ...store, settlePost }
    const posts = stage.startPosts()
    await until(() => stage.logLines.join('').includes('posts: store failed'))
    await answer(code)
    wait(posts, 60_000)
    await until(() => shows('1 answered'))
    expect(sends()).toHaveLength(1)
    await answer(code)
    wait(posts, EDIT_PAUSE_MS)
    await until(() => shows('2 answered'))
  })

  test('logs that the database is away, and stops nothing', async () => {
    const posts = stage.startPosts()
    await stage.closeStore()
    const failures = () => stage.logLines.join('').split('posts: store failed').length - 1
    posts.kick()
    await until(() => failures() === 1)
    posts.kick()
    await until(() => failures() === 2)
    await posts.stop()
  })

  test('a slow chat keeps no other waiting, and stopping waits for it', async () => {
    const slow = await stage.store.saveChat({ telegramId: '-77', title: 'Slow' }, stage.clock.now)
    const gate = createGate()
    let slowCalls = 0
    const app = new Hono()
    app.post('/:bot/sendMessage', async (c, next) => {
      if ((await c.req.raw.clone().text()).includes('"-77"')) {
        slowCalls += 1
        await gate.passed
      }
      await next()
    })
    const { url: apiRoot } = await listenForTest(app.route('/', createBotApi(stage.world)))
    const posts = stage.startPosts({ TELEGRAM_API_ROOT: apiRoot })
    await ask(slow)
    wait(posts, 0)
    await until(() => slowCalls === 1)
    await ask(chat)
    wait(posts, EDIT_PAUSE_MS)
    await untilSettled(1)
    let isStopped = false
    const stopped = posts.stop().then(() => (isStopped = true))
    await saveMember(stage, ADA)
    expect(isStopped).toBe(false)
    gate.open()
    await stopped
    expect(postsIn()).toHaveLength(1)
  })

  test('logs nothing of a chat or a member', async () => {
    await ask(chat)
    stage.world.failNext('sendMessage', tooManyRequests(5))
    stage.startPosts()
    await until(() => stage.logLines.join('').includes('posts: not shown'))
    // Three letters alone may stand in a random id.
    expect(stage.logLines.join('')).not.toMatch(/(?<![\w-])Ada(?![\w-])|Harbour|r1_|-100|412087331/)
  })
})
