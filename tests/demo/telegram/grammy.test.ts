import { Bot, GrammyError, InlineKeyboard, InlineQueryResultBuilder, webhookCallback } from 'grammy'
import { Hono } from 'hono'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import {
  ADA,
  BOT_TOKEN,
  GROUP,
  ILYA,
  listen,
  NEGAR,
  serveWorld,
  untilFound,
  WEEKEND,
} from './demo-world.ts'

const TELEGRAM_WEBHOOK_SECRET = 'a-secret_of-the-webhook'

function makeBot(apiRoot: string): Bot {
  const bot = new Bot(BOT_TOKEN, { client: { apiRoot } })
  bot.command('start', (ctx) =>
    ctx.reply(`<b>Welcome</b>, ${ctx.from?.first_name}: ${ctx.match}`, {
      parse_mode: 'HTML',
      reply_markup: new InlineKeyboard()
        .webApp('Open', 'https://app.example/')
        .row()
        .text('Undo', 'undo:1'),
    }),
  )
  bot.callbackQuery('undo:1', async (ctx) => {
    await ctx.editMessageText('Undone')
    await ctx.answerCallbackQuery({ text: 'It is undone', show_alert: true })
  })
  return bot
}

async function startPolling(bot: Bot): Promise<void> {
  const stopped = new Promise<void>((resolve, reject) => {
    void new Promise<void>((isStarted) => {
      bot.start({ onStart: () => isStarted() }).then(resolve, reject)
    })
  })
  onTestFinished(async () => {
    await bot.stop()
    await stopped
  })
}

async function startWebhook(bot: Bot): Promise<void> {
  const app = new Hono().post(
    '/webhook',
    webhookCallback(bot, 'hono', { secretToken: TELEGRAM_WEBHOOK_SECRET }),
  )
  const url = `${await listen(app)}/webhook`
  await bot.api.setWebhook(url, { secret_token: TELEGRAM_WEBHOOK_SECRET })
}

function botMessage(world: TelegramWorld, chatId: number) {
  return world.messages(chatId).find((message) => message.senderId === world.botId)
}

describe.each([
  { mode: 'polling', start: startPolling },
  { mode: 'a webhook', start: startWebhook },
])('a grammY bot over $mode', ({ start }) => {
  test('answers /start with its payload and preserves formatting and buttons', async () => {
    const { world, apiRoot } = await serveWorld()
    await start(makeBot(apiRoot))
    world.sendText({ accountId: NEGAR, chatId: NEGAR, text: '/start r1_abc' })
    const message = await untilFound(world, () => botMessage(world, NEGAR))
    expect(message).toMatchObject({
      text: 'Welcome, نگار: r1_abc',
      entities: [{ type: 'bold', offset: 0, length: 7 }],
      keyboard: [
        [{ text: 'Open', web_app: { url: 'https://app.example/' } }],
        [{ text: 'Undo', callback_data: 'undo:1' }],
      ],
    })
  })

  test('answers a pressed button and edits its message', async () => {
    const { world, apiRoot } = await serveWorld()
    await start(makeBot(apiRoot))
    world.sendText({ accountId: ADA, chatId: ADA, text: '/start' })
    const { id } = await untilFound(world, () => botMessage(world, ADA))
    const answer = await world.press({
      accountId: ADA,
      chatId: ADA,
      messageId: id,
      data: 'undo:1',
    })
    expect(answer).toEqual({
      kind: 'answered',
      text: 'It is undone',
      isAlert: true,
      url: null,
    })
    expect(botMessage(world, ADA)).toMatchObject({ text: 'Undone', keyboard: [] })
  })
})

describe('a grammY bot in inline mode', () => {
  test('answers a query, receives the choice, and edits the sent message in a chat without the bot', async () => {
    const { world, apiRoot } = await serveWorld()
    const bot = new Bot(BOT_TOKEN, { client: { apiRoot } })
    bot.on('inline_query', (ctx) =>
      ctx.answerInlineQuery(
        [
          InlineQueryResultBuilder.article('ask', 'Ask', {
            reply_markup: new InlineKeyboard().url('Open', 'https://t.me/clasp_demo_bot'),
          }).text(`0 answered ${ctx.inlineQuery.query}`),
        ],
        { cache_time: 5, is_personal: true, button: { text: 'Start', start_parameter: 'inline' } },
      ),
    )
    bot.on('chosen_inline_result', (ctx) => ctx.editMessageText('1 answered'))
    await startPolling(bot)

    const place = { accountId: ILYA, chatId: WEEKEND }
    const outcome = await world.askInline({ ...place, query: 'now' })
    expect(outcome).toMatchObject({
      results: [{ id: 'ask', text: '0 answered now' }],
      button: { startParameter: 'inline' },
    })
    if (outcome.kind !== 'inline-results') throw new Error(outcome.kind)
    world.chooseInline({ ...place, queryId: outcome.queryId, resultId: 'ask' })
    await untilFound(world, () =>
      world
        .messages(WEEKEND)
        .find(({ text, senderId }) => text === '1 answered' && senderId === ILYA),
    )
  })
})

describe('a group', () => {
  test('sends only commands and mentions to the bot of a group', async () => {
    const { world, apiRoot } = await serveWorld()
    for (const text of ['hello all', '/help', '/help@other_bot', 'ask @clasp_demo_bot']) {
      world.sendText({ accountId: ADA, chatId: GROUP, text })
    }
    const updates = await new Bot(BOT_TOKEN, { client: { apiRoot } }).api.getUpdates()
    expect(updates.map((update) => update.message?.text)).toEqual(['/help', 'ask @clasp_demo_bot'])
  })

  test('refuses a web_app button in a group', async () => {
    const { apiRoot } = await serveWorld()
    const { api } = new Bot(BOT_TOKEN, { client: { apiRoot } })
    await expect(
      api.sendMessage(GROUP, 'Connect', {
        reply_markup: new InlineKeyboard().webApp('Open', 'https://app.example/'),
      }),
    ).rejects.toThrow('BUTTON_TYPE_INVALID')
  })
})

describe('a person', () => {
  test('refuses a message to a person who never wrote to the bot', async () => {
    const { world, apiRoot } = await serveWorld()
    const { api } = new Bot(BOT_TOKEN, { client: { apiRoot } })
    await expect(api.sendMessage(ADA, 'hi')).rejects.toMatchObject({
      error_code: 403,
      description: "Forbidden: bot can't initiate conversation with a user",
    })
    expect(world.messages(ADA)).toEqual([])
  })

  test('delivers messages to a person who granted write access, and none after they block the bot', async () => {
    const { world, apiRoot } = await serveWorld()
    const { api } = new Bot(BOT_TOKEN, { client: { apiRoot } })
    world.grantWriteAccess(ADA)
    await api.sendMessage(ADA, 'hi')
    world.block(ADA)
    await expect(api.sendMessage(ADA, 'hi')).rejects.toMatchObject({
      error_code: 403,
      description: 'Forbidden: bot was blocked by the user',
    })
    const updates = await api.getUpdates()
    expect(updates.map((update) => Object.keys(update).find((key) => key !== 'update_id'))).toEqual(
      ['message', 'my_chat_member'],
    )
  })
})

describe('the profile', () => {
  test('stores commands per scope and language and shows each person theirs', async () => {
    const { world, apiRoot } = await serveWorld()
    const { api } = new Bot(BOT_TOKEN, { client: { apiRoot } })
    const english = [{ command: 'wallets', description: 'Your wallets' }]
    const russian = [{ command: 'wallets', description: 'Ваши кошельки' }]
    await api.setMyCommands(english)
    await api.setMyCommands(russian, {
      scope: { type: 'all_private_chats' },
      language_code: 'ru',
    })
    expect(await api.getMyCommands()).toEqual(english)
    expect(
      await api.getMyCommands({ scope: { type: 'all_private_chats' }, language_code: 'ru' }),
    ).toEqual(russian)
    const [ada, ilya] = world.snapshot().accounts
    expect(ada?.bot.privateCommands).toEqual(english)
    expect(ilya?.bot).toMatchObject({ privateCommands: russian, groupCommands: english })
  })

  test('stores the texts and the menu button of the profile', async () => {
    const { apiRoot } = await serveWorld()
    const { api } = new Bot(BOT_TOKEN, { client: { apiRoot } })
    await api.setMyName('Застёжка', { language_code: 'ru' })
    await api.setMyShortDescription('Wallets with proof')
    await api.setMyDescription('Connects a wallet')
    await api.setChatMenuButton({
      menu_button: { type: 'web_app', text: 'Home', web_app: { url: 'https://app.example/' } },
    })
    expect(await api.getMyName({ language_code: 'ru' })).toEqual({ name: 'Застёжка' })
    expect(await api.getMyName()).toEqual({ name: 'clasp_demo_bot' })
    expect(await api.getMyShortDescription()).toEqual({ short_description: 'Wallets with proof' })
    expect(await api.getMyDescription()).toEqual({ description: 'Connects a wallet' })
    expect(await api.getChatMenuButton({ chat_id: ADA })).toMatchObject({ text: 'Home' })
  })
})

describe('a refusal', () => {
  test('returns a planted refusal once', async () => {
    const { world, apiRoot } = await serveWorld()
    const { api } = new Bot(BOT_TOKEN, { client: { apiRoot } })
    world.grantWriteAccess(ADA)
    world.failNext('sendMessage', {
      error_code: 429,
      description: 'Too Many Requests: retry after 3',
      parameters: { retry_after: 3 },
    })
    const refused = api.sendMessage(ADA, 'hi')
    await expect(refused).rejects.toBeInstanceOf(GrammyError)
    await expect(refused).rejects.toMatchObject({ error_code: 429, parameters: { retry_after: 3 } })
    await expect(api.sendMessage(ADA, 'hi')).resolves.toMatchObject({ text: 'hi' })
  })

  test('refuses polling while a webhook is set', async () => {
    const { apiRoot } = await serveWorld()
    const { api } = new Bot(BOT_TOKEN, { client: { apiRoot } })
    await api.setWebhook('https://bot.example/webhook')
    await expect(api.getUpdates()).rejects.toMatchObject({ error_code: 409 })
    await api.deleteWebhook()
    await expect(api.getUpdates()).resolves.toEqual([])
  })

  test('refuses an edit that changes nothing', async () => {
    const { world, apiRoot } = await serveWorld()
    const { api } = new Bot(BOT_TOKEN, { client: { apiRoot } })
    world.grantWriteAccess(ADA)
    const { message_id } = await api.sendMessage(ADA, 'one')
    await api.editMessageText(ADA, message_id, 'two')
    await expect(api.editMessageText(ADA, message_id, 'two')).rejects.toThrow('not modified')
    await api.deleteMessage(ADA, message_id)
    await expect(api.editMessageText(ADA, message_id, 'three')).rejects.toThrow('not found')
  })
})
