import { describe, expect, test } from 'vitest'
import { createBotApi } from '#demo/telegram/bot-api.ts'
import { ADA } from '#demo/telegram/people.ts'
import { BOT_TOKEN, callBot, GROUP, makeWorld } from './demo-world.ts'

function post(method: string, body: unknown, token = BOT_TOKEN): [string, RequestInit] {
  return [
    `/bot${token}/${method}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
  ]
}

describe('the Bot API', () => {
  test('accepts forms with structures encoded as JSON', async () => {
    const world = makeWorld()
    world.grantWriteAccess(ADA)
    const response = await createBotApi(world).request(`/bot${BOT_TOKEN}/sendMessage`, {
      method: 'POST',
      body: new URLSearchParams({
        chat_id: String(ADA),
        text: '42',
        reply_markup: JSON.stringify({
          inline_keyboard: [[{ text: 'Go', url: 'https://t.me/clasp_demo_bot' }]],
        }),
      }),
    })
    expect(response.status).toBe(200)
    expect(world.messages(ADA).at(-1)).toMatchObject({
      text: '42',
      keyboard: [[{ text: 'Go', url: 'https://t.me/clasp_demo_bot' }]],
    })
  })

  test.each([
    { name: 'a foreign token', request: post('getMe', {}, '1:other'), status: 401 },
    { name: 'an unknown method', request: post('getMoon', {}), status: 404 },
    { name: 'a body that is not JSON', request: post('getMe', '{'), status: 400 },
    {
      name: 'a chat that does not exist',
      request: post('sendMessage', { chat_id: 1, text: 'a' }),
      status: 400,
    },
    {
      name: 'an empty text',
      request: post('sendMessage', { chat_id: ADA, text: ' ' }),
      status: 400,
    },
    {
      name: 'an unknown tag',
      request: post('sendMessage', { chat_id: ADA, text: '<x>a</x>', parse_mode: 'HTML' }),
      status: 400,
    },
    {
      name: 'an unclosed tag',
      request: post('sendMessage', { chat_id: ADA, text: '<b>a', parse_mode: 'HTML' }),
      status: 400,
    },
    {
      name: 'callback data of 65 bytes',
      request: post('sendMessage', {
        chat_id: ADA,
        text: 'a',
        reply_markup: { inline_keyboard: [[{ text: 'a', callback_data: 'x'.repeat(65) }]] },
      }),
      status: 400,
    },
    {
      name: 'a web_app button over plain http',
      request: post('sendMessage', {
        chat_id: ADA,
        text: 'a',
        reply_markup: {
          inline_keyboard: [[{ text: 'a', web_app: { url: 'http://app.example' } }]],
        },
      }),
      status: 400,
    },
    {
      name: 'a web_app button in a group',
      request: post('sendMessage', {
        chat_id: GROUP,
        text: 'a',
        reply_markup: {
          inline_keyboard: [[{ text: 'a', web_app: { url: 'https://app.example' } }]],
        },
      }),
      status: 400,
    },
    {
      name: 'an answer to a query that nobody made',
      request: post('answerCallbackQuery', { callback_query_id: '1' }),
      status: 400,
    },
    {
      name: 'a webhook secret with a space',
      request: post('setWebhook', { url: 'https://bot.example', secret_token: 'a b' }),
      status: 400,
    },
  ])('refuses $name and changes nothing', async ({ request, status }) => {
    const world = makeWorld()
    world.grantWriteAccess(ADA)
    const before = world.snapshot()
    const response = await createBotApi(world).request(...request)
    expect(await response.json()).toMatchObject({ ok: false, error_code: status })
    expect(response.status).toBe(status)
    expect(world.snapshot()).toEqual(before)
  })

  test('refuses polling while a webhook is set', async () => {
    const world = makeWorld()
    await callBot(world, 'setWebhook', { url: 'https://bot.example/webhook' })
    expect(await callBot(world, 'getUpdates')).toMatchObject({ error_code: 409 })
    await callBot(world, 'deleteWebhook')
    expect(await callBot(world, 'getUpdates')).toEqual({ ok: true, result: [] })
  })
})
