import { beforeEach, describe, expect, test } from 'vitest'
import { ADA, ILYA, NEGAR } from '#demo/telegram/people.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { callBot, directChat, GROUP, makeWorld, nextUpdates, WEEKEND } from './demo-world.ts'

let world: TelegramWorld
beforeEach(() => void (world = makeWorld()))

const LINK = { text: 'Open', url: 'https://t.me/clasp_demo_bot/app?startapp=r1_x' }
const CALLBACK = { text: 'Undo', callback_data: 'undo' }

/** Posts a message of the bot in the group. Returns its id. */
async function post(keyboard: unknown[][]): Promise<number> {
  const reply_markup = { inline_keyboard: keyboard }
  await callBot(world, 'sendMessage', { chat_id: GROUP, text: 'Connect', reply_markup })
  return world.messages(GROUP).at(-1)?.id ?? 0
}

describe('a forwarded message', () => {
  test('names the first author of a message after any number of forwards', async () => {
    await callBot(world, 'setMyName', { name: 'Clasp' })
    const messageId = await post([[LINK]])
    const chatId = directChat(world, ADA, NEGAR)
    const first = world.forward({ accountId: ADA, chatId: GROUP, messageId, toChatId: chatId })
    expect(first).toMatchObject({ senderId: ADA, text: 'Connect', forwardedFrom: 'Clasp' })
    const second = world.forward({
      accountId: NEGAR,
      chatId,
      messageId: first.id,
      toChatId: WEEKEND,
    })
    expect(second).toMatchObject({ senderId: NEGAR, forwardedFrom: 'Clasp' })
    const own = world.sendText({ accountId: ADA, chatId, text: 'hi' })
    expect(
      world.forward({ accountId: ADA, chatId, messageId: own.id, toChatId: GROUP }).forwardedFrom,
    ).toBe('Ada Fisher')
  })

  test.each([
    ['keeps links', [[LINK], [LINK]], [[LINK], [LINK]]],
    ['loses all buttons where one is no link', [[LINK], [CALLBACK]], []],
  ])('%s', async (_name, keyboard, expected) => {
    const messageId = await post(keyboard)
    const toChatId = directChat(world, ADA, NEGAR)
    const copy = world.forward({ accountId: ADA, chatId: GROUP, messageId, toChatId })
    expect(copy.keyboard).toEqual(expected)
  })

  test('is a separate message that edits of the original do not change', async () => {
    const messageId = await post([[LINK]])
    const toChatId = directChat(world, ADA, NEGAR)
    world.forward({ accountId: ADA, chatId: GROUP, messageId, toChatId })
    await callBot(world, 'editMessageText', { chat_id: GROUP, message_id: messageId, text: '2' })
    expect(world.messages(toChatId)).toMatchObject([{ text: 'Connect', keyboard: [[LINK]] }])
  })

  test('reaches the bot with its origin when it is forwarded there', async () => {
    const messageId = await post([[LINK]])
    world.forward({ accountId: ADA, chatId: GROUP, messageId, toChatId: ADA })
    expect(await nextUpdates(world)).toMatchObject([
      {
        message: {
          chat: { id: ADA },
          forward_origin: { type: 'hidden_user', sender_user_name: 'clasp_demo_bot' },
        },
      },
    ])
  })

  test('goes only between chats of the person', async () => {
    const messageId = await post([[LINK]])
    const forwarding = { accountId: ADA, chatId: GROUP, messageId, toChatId: WEEKEND }
    expect(() => world.forward(forwarding)).toThrow('somebody else')
    const inWeekend = world.sendText({ accountId: ILYA, chatId: WEEKEND, text: 'secret' })
    expect(() =>
      world.forward({ accountId: ADA, chatId: WEEKEND, messageId: inWeekend.id, toChatId: GROUP }),
    ).toThrow('somebody else')
  })

  test('cannot be a service message', () => {
    world.grantWriteAccess(ADA)
    const messageId = world.messages(ADA)[0]?.id ?? 0
    expect(() =>
      world.forward({ accountId: ADA, chatId: ADA, messageId, toChatId: GROUP }),
    ).toThrow('Nothing')
  })
})
