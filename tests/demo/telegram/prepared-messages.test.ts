import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ADA, NEGAR } from '#demo/telegram/people.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { callBot, directChat, GROUP, makeWorld, nextUpdates, WEEKEND } from './demo-world.ts'

const BUTTON = { text: 'Open', url: 'https://t.me/clasp_demo_bot/app?startapp=c1_x' }
const RESULT = {
  type: 'article',
  id: 'card',
  title: 'Your wallet',
  input_message_content: { message_text: 'A wallet' },
  reply_markup: { inline_keyboard: [[BUTTON]] },
}
const EXPIRED = { kind: 'refused', error: 'MESSAGE_EXPIRED' }

const SavedSchema = v.object({
  ok: v.literal(true),
  result: v.strictObject({ id: v.string(), expiration_date: v.number() }),
})

const ChosenSchema = v.looseObject({
  chosen_inline_result: v.looseObject({ inline_message_id: v.string() }),
})

async function prepare(
  world: TelegramWorld,
  allowed: Record<string, boolean> = { allow_user_chats: true, allow_group_chats: true },
) {
  const parameters = { user_id: ADA, result: RESULT, ...allowed }
  return v.parse(SavedSchema, await callBot(world, 'savePreparedInlineMessage', parameters)).result
}

describe('the simulated Telegram, with a prepared message,', () => {
  test('shows and sends a prepared message once to the person it was made for', async () => {
    const world = makeWorld()
    const { id: preparedId } = await prepare(world)
    const chatId = directChat(world, ADA, NEGAR)
    expect(world.previewPrepared({ accountId: ADA, preparedId })).toMatchObject({
      kind: 'prepared',
      message: { title: 'Your wallet', text: 'A wallet', keyboard: [[BUTTON]] },
    })
    expect(world.sendPrepared({ accountId: ADA, chatId, preparedId })).toEqual({ kind: 'done' })
    expect(world.messages(chatId)).toMatchObject([{ senderId: ADA, isViaBot: true }])
    expect(world.sendPrepared({ accountId: ADA, chatId, preparedId })).toEqual(EXPIRED)
    expect(world.previewPrepared({ accountId: ADA, preparedId })).toEqual(EXPIRED)
    expect(world.messages(chatId)).toHaveLength(1)
  })

  test('notifies the bot of a sent prepared message with an inline id', async () => {
    const world = makeWorld()
    const { id: preparedId } = await prepare(world)
    world.sendPrepared({ accountId: ADA, chatId: directChat(world, ADA, NEGAR), preparedId })
    const [update] = await nextUpdates(world)
    const { chosen_inline_result: chosen } = v.parse(ChosenSchema, update)
    expect(chosen).toMatchObject({ result_id: 'card', query: '' })
    const { inline_message_id } = chosen
    expect(await callBot(world, 'editMessageText', { inline_message_id, text: '1' })).toEqual({
      ok: true,
      result: true,
    })
  })

  test('reports another person’s or an unknown prepared message as expired', async () => {
    const world = makeWorld()
    const { id: preparedId } = await prepare(world)
    expect(world.previewPrepared({ accountId: NEGAR, preparedId })).toEqual(EXPIRED)
    expect(world.sendPrepared({ accountId: NEGAR, chatId: GROUP, preparedId })).toEqual(EXPIRED)
    expect(world.sendPrepared({ accountId: ADA, chatId: GROUP, preparedId: 'x' })).toEqual(EXPIRED)
    expect(world.messages(GROUP)).toEqual([])
  })

  test('expires a prepared message at the announced time', async () => {
    const clock = { now: Date.UTC(2026, 10, 20) }
    const world = makeWorld({ now: () => clock.now })
    const { id: preparedId, expiration_date } = await prepare(world)
    clock.now = expiration_date * 1000 - 1
    expect(world.previewPrepared({ accountId: ADA, preparedId }).kind).toBe('prepared')
    clock.now = expiration_date * 1000
    expect(world.previewPrepared({ accountId: ADA, preparedId })).toEqual(EXPIRED)
  })

  test.each([
    ['allow_user_chats', (world: TelegramWorld) => directChat(world, ADA, NEGAR)],
    ['allow_group_chats', () => GROUP],
    ['allow_bot_chats', () => ADA],
  ])(
    'refuses a message with %s in other chats, and a failed try does not use it up',
    async (allowed, getChat) => {
      const world = makeWorld()
      const { id: preparedId } = await prepare(world, { [allowed]: true })
      const [allowedId, ...others] = [
        getChat(world),
        ...[directChat(world, ADA, NEGAR), GROUP, ADA].filter((id) => id !== getChat(world)),
      ]
      for (const chatId of others) {
        expect(world.sendPrepared({ accountId: ADA, chatId, preparedId })).toEqual({
          kind: 'refused',
          error: 'MESSAGE_SEND_FAILED',
        })
      }
      expect(world.sendPrepared({ accountId: ADA, chatId: allowedId ?? 0, preparedId })).toEqual({
        kind: 'done',
      })
    },
  )

  test('refuses a prepared message in a chat of other people', async () => {
    const world = makeWorld()
    const { id: preparedId } = await prepare(world)
    expect(() => world.sendPrepared({ accountId: ADA, chatId: WEEKEND, preparedId })).toThrow(
      'somebody else',
    )
  })

  test.each([
    ['for nobody', { user_id: 1, result: RESULT, allow_user_chats: true }, 'user not found'],
    ['for no chat', { user_id: ADA, result: RESULT }, 'at least one chat type must be allowed'],
    [
      'with a web_app button',
      {
        user_id: ADA,
        allow_user_chats: true,
        result: {
          ...RESULT,
          reply_markup: {
            inline_keyboard: [[{ text: 'Open', web_app: { url: 'https://app.example/' } }]],
          },
        },
      },
      'BUTTON_TYPE_INVALID',
    ],
  ])('refuses to prepare a message %s', async (_name, parameters, reason) => {
    expect(await callBot(makeWorld(), 'savePreparedInlineMessage', parameters)).toEqual({
      ok: false,
      error_code: 400,
      description: `Bad Request: ${reason}`,
    })
  })
})
