import { Hono } from 'hono'
import { beforeEach, describe, expect, test } from 'vitest'
import { createBotApi } from '#demo/telegram/bot-api.ts'
import { tooManyRequests } from '#demo/telegram/faults.ts'
import { ADA, GROUP, ILYA, NEGAR, WEEKEND } from '#demo/telegram/people.ts'
import { createApi } from '#server/bot/create-api.ts'
import { createTelegramChats } from '#server/bot/telegram-chats.ts'
import type { Shareable, TelegramChats } from '#server/requests/telegram-chats.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import { newRequest } from '#tests/support/store-samples.ts'
import {
  BOT_TOKEN,
  BOT_USERNAME,
  GROUP_ID,
  saveMember,
  setStage,
  type BotStage,
} from './bot-harness.ts'

const HARBOUR = { telegramId: String(GROUP_ID) }
const TIMEOUT_S = 1
let stage: BotStage
let chats: TelegramChats
beforeEach(async () => {
  stage = await setStage()
  chats = chatsAt()
})

function chatsAt(apiRoot = stage.apiRoot): TelegramChats {
  return createTelegramChats({
    appName: 'Clasp',
    link: { username: BOT_USERNAME, appShortName: 'app' },
    now: () => stage.clock.now,
    api: createApi({ token: BOT_TOKEN, apiRoot, metrics: stage.metrics }, TIMEOUT_S),
    botId: stage.world.botId,
    clock: () => stage.clock.now,
  })
}

const calls = (method: string) => stage.methods().filter((called) => called === method).length

describe('administrators of a chat', () => {
  test('are all read with one call, which is good for a minute', async () => {
    const answers = await Promise.all(
      [ADA, ILYA, NEGAR, ADA].map((id) => chats.isAdministrator(HARBOUR, String(id))),
    )
    expect(answers).toEqual(['yes', 'no', 'no', 'yes'])
    stage.world.setRole({ accountId: ILYA, chatId: GROUP_ID, role: 'administrator' })
    stage.clock.now += 59_999
    expect(await chats.isAdministrator(HARBOUR, String(ILYA))).toBe('no')
    expect(calls('getChatAdministrators')).toBe(1)
    stage.clock.now += 1
    expect(await chats.isAdministrator(HARBOUR, String(ILYA))).toBe('yes')
    expect(calls('getChatAdministrators')).toBe(2)
  })

  test('a bot that was removed or is not there is refused', async () => {
    stage.world.setBotRole({ accountId: ADA, chatId: GROUP_ID, role: 'absent' })
    expect(await chats.isAdministrator(HARBOUR, String(ADA))).toBe('no')
    expect(await chats.isAdministrator({ telegramId: '-4242' }, String(ADA))).toBe('no')
    stage.world.setBotRole({ accountId: ADA, chatId: GROUP_ID, role: 'member' })
    stage.clock.now += 3_000
    expect(await chats.isAdministrator(HARBOUR, String(ADA))).toBe('yes')
  })

  test.each([
    ['500', { error_code: 500, description: 'Internal Server Error' }],
    ['401', { error_code: 401, description: 'Unauthorized' }],
  ])('%s from Telegram counts as no answer, and Telegram is soon asked again', async (_, fault) => {
    stage.world.failNext('getChatAdministrators', fault)
    expect(await chats.isAdministrator(HARBOUR, String(ADA))).toBe('unknown')
    stage.clock.now += 3_000
    expect(await chats.isAdministrator(HARBOUR, String(ADA))).toBe('yes')
  })

  test('429 counts as no answer, and Telegram is not asked before the pause ends', async () => {
    stage.world.failNext('getChatAdministrators', tooManyRequests(20))
    expect(await chats.isAdministrator(HARBOUR, String(ADA))).toBe('unknown')
    stage.clock.now += 19_999
    expect(await chats.isAdministrator(HARBOUR, String(ADA))).toBe('unknown')
    expect(calls('getChatAdministrators')).toBe(1)
    stage.clock.now += 1
    expect(await chats.isAdministrator(HARBOUR, String(ADA))).toBe('yes')
  })

  test('a Telegram that is unreachable or silent counts as no answer', async () => {
    const nowhere = chatsAt('http://127.0.0.1:9')
    expect(await nowhere.isAdministrator(HARBOUR, String(ADA))).toBe('unknown')
    const app = new Hono()
    app.all('*', () => new Promise<Response>(() => undefined))
    const silent = chatsAt((await listenForTest(app)).url)
    expect(await silent.isAdministrator(HARBOUR, String(ADA))).toBe('unknown')
  })
})

/** A Bot API that answers getChatMember with this member. */
async function answeringMember(member: object): Promise<TelegramChats> {
  const app = new Hono()
  app.post('/:bot/getChatMember', (c) => c.json({ ok: true, result: member }))
  return chatsAt((await listenForTest(app.route('/', createBotApi(stage.world)))).url)
}

describe('members of a chat', () => {
  test.each([
    ['creator', {}, 'yes'],
    ['administrator', {}, 'yes'],
    ['member', {}, 'yes'],
    ['restricted', { is_member: true }, 'yes'],
    ['restricted', { is_member: false }, 'no'],
    ['left', {}, 'no'],
    ['kicked', {}, 'no'],
  ] as const)('a chat member %s %o counts as a member: %s', async (status, more, answer) => {
    const chats = await answeringMember({ status, user: { id: ILYA }, ...more })
    expect(await chats.isMember(HARBOUR, String(ILYA))).toBe(answer)
  })

  test('attack: who leaves is one for three seconds yet, and then answers no more; who joins waits no longer', async () => {
    expect(await chats.isMember(HARBOUR, String(NEGAR))).toBe('yes')
    stage.world.setRole({ accountId: NEGAR, chatId: GROUP_ID, role: 'left' })
    stage.clock.now += 2_999
    expect(await chats.isMember(HARBOUR, String(NEGAR))).toBe('yes')
    expect(calls('getChatMember')).toBe(1)
    stage.clock.now += 1
    expect(await chats.isMember(HARBOUR, String(NEGAR))).toBe('no')
    stage.world.setRole({ accountId: NEGAR, chatId: GROUP_ID, role: 'member' })
    stage.clock.now += 3_000
    expect(await chats.isMember(HARBOUR, String(NEGAR))).toBe('yes')
  })

  test('one account’s answer is not another’s, and requesters at the same moment share one call', async () => {
    stage.world.setRole({ accountId: NEGAR, chatId: GROUP_ID, role: 'left' })
    const asked = [ILYA, NEGAR, ILYA, NEGAR].map((id) => chats.isMember(HARBOUR, String(id)))
    expect(await Promise.all(asked)).toEqual(['yes', 'no', 'yes', 'no'])
    expect(calls('getChatMember')).toBe(2)
  })

  test.each([
    ['members are hidden from the bot', 400, 'Bad Request: CHAT_ADMIN_REQUIRED', 'unknown'],
    ['Telegram does not know the account', 400, 'Bad Request: PARTICIPANT_ID_INVALID', 'unknown'],
    ['the bot never met the account', 400, 'Bad Request: user not found', 'unknown'],
    ['the bot is gone', 403, 'Forbidden: bot was kicked from the supergroup chat', 'unknown'],
    ['Telegram is down', 500, 'Internal Server Error', 'unknown'],
    ['there is no such member', 400, 'Bad Request: member not found', 'no'],
  ] as const)('%s: the error %i "%s" gives %s', async (_, error_code, description, answer) => {
    stage.world.failNext('getChatMember', { error_code, description })
    expect(await chats.isMember(HARBOUR, String(ILYA))).toBe(answer)
  })
})

describe('what a chat is', () => {
  test('a group with the bot has its title; every other chat is none', async () => {
    expect(await chats.describe(String(GROUP_ID))).toEqual({
      telegramId: String(GROUP_ID),
      title: GROUP.title,
    })
    expect(await chats.describe(String(ADA))).toBe('no')
    expect(await chats.describe(String(WEEKEND.id))).toBe('no')
    expect(await chats.describe('-1')).toBe('no')
    stage.world.setBotRole({ accountId: ADA, chatId: GROUP_ID, role: 'absent' })
    stage.clock.now += 60_000
    expect(await chats.describe(String(GROUP_ID))).toBe('no')
  })

  test('attack: asked about without end, Telegram is asked once in three seconds', async () => {
    const ids = [GROUP_ID, WEEKEND.id].map(String)
    for (let count = 0; count < 10; count += 1) for (const id of ids) await chats.describe(id)
    expect(calls('getChat')).toBe(2)
    stage.clock.now += 3_000
    await Promise.all(ids.map((id) => chats.describe(id)))
    expect(calls('getChat')).toBe(4)
  })

  test('a public group that Telegram describes to strangers is none', async () => {
    const app = new Hono()
    const publicGroup = { id: -1001, type: 'supergroup', title: 'Public' }
    app.post('/:bot/getChat', (c) => c.json({ ok: true, result: publicGroup }))
    app.post('/:bot/getChatMember', (c) =>
      c.json({ ok: true, result: { status: 'left', user: { id: stage.world.botId } } }),
    )
    const chats = chatsAt((await listenForTest(app)).url)
    expect(await chats.describe('-1001')).toBe('no')
  })

  test('a group of which Telegram does not say now what it is may be one', async () => {
    const app = new Hono()
    app.post('/:bot/getChat', (c) => c.json({ ok: false, error_code: 502, description: 'Bad' }))
    const chats = chatsAt((await listenForTest(app)).url)
    expect(await chats.describe('-1001')).toBe('unknown')
  })
})

async function prepare() {
  const ada = await saveMember(stage, ADA)
  const wanted = newRequest({ userId: ada.id }, { now: stage.clock.now })
  const request = await stage.store.createRequest(wanted)
  const shareable: Shareable = { kind: 'request', request }
  return { request, id: await chats.prepareMessage(ada, shareable) }
}

describe('a prepared message', () => {
  test('a prepared message may go to people, groups and channels, and is sent as it was made', async () => {
    const { request, id } = await prepare()
    const [call] = stage.world.calls.of('savePreparedInlineMessage')
    expect(call?.parameters).toMatchObject({
      user_id: ADA,
      allow_user_chats: true,
      allow_group_chats: true,
      allow_channel_chats: true,
    })
    expect(call?.parameters).not.toHaveProperty('allow_bot_chats')
    const sending = { accountId: ADA, preparedId: String(id), chatId: GROUP_ID }
    expect(stage.world.sendPrepared({ ...sending, threadId: null })).toEqual({ kind: 'done' })
    const sent = stage.world.messages(GROUP_ID).at(-1)
    expect(sent?.text).toContain('asks you to connect a wallet')
    expect(sent?.keyboard).toEqual([
      [
        {
          text: 'Connect wallet',
          url: `https://t.me/${BOT_USERNAME}/app?startapp=${request.code}`,
        },
      ],
    ])
  })

  test.each([
    ['refused', { error_code: 400, description: 'Bad Request: USER_ID_INVALID' }],
    ['put off', tooManyRequests(30)],
  ])('counts as none when it is %s', async (_, fault) => {
    stage.world.failNext('savePreparedInlineMessage', fault)
    expect((await prepare()).id).toBeNull()
  })
})
