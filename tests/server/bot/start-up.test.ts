import { beforeEach, describe, expect, test } from 'vitest'
import { Bot } from 'grammy'
import { ADA, ILYA, NEGAR } from '#demo/telegram/people.ts'
import type { BotContext } from '#server/bot/bot-context.ts'
import { fetchBotInfo } from '#server/bot/fetch-bot-info.ts'
import { createPolledUpdates } from '#server/bot/polled-updates.ts'
import type { Environment } from '#server/config/environment.ts'
import { createLog } from '#server/log/log.ts'
import {
  ask,
  type BotStage,
  BOT_TOKEN,
  PUBLIC_URL,
  setStage,
  until,
  WEBHOOK,
} from './bot-harness.ts'

let stage: BotStage
beforeEach(async () => void (stage = await setStage()))

async function startAll(changes: Environment = {}): Promise<void> {
  const bot = stage.bot(changes)
  await bot.start()
  await bot.setUpProfile()
}

describe('the bot, at its start,', () => {
  test('shows descriptions, commands and menu button to everybody in their language', async () => {
    await stage.bot().setUpProfile()
    const findFace = (id: number) =>
      stage.world.snapshot().accounts.find((account) => account.id === id)?.bot
    expect(findFace(ADA)?.description).toContain('Signing costs nothing')
    expect(findFace(ILYA)?.shortDescription).toBe('Clasp: ваш TON-кошелёк, с доказательством.')
    expect(findFace(NEGAR)?.privateCommands[0]).toEqual({
      command: 'connect',
      description: 'اتصال کیف پول',
    })
    expect(findFace(ILYA)?.privateCommands.map(({ command }) => command)).toEqual([
      'connect',
      'wallets',
      'privacy',
      'delete',
      'help',
    ])
    expect(findFace(ILYA)?.groupCommands).toEqual([
      { command: 'connect', description: 'Подключить кошелёк' },
      { command: 'door', description: 'Кто может войти в эту группу' },
    ])
    expect(findFace(ADA)?.menuButton).toEqual({
      type: 'web_app',
      text: 'Clasp',
      web_app: { url: 'https://app.example.com/' },
    })
  })

  test('writes nothing at a second start', async () => {
    const writes = () => stage.methods().filter((method) => method.startsWith('set'))
    await startAll(WEBHOOK)
    const first = writes().length
    await startAll(WEBHOOK)
    expect(first).toBeGreaterThan(0)
    expect(writes()).toHaveLength(first)
    stage.world.updates.setWebhook(null)
  })

  test('updates texts of a former start, leaves what somebody wrote in BotFather, and says so', async () => {
    await startAll({ ...WEBHOOK, APP_NAME: 'Clasp' })
    stage.world.profile.setText('description', 'ru', 'something else')
    stage.calls.length = 0
    await startAll({ ...WEBHOOK, APP_NAME: 'Brooch' })
    const { accounts } = stage.world.snapshot()
    const findFace = (id: number) => accounts.find((account) => account.id === id)?.bot
    expect(findFace(ADA)?.description).toContain('Brooch')
    expect(findFace(ADA)?.menuButton).toMatchObject({ text: 'Brooch' })
    expect(findFace(ILYA)?.description).toBe('something else')
    expect(stage.logLines.join('')).toContain('"left":["description (ru)"]')
    stage.world.updates.setWebhook(null)
  })

  test('attack: a start on a bot that somebody else runs changes nothing of it', async () => {
    const { profile, updates } = stage.world
    for (const language of ['', 'ru'] as const) profile.setText('description', language, 'Ours')
    updates.setWebhook({ url: 'https://other.example/hook/secret-token', secret: null })
    for (const settings of [{}, WEBHOOK]) {
      const bot = stage.bot(settings)
      await expect(bot.start()).rejects.toThrow('the bot has a webhook at other.example')
      await bot.stop()
    }
    expect(stage.methods().filter((method) => /^(?:set|delete)/.test(method))).toEqual([])
    expect(stage.methods()).not.toContain('getUpdates')
    updates.setWebhook(null)
  })

  test('replaces a webhook of our own at a former address or under a former secret, and no other webhook', async () => {
    const start = (changes: Environment = {}) => stage.bot({ ...WEBHOOK, ...changes }).start()
    const moved = { PUBLIC_URL: 'https://new.example.com' }
    await start()
    await start(moved)
    await start({ ...moved, TELEGRAM_WEBHOOK_SECRET: 'another_secret-0123456789' })
    await expect(start()).rejects.toThrow('the bot has a webhook at new.example.com')
    stage.world.updates.setWebhook(null)
  })

  test('a profile that cannot be set does not keep the bot from answering', async () => {
    stage.world.failNext('setMyDescription', { error_code: 500, description: 'Internal' })
    await startAll()
    expect((await ask(stage, { accountId: ADA, text: '/help' })).text).toContain('/connect')
    expect(stage.logLines.join('')).toContain('descriptions not up to date')
  })

  test('a webhook that cannot be set stops the start', async () => {
    stage.world.failNext('setWebhook', { error_code: 400, description: 'Bad Request: bad webhook' })
    const bot = stage.bot(WEBHOOK)
    await expect(bot.start()).rejects.toThrow('setWebhook')
  })

  test("mode off leaves the token to the operator's own bot, without updates, webhook or profile", async () => {
    const bot = stage.bot({ BOT_MODE: 'off' })
    await bot.start()
    await bot.setUpProfile()
    await bot.stop()
    expect(stage.methods()).toEqual([])
  })

  test('handles an update once that is fetched again after a crash', async () => {
    stage.world.sendText({ accountId: ADA, chatId: ADA, text: '/help' })
    const { updates } = stage.world
    const waiting = await updates.poll({ offset: 0, limit: 1, timeoutMs: 0 })
    if (waiting.kind !== 'updates' || waiting.updates[0] === undefined) throw new Error('no update')
    await stage.store.takeUpdate(waiting.updates[0].update_id, stage.clock.now)
    const bot = stage.bot()
    await bot.start()
    await ask(stage, { accountId: ADA, text: '/wallets' })
    const answers = stage.world
      .messages(ADA)
      .filter(({ senderId }) => senderId === stage.world.botId)
    expect(answers.map(({ text }) => text)).toEqual(['No wallet is linked to your account yet.'])
  })
})

describe('long polling', () => {
  test('polling continues after Telegram refused it because another process polls', async () => {
    const bot = new Bot<BotContext>(BOT_TOKEN, { client: { apiRoot: stage.apiRoot } })
    const received: (string | undefined)[] = []
    bot.on('message', (ctx) => void received.push(ctx.message.text))
    const log = createLog('trace', { write: (line) => void stage.logLines.push(line) })
    const updates = createPolledUpdates({ bot, publicUrl: PUBLIC_URL, log, restartDelayMs: 1 })
    stage.world.failNext('getUpdates', { error_code: 409, description: 'Conflict' })
    await updates.start()
    await until(() => stage.logLines.some((line) => line.includes('"code":"telegram-409"')))
    stage.world.sendText({ accountId: ADA, chatId: ADA, text: 'hello' })
    await until(() => received.includes('hello'))
    expect(updates.isReady()).toBe(true)
    await updates.stop()
    expect(updates.isReady()).toBe(false)
  })

  test('polling stops immediately when it is stopped while it waits to continue', async () => {
    const bot = stage.bot()
    stage.world.failNext('getUpdates', { error_code: 409, description: 'Conflict' })
    await bot.start()
    await until(() => stage.logLines.some((line) => line.includes('"code":"telegram-409"')))
    expect(bot.isReady()).toBe(false)
    await bot.stop()
    expect(stage.methods().filter((method) => method === 'getUpdates')).toHaveLength(1)
  })
})

describe('asking Telegram who the bot is', () => {
  test('returns the bot', async () => {
    expect(await fetchBotInfo({ token: BOT_TOKEN, apiRoot: stage.apiRoot })).toMatchObject({
      ok: true,
      botInfo: { username: 'clasp_test_bot' },
    })
  })

  test('a token that Telegram does not know is unauthorized', async () => {
    const token = `${BOT_TOKEN}x`
    const verdict = await fetchBotInfo({ token, apiRoot: stage.apiRoot })
    expect(verdict).toEqual({ ok: false, reason: 'unauthorized' })
  })

  test('a server that is not there is unreachable', async () => {
    const verdict = await fetchBotInfo({ token: BOT_TOKEN, apiRoot: 'http://127.0.0.1:1' })
    expect(verdict).toEqual({ ok: false, reason: 'unreachable' })
  })

  test('a server that fails is unreachable, not a wrong token', async () => {
    stage.world.failNext('getMe', { error_code: 500, description: 'Internal' })
    expect(await fetchBotInfo({ token: BOT_TOKEN, apiRoot: stage.apiRoot })).toEqual({
      ok: false,
      reason: 'unreachable',
    })
  })
})
