import * as v from 'valibot'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ADA, ILYA, NEGAR } from '#demo/telegram/people.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { callBot, directChat, GROUP, makeWorld, nextUpdates, WEEKEND } from './demo-world.ts'

let world: TelegramWorld
beforeEach(() => void (world = makeWorld()))

const URL_BUTTON = { text: 'Open', url: 'https://t.me/clasp_demo_bot/app?startapp=r1_x' }
const CARD = {
  type: 'article',
  id: 'card',
  title: 'Your wallet',
  description: 'UQ…',
  input_message_content: { message_text: 'A <b>wallet</b>', parse_mode: 'HTML' },
  reply_markup: { inline_keyboard: [[URL_BUTTON]] },
}
const TOO_OLD = 'Bad Request: query is too old and response timeout expired or query ID is invalid'

const QuerySchema = v.looseObject({ inline_query: v.looseObject({ id: v.string() }) })
const ChosenSchema = v.looseObject({
  chosen_inline_result: v.looseObject({ inline_message_id: v.string() }),
})

/** The inline query that the bot has just received. */
async function nextQuery() {
  const [update] = await nextUpdates(world)
  return v.parse(QuerySchema, update).inline_query
}

/** A person sends a query and the bot answers. */
async function ask(
  asked: { accountId: number; chatId: number; query?: string },
  answer: Record<string, unknown> = { results: [CARD] },
) {
  const outcome = world.askInline({ query: '', ...asked })
  const { id } = await nextQuery()
  expect(await callBot(world, 'answerInlineQuery', { inline_query_id: id, ...answer })).toEqual({
    ok: true,
    result: true,
  })
  const settled = await outcome
  if (settled.kind !== 'inline-results') throw new Error(settled.kind)
  return settled
}

/** A person sends the card into a chat. Returns the id that the bot needs to edit it. */
async function sendCard(chatId: number, accountId = ADA): Promise<string> {
  const { queryId } = await ask({ accountId, chatId })
  expect(world.chooseInline({ accountId, chatId, queryId, resultId: 'card' })).toEqual({
    kind: 'done',
  })
  const updates = await nextUpdates(world)
  const chosen = updates.find((update) => 'chosen_inline_result' in update)
  return v.parse(ChosenSchema, chosen).chosen_inline_result.inline_message_id
}

describe('the simulated Telegram, at an inline query,', () => {
  test.each([
    ['sender', ADA, () => ADA],
    ['private', ADA, (world: TelegramWorld) => directChat(world, ADA, NEGAR)],
    ['group', ILYA, () => WEEKEND],
    ['supergroup', ADA, () => GROUP],
  ])(
    'sends the bot the person who queries and the kind of chat: %s',
    async (chat_type, accountId, getChat) => {
      void world.askInline({ accountId, chatId: getChat(world), query: 'x'.repeat(300) })
      expect(await nextQuery()).toMatchObject({
        from: { id: accountId },
        query: 'x'.repeat(256),
        offset: '',
        chat_type,
      })
    },
  )

  test('answers an inline query with articles and a button that leads to the bot', async () => {
    const outcome = await ask(
      { accountId: ADA, chatId: GROUP },
      { results: [CARD], button: { text: 'Link a wallet', start_parameter: 'inline' } },
    )
    expect(outcome.queryId).toMatch(/^\d+$/)
    expect(outcome).toMatchObject({
      results: [
        {
          id: 'card',
          title: 'Your wallet',
          description: 'UQ…',
          text: 'A wallet',
          entities: [{ type: 'bold', offset: 2, length: 6 }],
          keyboard: [[URL_BUTTON]],
        },
      ],
      button: { text: 'Link a wallet', startParameter: 'inline' },
    })
  })

  test('expires a query that the bot does not answer', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    world = makeWorld()
    const outcome = world.askInline({ accountId: ADA, chatId: GROUP, query: '' })
    const { id } = await nextQuery()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await outcome).toEqual({ kind: 'unanswered' })
    const answer = { inline_query_id: id, results: [CARD] }
    expect(await callBot(world, 'answerInlineQuery', answer)).toMatchObject({
      error_code: 400,
      description: TOO_OLD,
    })
  })

  test('sends no query to the bot while its inline mode is off', async () => {
    world = makeWorld({ inlineMode: 'off' })
    const asked = { accountId: ADA, chatId: GROUP, query: '' }
    expect(await world.askInline(asked)).toEqual({ kind: 'unanswered' })
    expect(await nextUpdates(world)).toEqual([])
    expect(await callBot(world, 'getMe')).toMatchObject({
      result: { supports_inline_queries: false },
    })
    expect(await callBot(makeWorld(), 'getMe')).toMatchObject({
      result: { supports_inline_queries: true },
    })
  })

  test('refuses a query in a chat of other people', () => {
    expect(() => world.askInline({ accountId: ADA, chatId: WEEKEND, query: '' })).toThrow(
      'somebody else',
    )
  })
})

describe('the simulated Telegram, with an answer to a query,', () => {
  test('caches an answer for its time, and a personal one for its person only', async () => {
    const clock = { now: Date.UTC(2026, 10, 20) }
    world = makeWorld({ now: () => clock.now })
    const asked = { accountId: ADA, chatId: GROUP, query: 'w' }
    const first = await ask(asked, { results: [CARD], cache_time: 5, is_personal: true })
    const again = await world.askInline({ ...asked, chatId: ADA })
    expect(again).toMatchObject({ kind: 'inline-results', results: first.results })
    expect(await nextUpdates(world)).toEqual([])

    void world.askInline({ ...asked, accountId: NEGAR })
    expect(await nextQuery()).toMatchObject({ from: { id: NEGAR } })
    void world.askInline({ ...asked, query: 'other' })
    expect(await nextQuery()).toMatchObject({ query: 'other' })
    clock.now += 5_000
    void world.askInline(asked)
    expect(await nextQuery()).toMatchObject({ query: 'w' })
  })

  test('shows a cached answer that is not personal to all people with the same query', async () => {
    await ask({ accountId: ADA, chatId: GROUP }, { results: [CARD], cache_time: 5 })
    const outcome = await world.askInline({ accountId: NEGAR, chatId: GROUP, query: '' })
    expect(outcome).toMatchObject({ kind: 'inline-results', results: [{ id: 'card' }] })
  })

  test('does not cache an answer with a cache time of 0', async () => {
    await ask({ accountId: ADA, chatId: GROUP }, { results: [CARD], cache_time: 0 })
    void world.askInline({ accountId: ADA, chatId: GROUP, query: '' })
    expect(await nextQuery()).toMatchObject({ from: { id: ADA } })
  })

  const webApp = [[{ text: 'Open', web_app: { url: 'https://app.example/' } }]]
  test.each([
    ['an id of 65 bytes', { results: [{ ...CARD, id: 'é'.repeat(33) }] }, 'RESULT_ID_INVALID'],
    ['an empty id', { results: [{ ...CARD, id: '' }] }, 'RESULT_ID_INVALID'],
    ['the same id twice', { results: [CARD, CARD] }, 'RESULT_ID_DUPLICATE'],
    ['no title', { results: [{ ...CARD, title: '' }] }, 'ARTICLE_TITLE_EMPTY'],
    [
      '51 results',
      { results: Array.from({ length: 51 }, (_, id) => ({ ...CARD, id: String(id) })) },
      'too many inline query results specified',
    ],
    [
      'a web_app button under a message',
      { results: [{ ...CARD, reply_markup: { inline_keyboard: webApp } }] },
      'BUTTON_TYPE_INVALID',
    ],
    [
      'a broken tag',
      {
        results: [{ ...CARD, input_message_content: { message_text: '<b>', parse_mode: 'HTML' } }],
      },
      "can't parse entities: Can't find end tag corresponding to start tag b",
    ],
    [
      'a start parameter of 65 characters',
      { results: [], button: { text: 'a', start_parameter: 'x'.repeat(65) } },
      'too long start_parameter specified',
    ],
    [
      'an empty start parameter',
      { results: [], button: { text: 'a', start_parameter: '' } },
      "can't use empty start_parameter",
    ],
    [
      'a start parameter with a space',
      { results: [], button: { text: 'a', start_parameter: 'a b' } },
      'unallowed characters in start_parameter are used',
    ],
  ])('refuses an answer with %s while the person still waits', async (_name, answer, reason) => {
    const outcome = world.askInline({ accountId: ADA, chatId: GROUP, query: '' })
    const { id } = await nextQuery()
    expect(await callBot(world, 'answerInlineQuery', { inline_query_id: id, ...answer })).toEqual({
      ok: false,
      error_code: 400,
      description: `Bad Request: ${reason}`,
    })
    await callBot(world, 'answerInlineQuery', { inline_query_id: id, results: [CARD] })
    expect(await outcome).toMatchObject({ results: [{ id: 'card' }] })
  })

  test('refuses an answer to a query that has an answer', async () => {
    const { queryId } = await ask({ accountId: ADA, chatId: GROUP })
    const again = { inline_query_id: queryId, results: [] }
    expect(await callBot(world, 'answerInlineQuery', again)).toMatchObject({ description: TOO_OLD })
  })
})

describe('the simulated Telegram, when a result is chosen,', () => {
  test('sends a chosen result as the person’s message via the bot in a chat without the bot', async () => {
    await sendCard(WEEKEND, ILYA)
    expect(world.messages(WEEKEND)).toMatchObject([
      { senderId: ILYA, text: 'A wallet', isViaBot: true, keyboard: [[URL_BUTTON]] },
    ])
  })

  test('notifies the bot of a chosen result with its query, and of the message in its own chats', async () => {
    const asked = { accountId: ADA, chatId: GROUP, query: 'card' }
    const { queryId } = await ask(asked)
    world.chooseInline({ ...asked, threadId: 4, queryId, resultId: 'card' })
    expect(await nextUpdates(world)).toMatchObject([
      { message: { via_bot: { id: world.botId }, from: { id: ADA }, message_thread_id: 4 } },
      {
        chosen_inline_result: {
          result_id: 'card',
          query: 'card',
          from: { id: ADA },
        },
      },
    ])
  })

  test('gives a chosen result without buttons no inline id', async () => {
    const { reply_markup: _, ...bare } = CARD
    const asked = { accountId: ILYA, chatId: WEEKEND }
    const { queryId } = await ask(asked, { results: [bare] })
    world.chooseInline({ ...asked, queryId, resultId: 'card' })
    const [update] = await nextUpdates(world)
    expect(update?.['chosen_inline_result']).toMatchObject({ result_id: 'card' })
    expect(update?.['chosen_inline_result']).not.toHaveProperty('inline_message_id')
  })

  test('does not notify a bot without inline feedback of a chosen result', async () => {
    world = makeWorld({ inlineMode: 'on' })
    const asked = { accountId: ILYA, chatId: WEEKEND }
    const { queryId } = await ask(asked)
    world.chooseInline({ ...asked, queryId, resultId: 'card' })
    expect(world.messages(WEEKEND)).toHaveLength(1)
    expect(await nextUpdates(world)).toEqual([])
  })

  test('refuses a chosen result of another person’s query or of an unknown one', async () => {
    const { queryId } = await ask({ accountId: ADA, chatId: GROUP })
    const chosen = { accountId: NEGAR, chatId: GROUP, queryId, resultId: 'card' }
    const refused = { kind: 'refused', error: 'QUERY_ID_INVALID' }
    expect(world.chooseInline(chosen)).toEqual(refused)
    expect(world.chooseInline({ ...chosen, accountId: ADA, resultId: 'moon' })).toEqual(refused)
    expect(world.chooseInline({ ...chosen, accountId: ADA, queryId: '1' })).toEqual(refused)
    expect(world.messages(GROUP)).toEqual([])
  })
})

describe('the simulated Telegram, after a message through the bot,', () => {
  test('edits a message by its inline id, also in a chat without the bot', async () => {
    const inline_message_id = await sendCard(WEEKEND, ILYA)
    const edited = { inline_message_id, text: '1 answered' }
    expect(await callBot(world, 'editMessageText', edited)).toEqual({ ok: true, result: true })
    expect(world.messages(WEEKEND)).toMatchObject([
      { text: '1 answered', keyboard: [], editDate: Date.UTC(2026, 10, 20) / 1000 },
    ])
    expect(JSON.stringify(await callBot(world, 'editMessageText', edited))).toContain(
      'Bad Request: message is not modified',
    )
    const markup = { inline_message_id, reply_markup: { inline_keyboard: [[URL_BUTTON]] } }
    expect(await callBot(world, 'editMessageReplyMarkup', markup)).toMatchObject({ ok: true })
    expect(world.messages(WEEKEND)).toMatchObject([
      { text: '1 answered', keyboard: [[URL_BUTTON]] },
    ])
  })

  test('refuses an edit by chat and message id, because the message is not the bot’s', async () => {
    await sendCard(GROUP)
    const message_id = world.messages(GROUP)[0]?.id
    expect(
      await callBot(world, 'editMessageText', { chat_id: GROUP, message_id, text: 'b' }),
    ).toMatchObject({ description: "Bad Request: message can't be edited" })
  })

  test.each([
    ['an id that nobody made', { inline_message_id: 'AAAA' }, 'MESSAGE_ID_INVALID'],
    ['what is no id', { inline_message_id: 'a b' }, 'invalid inline message identifier specified'],
    ['no id', {}, 'message identifier is not specified'],
  ])('refuses an edit by %s', async (_name, target, reason) => {
    const edited = { ...target, text: 'b' }
    expect(await callBot(makeWorld(), 'editMessageText', edited)).toEqual({
      ok: false,
      error_code: 400,
      description: `Bad Request: ${reason}`,
    })
  })

  test('refuses a web_app button in an edit', async () => {
    const inline_message_id = await sendCard(GROUP)
    const webApp = [[{ text: 'Open', web_app: { url: 'https://app.example/' } }]]
    const edited = { inline_message_id, reply_markup: { inline_keyboard: webApp } }
    expect(await callBot(world, 'editMessageReplyMarkup', edited)).toMatchObject({
      description: 'Bad Request: BUTTON_TYPE_INVALID',
    })
  })

  test('reports a pressed button by its inline id only', async () => {
    const inline_message_id = await sendCard(WEEKEND, ILYA)
    const button = { text: 'Undo', callback_data: 'undo' }
    const markup = { inline_message_id, reply_markup: { inline_keyboard: [[button]] } }
    await callBot(world, 'editMessageReplyMarkup', markup)
    const messageId = world.messages(WEEKEND)[0]?.id ?? 0
    void world.press({ accountId: NEGAR, chatId: WEEKEND, messageId, data: 'undo' })
    const [update] = await nextUpdates(world)
    expect(update?.['callback_query']).toMatchObject({ inline_message_id, from: { id: NEGAR } })
    expect(update?.['callback_query']).not.toHaveProperty('message')
  })
})
