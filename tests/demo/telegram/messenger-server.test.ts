import { describe, expect, test } from 'vitest'
import { createMessengerRoutes } from '#demo/telegram/messenger-server.ts'
import { ADA, NEGAR } from '#demo/telegram/people.ts'
import { GROUP, makeWorld, pageOptions, WEEKEND } from './demo-world.ts'

function action(body: unknown, contentType = 'application/json'): [string, RequestInit] {
  return [
    '/demo/actions',
    { method: 'POST', headers: { 'content-type': contentType }, body: JSON.stringify(body) },
  ]
}

describe('the server of the messenger', () => {
  test('sends the world to the page immediately and after every change', async () => {
    const world = makeWorld()
    const response = await createMessengerRoutes(world, pageOptions(world)).request('/demo/events')
    const events = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await events?.read())?.value).toContain('"messages":[]')
    world.sendText({ accountId: ADA, chatId: ADA, text: 'hello bot' })
    expect((await events?.read())?.value).toContain('"text":"hello bot"')
    await events?.cancel()
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
