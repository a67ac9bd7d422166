import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import { ask, saveMember, setStage, type BotStage, until, WEBHOOK } from './bot-harness.ts'
import { postUpdate } from './raw-update.ts'

const { TELEGRAM_WEBHOOK_SECRET: SECRET } = WEBHOOK

function helpFrom({ world }: BotStage, updateId: number) {
  const account = world.account(ADA)
  if (account === undefined) throw new Error('nobody there')
  return {
    update_id: updateId,
    message: {
      message_id: 1,
      date: 0,
      chat: world.wire.privateChat(account),
      from: world.wire.user(account),
      text: '/help',
      entities: [{ type: 'bot_command', offset: 0, length: 5 }],
    },
  }
}

async function setWebhookStage() {
  const stage = await setStage()
  stage.world.grantWriteAccess(ADA)
  const bot = stage.bot(WEBHOOK)
  const sent = () => stage.methods().filter((method) => method === 'sendMessage').length
  return { stage, bot, sent }
}

describe('the webhook', () => {
  test('handles an update that bears the secret', async () => {
    const { stage, bot, sent } = await setWebhookStage()
    const response = await bot.webhook(postUpdate(helpFrom(stage, 1)))
    expect(response.status).toBe(200)
    await until(() => sent() === 1)
  })

  test.each([
    ['no secret', null],
    ['an empty secret', ''],
    ['a wrong secret', 'webhook_secret-9876543210'],
    ['a longer secret', `${SECRET}0`],
    ['a shorter secret', SECRET.slice(0, -1)],
  ])('refuses an update with %s', async (_, secret) => {
    const { stage, bot, sent } = await setWebhookStage()
    const response = await bot.webhook(postUpdate(helpFrom(stage, 1), secret))
    expect(response.status).toBe(401)
    expect((await bot.webhook(postUpdate(helpFrom(stage, 1)))).status).toBe(200)
    await bot.stop()
    expect(sent()).toBe(1)
  })

  test('handles a repeated update once', async () => {
    const { stage, bot, sent } = await setWebhookStage()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => bot.webhook(postUpdate(helpFrom(stage, 7)))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await bot.stop()
    expect(sent()).toBe(1)
  })

  test.each(['', '{', 'null', '[]', '{}', '{"update_id":"1"}', '{"update_id":1.5}'])(
    'refuses the body %j',
    async (body) => {
      const { bot } = await setWebhookStage()
      expect((await bot.webhook(postUpdate(body))).status).toBe(400)
    },
  )

  test.each([
    { update_id: 3, message: null },
    { update_id: 4, message: { chat: 1, text: 5, entities: 'x' } },
    { update_id: 5, callback_query: { id: 'q', from: {} } },
    { update_id: 6, my_chat_member: {} },
    { update_id: 7, unheard_of: {} },
  ])('survives an update of an unknown shape: %j', async (update) => {
    const { stage, bot, sent } = await setWebhookStage()
    expect((await bot.webhook(postUpdate(update))).status).toBe(200)
    expect((await bot.webhook(postUpdate(helpFrom(stage, 100)))).status).toBe(200)
    await bot.stop()
    expect(sent()).toBe(1)
  })

  test('makes Telegram retry when the store is down, and loses nothing', async () => {
    const { stage, bot, sent } = await setWebhookStage()
    await stage.closeStore()
    expect((await bot.webhook(postUpdate(helpFrom(stage, 1)))).status).toBe(503)
    await stage.reopenStore()
    const restarted = stage.bot(WEBHOOK)
    expect((await restarted.webhook(postUpdate(helpFrom(stage, 1)))).status).toBe(200)
    await restarted.stop()
    expect(sent()).toBe(1)
  })

  test('the webhook takes the updates of Telegram once it is set', async () => {
    const stage = await setStage()
    const app = new Hono()
    const { url: origin } = await listenForTest(app)
    const bot = stage.bot({ ...WEBHOOK, PUBLIC_URL: origin })
    app.post('/telegram/webhook', (c) => bot.webhook(c.req.raw))
    await saveMember(stage, ADA)
    await bot.start()
    const answer = await ask(stage, { accountId: ADA, text: '/wallets' })
    expect(answer.text).toContain('No wallet is linked')
    expect(stage.methods()).not.toContain('getUpdates')
    stage.world.updates.setWebhook(null)
  })

  test('sets the webhook again when the secret changes, and only then', async () => {
    const stage = await setStage()
    const writes = () => stage.methods().filter((method) => method === 'setWebhook').length
    for (const secret of [SECRET, SECRET, 'another_secret-0123456789']) {
      await stage.bot({ ...WEBHOOK, TELEGRAM_WEBHOOK_SECRET: secret }).start()
      stage.world.updates.dropPending()
    }
    expect(writes()).toBe(2)
    stage.world.updates.setWebhook(null)
  })

  test.each(['polling', 'off'] as const)('there is no webhook in mode %s', async (mode) => {
    const stage = await setStage()
    const bot = stage.bot({ BOT_MODE: mode })
    expect((await bot.webhook(postUpdate(helpFrom(stage, 1)))).status).toBe(404)
  })
})
