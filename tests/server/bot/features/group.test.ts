import type { Message, Update } from 'grammy/types'
import { beforeEach, describe, expect, test } from 'vitest'
import { ADA, GROUP, ILYA } from '#demo/telegram/people.ts'
import {
  ask,
  BOT_USERNAME,
  getButtons,
  GROUP_ID,
  setPollingStage,
  setStage,
  type BotStage,
  until,
  WEBHOOK,
} from '../bot-harness.ts'
import { postUpdate, pushGroupText } from '../raw-update.ts'

let stage: BotStage
beforeEach(async () => void (stage = await setPollingStage()))

const TOPIC_ID = GROUP.topics[0].id

const inGroup = (text: string) => ask(stage, { accountId: ADA, chatId: GROUP_ID, text })

describe('in a group', () => {
  test('/start addressed to the bot shows the direct link as a url button, never a web_app button', async () => {
    const answer = await inGroup(`/start@${BOT_USERNAME}`)
    expect(answer.text).toContain('Clasp links your TON wallet')
    expect(getButtons(answer)).toEqual([
      { text: 'Connect wallet', url: `https://t.me/${BOT_USERNAME}/app?startapp=connect` },
    ])
  })

  test('/start with a code stores nothing, because a code is brought in private', async () => {
    const answer = await inGroup(`/start@${BOT_USERNAME} r1_AAAAAAAAAAAAAAAAAAAAAA`)
    expect(answer.text).toContain('Clasp links your TON wallet')
    expect(await stage.store.findUserByTelegramId(String(ADA))).toBeUndefined()
  })

  test.each(['/wallets', '/delete', '/help'])(
    '%s shows nothing of the member and points to the private chat',
    async (command) => {
      const answer = await inGroup(`${command}@${BOT_USERNAME}`)
      expect(answer.text).toBe('That stays between us: please write to me in private.')
      expect(getButtons(answer)).toEqual([
        { text: 'Open chat', url: `https://t.me/${BOT_USERNAME}` },
      ])
    },
  )

  test('/privacy leads to the policy and the terms', async () => {
    const answer = await inGroup(`/privacy@${BOT_USERNAME}`)
    expect(getButtons(answer)).toEqual([
      { text: 'Privacy policy', url: 'https://app.example.com/privacy?lang=en' },
      { text: 'Terms of use', url: 'https://app.example.com/terms?lang=en' },
    ])
  })

  test('attack: one who sends commands without end has the bot write ten messages, and others are answered yet', async () => {
    for (let count = 0; count < 15; count += 1)
      stage.world.sendText({
        accountId: ADA,
        chatId: GROUP_ID,
        text: `${count % 2 === 0 ? '/privacy' : '/start'}@${BOT_USERNAME}`,
      })
    const text = `/help@${BOT_USERNAME}`
    const written = () => stage.world.calls.of('sendMessage')
    const helped = () =>
      stage.world
        .messages(GROUP_ID)
        .filter(({ keyboard }) =>
          keyboard
            .flat()
            .some((button) => 'url' in button && button.url === `https://t.me/${BOT_USERNAME}`),
        )
    stage.world.sendText({ accountId: ILYA, chatId: GROUP_ID, text })
    await until(() => helped().length === 1)
    expect(written()).toHaveLength(11)
    stage.clock.now += 5_000
    stage.world.sendText({ accountId: ADA, chatId: GROUP_ID, text })
    await until(() => helped().length === 2)
    expect(written()).toHaveLength(12)
  })

  test.each(['/roll@dice_bot', '/connect@dice_bot', '/roll'])(
    'commands for other bots, such as %s, do not count against the rate of their sender',
    async (text) => {
      for (let count = 0; count < 12; count += 1)
        stage.world.sendText({ accountId: ADA, chatId: GROUP_ID, text })
      expect((await inGroup(`/privacy@${BOT_USERNAME}`)).text).toContain('stores')
    },
  )

  test('the bot gives no answer to what is not addressed to it', async () => {
    const texts = ['/start@another_bot', `hi @${BOT_USERNAME}`, 'hello']
    for (const text of texts) {
      stage.world.sendText({ accountId: ADA, chatId: GROUP_ID, text })
    }
    await inGroup(`/start@${BOT_USERNAME}`)
    expect(stage.methods().filter((method) => method === 'sendMessage')).toHaveLength(1)
  })

  test('a command that replies to the bot is addressed to it', async () => {
    stage = await setStage()
    const { world } = stage
    const bot = stage.bot(WEBHOOK)
    const reply = {
      message_id: 900,
      date: 0,
      chat: world.wire.groupChat(),
      from: { id: ADA, is_bot: false, first_name: 'Ada' },
      text: '/start',
      entities: [{ type: 'bot_command', offset: 0, length: 6 }],
      reply_to_message: { message_id: 899, date: 0, from: world.wire.bot(), text: 'hello' },
    }
    await bot.webhook(postUpdate({ update_id: 1, message: reply }))
    await bot.stop()
    expect(world.messages(GROUP_ID)).toHaveLength(1)
  })

  test.each(['/start', '/help', '/privacy'])(
    'the bot answers %s in its topic of a forum',
    async (command) => {
      const sent = stage.world.sendText({
        accountId: ADA,
        chatId: GROUP_ID,
        threadId: TOPIC_ID,
        text: `${command}@${BOT_USERNAME}`,
      })
      await until(() => stage.world.messages(GROUP_ID).some(({ id }) => id > sent.id))
      expect(stage.world.messages(GROUP_ID).at(-1)).toMatchObject({ threadId: TOPIC_ID })
    },
  )

  test('an answer to a topic that was deleted meanwhile leaves nothing behind', async () => {
    pushGroupText(stage, {
      accountId: ADA,
      text: `/start@${BOT_USERNAME}`,
      is_topic_message: true,
      message_thread_id: 999,
    })
    await until(() => stage.logLines.some((line) => line.includes('update failed')))
    expect(stage.world.messages(GROUP_ID)).toEqual([])
  })

  test('a command of a bot, of a channel, forwarded or written by way of another bot gets no answer', async () => {
    const text = `/start@${BOT_USERNAME}`
    const channel = { id: -1_002_999_999_999, type: 'channel', title: 'News' } as const
    const others: Partial<Message & Update.NonChannel>[] = [
      { from: { id: 5_000_000_001, is_bot: true, first_name: 'Other bot' } },
      { sender_chat: channel },
      { sender_chat: channel, is_automatic_forward: true },
      { forward_origin: { type: 'hidden_user', sender_user_name: 'Somebody', date: 0 } },
      { via_bot: { id: 5_000_000_001, is_bot: true, first_name: 'Other bot' } },
    ]
    for (const other of others) pushGroupText(stage, { accountId: ADA, text, ...other })
    await ask(stage, { accountId: ADA, text: '/help' })
    expect(stage.world.messages(GROUP_ID)).toEqual([])
  })

  test('the bot stores no member who writes in a group', async () => {
    await inGroup(`/start@${BOT_USERNAME}`)
    expect(await stage.store.findUserByTelegramId(String(ADA))).toBeUndefined()
  })

  test('a failure leaves no message in the group', async () => {
    stage.world.failNext('sendMessage', { error_code: 500, description: 'Internal' })
    stage.world.sendText({ accountId: ADA, chatId: GROUP_ID, text: `/start@${BOT_USERNAME}` })
    await until(() => stage.logLines.some((line) => line.includes('update failed')))
    await ask(stage, { accountId: ADA, text: '/help' })
    expect(stage.world.messages(GROUP_ID).map(({ senderId }) => senderId)).toEqual([ADA])
  })
})
