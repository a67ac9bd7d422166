import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { createMessengerRoutes } from '#demo/telegram/messenger-server.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import {
  ADA,
  callBot,
  GROUP,
  ILYA,
  makeWorld,
  NEGAR,
  nextUpdates,
  pageOptions,
  WEEKEND,
} from './demo-world.ts'

function action(body: unknown, contentType = 'application/json'): [string, RequestInit] {
  return [
    '/demo/actions',
    { method: 'POST', headers: { 'content-type': contentType }, body: JSON.stringify(body) },
  ]
}

const RESULT = {
  type: 'article',
  id: 'a',
  title: 'A',
  input_message_content: { message_text: 'A text' },
}
const InlineUpdateSchema = v.looseObject({ inline_query: v.looseObject({ id: v.string() }) })

/** Does what the page does. Returns the answer. */
function actIn(world: TelegramWorld) {
  const routes = createMessengerRoutes(world, pageOptions(world))
  return async (body: unknown): Promise<unknown> => {
    const response = await routes.request(...action(body))
    return response.json()
  }
}

/** Waits for updates of the bot. */
function untilUpdates(world: TelegramWorld) {
  return vi.waitFor(async () => {
    const updates = await nextUpdates(world)
    if (updates.length === 0) throw new Error('none yet')
    return updates
  })
}

describe('the page', () => {
  test('sends the world to the page immediately and after every change', async () => {
    const world = makeWorld()
    const response = await createMessengerRoutes(world, pageOptions(world)).request('/demo/events')
    const events = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await events?.read())?.value).toContain('"messages":[]')
    world.sendText({ accountId: ADA, chatId: ADA, text: 'hello bot' })
    expect((await events?.read())?.value).toContain('"text":"hello bot"')
    await events?.cancel()
  })

  test('sends a message for a person', async () => {
    const world = makeWorld()
    const response = await createMessengerRoutes(world, pageOptions(world)).request(
      ...action({
        type: 'send-text',
        accountId: ADA,
        chatId: ADA,
        threadId: null,
        text: ' /start ',
      }),
    )
    expect(await response.json()).toEqual({ kind: 'done' })
    expect(world.messages(ADA)).toMatchObject([{ text: '/start', senderId: ADA }])
  })

  test('returns the address of a launch', async () => {
    const launch = {
      accountId: ADA,
      source: 'menu',
      url: 'http://127.0.0.1:4000/',
      platform: 'ios',
      version: '9.6',
      theme: 'day',
    }
    const world = makeWorld()
    const response = await createMessengerRoutes(world, pageOptions(world)).request(
      ...action({ type: 'launch', launch }),
    )
    expect(await response.text()).toContain('http://127.0.0.1:4000/#tgWebAppData=')
  })

  test('queries the bot inline and sends the chosen result', async () => {
    const world = makeWorld()
    const act = actIn(world)
    const place = { accountId: ADA, chatId: GROUP }
    const asked = act({ type: 'ask-inline', ...place, query: 'w' })
    const updates = await untilUpdates(world)
    const { inline_query: query } = v.parse(InlineUpdateSchema, updates[0])
    await callBot(world, 'answerInlineQuery', { inline_query_id: query.id, results: [RESULT] })
    expect(await asked).toEqual({
      kind: 'inline-results',
      queryId: query.id,
      results: [
        { id: 'a', title: 'A', description: '', text: 'A text', entities: [], keyboard: [] },
      ],
      button: null,
    })
    const choice = { type: 'choose-inline', ...place, threadId: 4, resultId: 'a' }
    expect(await act({ ...choice, queryId: query.id })).toEqual({ kind: 'done' })
    expect(world.messages(GROUP)).toMatchObject([{ text: 'A text', threadId: 4, isViaBot: true }])
    expect(await act({ ...choice, queryId: '1' })).toMatchObject({ kind: 'refused' })
  })

  test('reads a prepared message and sends it', async () => {
    const world = makeWorld()
    const act = actIn(world)
    const saved = await callBot(world, 'savePreparedInlineMessage', {
      user_id: ADA,
      result: RESULT,
      allow_group_chats: true,
    })
    const preparedId = v.parse(v.object({ result: v.object({ id: v.string() }) }), saved).result.id
    expect(await act({ type: 'look-at-prepared', accountId: ADA, preparedId })).toMatchObject({
      kind: 'prepared',
      message: { text: 'A text' },
    })
    const sending = { type: 'send-prepared', accountId: ADA, chatId: GROUP, preparedId }
    expect(await act(sending)).toEqual({ kind: 'done' })
    expect(await act(sending)).toEqual({ kind: 'refused', error: 'MESSAGE_EXPIRED' })
  })

  test('forwards a message, adds the bot to a group and migrates the group', async () => {
    const world = makeWorld()
    const act = actIn(world)
    const messageId = world.sendText({ accountId: ILYA, chatId: GROUP, text: 'hi' }).id
    const done = { kind: 'done' }
    expect(
      await act({
        type: 'forward',
        accountId: ILYA,
        chatId: GROUP,
        messageId,
        toChatId: WEEKEND,
      }),
    ).toEqual(done)
    expect(world.messages(WEEKEND)).toMatchObject([{ text: 'hi', forwardedFrom: 'Илья Воронов' }])
    const inWeekend = { accountId: ILYA, chatId: WEEKEND }
    expect(await act({ type: 'set-bot-role', ...inWeekend, role: 'member' })).toEqual(done)
    expect(await act({ type: 'migrate', ...inWeekend })).toEqual(done)
    expect(world.snapshot().chats.map(({ kind }) => kind)).not.toContain('group')
  })

  test.each([
    ['a form of a foreign page', action({ type: 'block-bot', accountId: ADA }, 'text/plain'), 415],
    ['an unknown action', action({ type: 'explode' }), 400],
    ['an account that does not exist', action({ type: 'block-bot', accountId: 1 }), 404],
    [
      'a chat of somebody else',
      action({ type: 'send-text', accountId: ADA, chatId: NEGAR, threadId: null, text: 'a' }),
      404,
    ],
    [
      'a topic that is not there',
      action({ type: 'send-text', accountId: ADA, chatId: GROUP, threadId: 5, text: 'a' }),
      404,
    ],
    [
      'a query in a chat of others',
      action({ type: 'ask-inline', accountId: ADA, chatId: WEEKEND, query: '' }),
      404,
    ],
    [
      'a prepared message for a chat of others',
      action({ type: 'send-prepared', accountId: ADA, chatId: WEEKEND, preparedId: 'a' }),
      404,
    ],
    [
      'forwarding what is not there',
      action({ type: 'forward', accountId: ADA, chatId: GROUP, messageId: 1, toChatId: ADA }),
      404,
    ],
    [
      'a member who throws the bot out',
      action({ type: 'set-bot-role', accountId: NEGAR, chatId: GROUP, role: 'absent' }),
      404,
    ],
    [
      'a migration by a member',
      action({ type: 'migrate', accountId: NEGAR, chatId: WEEKEND }),
      404,
    ],
    [
      'a press in a chat of others',
      action({ type: 'press-button', accountId: ADA, chatId: WEEKEND, messageId: 1, data: 'a' }),
      404,
    ],
  ])('refuses %s from the page', async (_name, request, status) => {
    const world = makeWorld()
    const before = world.snapshot()
    const response = await createMessengerRoutes(world, pageOptions(world)).request(...request)
    expect(response.status).toBe(status)
    expect(world.snapshot()).toEqual(before)
  })
})
