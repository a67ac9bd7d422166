import { describe, expect, test } from 'vitest'
import {
  ADA,
  ask,
  BOT_USERNAME,
  buttonsOf,
  GROUP_ID,
  PUBLIC_URL,
  setPollingStage,
  setStage,
  type Stage,
  until,
} from './bot-harness.ts'

const inGroup = (stage: Stage, text: string) =>
  ask(stage, { accountId: ADA, chatId: GROUP_ID, text })

describe('in a group', () => {
  test.each(['/start', '/connect'])(
    '%s addressed to the bot shows the direct link as a url button, never a web_app button',
    async (command) => {
      const stage = await setPollingStage()
      const answer = await inGroup(stage, `${command}@${BOT_USERNAME}`)
      expect(answer.text).toContain('Clasp links your TON wallet')
      expect(buttonsOf(answer)).toEqual([
        { text: 'Connect wallet', url: `https://t.me/${BOT_USERNAME}/app?startapp` },
      ])
    },
  )

  test.each(['/wallets', '/delete', '/help'])(
    '%s shows nothing of the member and points to the private chat',
    async (command) => {
      const stage = await setPollingStage()
      const answer = await inGroup(stage, `${command}@${BOT_USERNAME}`)
      expect(answer.text).toBe('That stays between us: please write to me in private.')
      expect(buttonsOf(answer)).toEqual([
        { text: 'Open chat', url: `https://t.me/${BOT_USERNAME}` },
      ])
    },
  )

  test('/privacy leads to the policy and the terms', async () => {
    const stage = await setPollingStage()
    const answer = await inGroup(stage, `/privacy@${BOT_USERNAME}`)
    expect(buttonsOf(answer)).toEqual([
      { text: 'Privacy policy', url: 'https://app.example.com/privacy?lang=en' },
      { text: 'Terms of use', url: 'https://app.example.com/terms?lang=en' },
    ])
  })

  test('what is not addressed to the bot gets no answer', async () => {
    const stage = await setPollingStage()
    const texts = ['/connect@another_bot', `hi @${BOT_USERNAME}`, 'hello']
    for (const text of texts) {
      stage.world.sendText({ accountId: ADA, chatId: GROUP_ID, text })
    }
    await inGroup(stage, `/connect@${BOT_USERNAME}`)
    expect(stage.methods().filter((method) => method === 'sendMessage')).toHaveLength(1)
  })

  test('a command that replies to the bot is addressed to it', async () => {
    const stage = await setStage()
    const { world } = stage
    const secret = 'webhook_secret-0123456789'
    const url = `${PUBLIC_URL}/telegram/webhook`
    const bot = await stage.bot({ mode: 'webhook', webhook: { url, secret } })
    const reply = {
      message_id: 900,
      date: 0,
      chat: world.wire.groupChat(),
      from: { id: ADA, is_bot: false, first_name: 'Ada' },
      text: '/connect',
      entities: [{ type: 'bot_command', offset: 0, length: 8 }],
      reply_to_message: { message_id: 899, date: 0, from: world.wire.bot(), text: 'hello' },
    }
    await bot.webhook(
      new Request(url, {
        method: 'POST',
        headers: { 'x-telegram-bot-api-secret-token': secret },
        body: JSON.stringify({ update_id: 1, message: reply }),
      }),
    )
    await bot.stop()
    expect(world.messages(GROUP_ID)).toHaveLength(1)
  })

  test('in a forum the answer stays in its topic', async () => {
    const stage = await setPollingStage()
    const { world } = stage
    const [account] = world.accounts()
    if (account === undefined) throw new Error('nobody there')
    const text = `/connect@${BOT_USERNAME}`
    world.updates.push({
      message: {
        message_id: 900,
        date: 0,
        chat: world.wire.groupChat(),
        from: world.wire.user(account),
        is_topic_message: true,
        message_thread_id: 77,
        text,
        entities: [{ type: 'bot_command', offset: 0, length: text.length }],
      },
    })
    await until(() => stage.methods().includes('sendMessage'))
    expect(stage.calls.find(({ method }) => method === 'sendMessage')?.payload).toMatchObject({
      chat_id: GROUP_ID,
      message_thread_id: 77,
    })
  })

  test('nobody who writes in a group is stored', async () => {
    const stage = await setPollingStage()
    await inGroup(stage, `/start@${BOT_USERNAME}`)
    expect(await stage.store.findUserByTelegramId(String(ADA))).toBeUndefined()
  })

  test('a failure leaves no message in the group', async () => {
    const stage = await setPollingStage()
    stage.world.failNext('sendMessage', { error_code: 500, description: 'Internal' })
    stage.world.sendText({ accountId: ADA, chatId: GROUP_ID, text: `/connect@${BOT_USERNAME}` })
    await until(() => stage.logLines.some((line) => line.includes('update failed')))
    await ask(stage, { accountId: ADA, text: '/help' })
    expect(stage.world.messages(GROUP_ID).map(({ senderId }) => senderId)).toEqual([ADA])
  })
})
