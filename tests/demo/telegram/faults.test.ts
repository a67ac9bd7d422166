import { describe, expect, test } from 'vitest'
import { tooManyRequests } from '#demo/telegram/faults.ts'
import { ADA } from '#demo/telegram/people.ts'
import { callBot, GROUP, makeWorld } from './demo-world.ts'

const send = { chat_id: GROUP, text: 'a' }

describe('a planted fault', () => {
  test('fails every third call of a method until the fault is removed', async () => {
    const world = makeWorld()
    const stop = world.failEvery(3, 'sendMessage', tooManyRequests(3))
    const statuses = async (calls: number) => {
      for (let call = 0; call < calls; call += 1) await callBot(world, 'sendMessage', send)
      return world.calls.of('sendMessage').map(({ status }) => status)
    }
    expect(await statuses(7)).toEqual([200, 200, 429, 200, 200, 429, 200])
    expect(world.messages(GROUP)).toHaveLength(5)
    stop()
    expect((await statuses(3)).slice(-3)).toEqual([200, 200, 200])
  })

  test('sends Telegram’s retry time', async () => {
    const world = makeWorld()
    world.failEvery(1, 'sendMessage', tooManyRequests(7))
    expect(await callBot(world, 'sendMessage', send)).toEqual({
      ok: false,
      error_code: 429,
      description: 'Too Many Requests: retry after 7',
      parameters: { retry_after: 7 },
    })
    expect(await callBot(world, 'getMe')).toMatchObject({ ok: true })
  })
})

test('a limited method refuses what is beyond its rate, and serves again a second later', async () => {
  const clock = { now: 1_000 }
  const world = makeWorld({ now: () => clock.now })
  world.limitRate('sendMessage', 2)
  const callThrice = async () => {
    for (let call = 0; call < 3; call += 1) await callBot(world, 'sendMessage', send)
    return world.calls.of('sendMessage').map(({ status }) => status)
  }
  expect(await callThrice()).toEqual([200, 200, 429])
  clock.now += 1_000
  expect(await callThrice()).toEqual([200, 200, 429, 200, 200, 429])
})

describe('the log of calls', () => {
  test('records the time, the parameters and the result of each call', async () => {
    const clock = { now: 1_000 }
    const world = makeWorld({ now: () => clock.now })
    await callBot(world, 'sendMessage', send)
    clock.now = 4_000
    await callBot(world, 'sendMessage', { chat_id: ADA, text: 'a' })
    expect(world.calls.all()).toEqual([
      { method: 'sendMessage', parameters: send, at: 1_000, status: 200 },
      { method: 'sendMessage', parameters: { chat_id: ADA, text: 'a' }, at: 4_000, status: 403 },
    ])
    expect(world.calls.of('getMe')).toEqual([])
  })

  test('shows a waiting long poll', async () => {
    const world = makeWorld()
    const poll = callBot(world, 'getUpdates', { timeout: 30 })
    await expect.poll(() => world.calls.all()).toMatchObject([{ status: null }])
    world.sendText({ accountId: ADA, chatId: ADA, text: 'hi' })
    await poll
    expect(world.calls.all()).toMatchObject([{ method: 'getUpdates', status: 200 }])
  })
})
