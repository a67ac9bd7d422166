import { expect, test } from 'vitest'
import { createUpdateLine } from '#server/bot/update-line.ts'
import { createGate } from '#tests/support/gate.ts'

test('whoever adds goes on while 20 wait, then waits until the work is done', async () => {
  const line = createUpdateLine()
  const gate = createGate()
  const done: number[] = []
  const add = (index: number) =>
    line.add(async () => {
      await gate.passed
      done.push(index)
    })
  const numbers = Array.from({ length: 20 }, (_, index) => index)
  await Promise.all(numbers.map((index) => add(index)))
  const last = add(20).then(() => done.length)
  expect(done).toEqual([])
  gate.open()
  expect(await last).toBe(21)
  expect(done).toEqual([...numbers, 20])
})
