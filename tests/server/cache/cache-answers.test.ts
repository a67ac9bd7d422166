import { expect, test } from 'vitest'
import { cacheAnswers } from '#server/cache/cache-answers.ts'
import { createGate } from '#tests/support/gate.ts'

function setCached(max: number) {
  const clock = { now: 0 }
  const asked: string[] = []
  const once = cacheAnswers<string>(max, () => clock.now)
  const ask = (key: string, cacheMs = 100) =>
    once(key, () => {
      asked.push(key)
      return Promise.resolve({ answer: `${key} at ${clock.now}`, cacheMs })
    })
  return { clock, asked, once, ask }
}

test('a cached answer is given again until it expires', async () => {
  const { clock, asked, ask } = setCached(10)
  await ask('a')
  clock.now = 99
  expect(await ask('a')).toBe('a at 0')
  clock.now = 100
  expect(await ask('a')).toBe('a at 100')
  expect(asked).toEqual(['a', 'a'])
})

test('requests during a query under way wait for the same answer', async () => {
  const { once } = setCached(10)
  const gate = createGate<string>()
  let queries = 0
  const query = async () => {
    queries += 1
    return { answer: await gate.passed, cacheMs: 0 }
  }
  const answers = [once('a', query), once('a', query)]
  gate.open('yes')
  expect(await Promise.all(answers)).toEqual(['yes', 'yes'])
  expect(queries).toBe(1)
})

test('the cache holds no more answers than the limit, and drops the one that was not used for the longest time', async () => {
  const { asked, ask } = setCached(2)
  for (const key of ['a', 'b', 'c', 'b', 'a']) await ask(key)
  expect(asked).toEqual(['a', 'b', 'c', 'a'])
})
