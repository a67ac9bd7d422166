import { expect, test } from 'vitest'
import { createPostPace } from '#server/notifications/post-pace.ts'

function setPace() {
  const clock = { now: 5_000 }
  return { clock, pace: createPostPace(() => clock.now) }
}

test('a chat has its turn once in three seconds, counted from Telegram’s answer', () => {
  const { clock, pace } = setPace()
  expect(pace.take('chat:a')).toBe(0)
  expect(pace.take('chat:b')).toBe(0)
  clock.now += 400
  pace.done('chat:a')
  clock.now += 2_999
  expect(pace.take('chat:a')).toBe(1)
  expect(pace.take('chat:b')).toBe(0)
  clock.now += 1
  expect(pace.take('chat:a')).toBe(0)
})

test('a refusal holds its own chat, and no other', () => {
  const { clock, pace } = setPace()
  pace.refused('chat:a', 20_000)
  clock.now += 19_999
  expect(pace.take('chat:a')).toBe(1)
  expect(pace.take('chat:b')).toBe(0)
  expect(pace.room()).toBeGreaterThan(0)
})

test('the bot writes nothing after refusals in three chats at a time until the last of them ends, because they mean the bot', () => {
  const { clock, pace } = setPace()
  pace.refused('chat:a', 20_000)
  pace.refused('chat:b', 30_000)
  expect(pace.room()).toBeGreaterThan(0)
  pace.refused('chat:c', 10_000)
  expect(pace.room()).toBe(0)
  expect(pace.roomInMs()).toBe(30_000)
  clock.now += 30_000
  expect(pace.room()).toBeGreaterThan(0)
})

test('refusals one after the other, each over before the next, hold no other chat', () => {
  const { clock, pace } = setPace()
  for (const location of ['chat:a', 'chat:b', 'chat:c', 'chat:d']) {
    pace.refused(location, 1_000)
    clock.now += 1_001
  }
  expect(pace.room()).toBeGreaterThan(0)
})

test('the bot makes twenty calls a second over all chats, and no more', () => {
  const { clock, pace } = setPace()
  expect(pace.room()).toBe(20)
  for (let call = 0; call < 20; call += 1) expect(pace.take(`chat:${call}`)).toBe(0)
  expect(pace.room()).toBe(0)
  expect(pace.roomInMs()).toBe(50)
  clock.now += 500
  expect(pace.room()).toBe(10)
  clock.now += 60_000
  expect(pace.room()).toBe(20)
})
