import { describe, expect, test } from 'vitest'
import { createHostRoutes } from '#demo/telegram/host-server.ts'
import { ADA, makeWorld, NEGAR } from './demo-world.ts'

const OPTIONS = { appOrigin: 'http://127.0.0.1:4000', hasEvmWallet: true }

function action(body: unknown, contentType = 'application/json'): [string, RequestInit] {
  return [
    '/demo/actions',
    { method: 'POST', headers: { 'content-type': contentType }, body: JSON.stringify(body) },
  ]
}

describe('the page', () => {
  test('gets the world at once and again after every change', async () => {
    const world = makeWorld()
    const response = await createHostRoutes(world, OPTIONS).request('/demo/events')
    const events = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await events?.read())?.value).toContain('"messages":[]')
    world.sendText({ accountId: ADA, chatId: ADA, text: 'hello bot' })
    expect((await events?.read())?.value).toContain('"text":"hello bot"')
    await events?.cancel()
  })

  test('sends a message for a person', async () => {
    const world = makeWorld()
    const response = await createHostRoutes(world, OPTIONS).request(
      ...action({ type: 'send-text', accountId: ADA, chatId: ADA, text: ' /start ' }),
    )
    expect(await response.json()).toEqual({ kind: 'done' })
    expect(world.messages(ADA)).toMatchObject([{ text: '/start', senderId: ADA }])
  })

  test('gets the address of a launch', async () => {
    const launch = {
      accountId: ADA,
      source: 'menu',
      url: 'http://127.0.0.1:4000/',
      platform: 'ios',
      version: '9.6',
      theme: 'day',
    }
    const response = await createHostRoutes(makeWorld(), OPTIONS).request(
      ...action({ type: 'launch', launch }),
    )
    expect(await response.text()).toContain('http://127.0.0.1:4000/#tgWebAppData=')
  })

  test.each([
    ['a form of a foreign page', action({ type: 'block-bot', accountId: ADA }, 'text/plain'), 415],
    ['an unknown action', action({ type: 'explode' }), 400],
    ['an account that does not exist', action({ type: 'block-bot', accountId: 1 }), 404],
    [
      'a chat of somebody else',
      action({ type: 'send-text', accountId: ADA, chatId: NEGAR, text: 'a' }),
      404,
    ],
  ])('is refused %s', async (_name, request, status) => {
    const world = makeWorld()
    const before = world.snapshot()
    const response = await createHostRoutes(world, OPTIONS).request(...request)
    expect(response.status).toBe(status)
    expect(world.snapshot()).toEqual(before)
  })
})
