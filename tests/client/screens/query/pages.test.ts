import { expect, test } from 'vitest'
import { ApiError } from '#client/api/api-error.ts'
import { createPages } from '#client/screens/query/pages.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { until } from '#tests/support/until.ts'

const PAGE = 2

/** A list on a server, in pages of two, whose cursor is the item before. */
async function openList(first: readonly string[]) {
  const server = {
    items: first,
    problem: null as ProblemCode | null,
    asked: [] as (string | null)[],
  }
  const pages = createPages(async (after) => {
    server.asked.push(after)
    await Promise.resolve()
    if (server.problem !== null) throw new ApiError(server.problem)
    const from = after === null ? 0 : server.items.indexOf(after) + 1
    const items = server.items.slice(from, from + PAGE)
    const isLast = from + PAGE >= server.items.length
    return { items, next: isLast ? null : (items.at(-1) ?? null) }
  })
  const shows = (items: readonly string[]) =>
    until(() => expect(pages.state.get()).toMatchObject({ items, problem: null }))
  pages.restart()
  await shows(first.slice(0, PAGE))
  return { server, pages, shows }
}

test('a list that is renewed shows what is new, and as much as before', async () => {
  const { server, pages, shows } = await openList(['a', 'b', 'c', 'd', 'e'])
  pages.more()
  await shows(['a', 'b', 'c', 'd'])
  server.items = ['new', ...server.items]
  pages.renew()
  pages.renew()
  expect(pages.state.get().status).toBe('waiting')
  await shows(['new', 'a', 'b', 'c'])
  expect(server.asked).toEqual([null, 'b', null, 'a'])
  pages.more()
  await shows(['new', 'a', 'b', 'c', 'd', 'e'])
})

test('a next page that is asked for meanwhile follows upon what is shown', async () => {
  const { server, pages, shows } = await openList(['a', 'b', 'c', 'd'])
  server.items = ['new', ...server.items]
  pages.renew()
  pages.more()
  await shows(['a', 'b', 'c', 'd'])
})

test('a list that is restarted while it is renewed asks no further page of the former one', async () => {
  const { server, pages, shows } = await openList(['a', 'b', 'c', 'd', 'e'])
  pages.more()
  await shows(['a', 'b', 'c', 'd'])
  pages.renew()
  server.items = ['x', 'y']
  pages.restart()
  await shows(['x', 'y'])
  pages.renew()
  await until(() => expect(server.asked).toEqual([null, 'b', null, null, null]))
})

test('a long list is not renewed', async () => {
  const { server, pages, shows } = await openList(Array.from({ length: 201 }, (_, at) => `n${at}`))
  for (let shown = 2; shown < 201; shown = pages.state.get().items.length) {
    pages.more()
    await until(() => expect(pages.state.get().items.length).toBeGreaterThan(shown))
  }
  const asked = server.asked.length
  pages.renew()
  pages.restart()
  await shows(['n0', 'n1'])
  expect(server.asked).toHaveLength(asked + 1)
})

test('what was read stays through an outage, but not once it is not theirs', async () => {
  const { server, pages } = await openList(['a', 'b'])
  const before = pages.state.get()
  server.problem = 'server-unreachable'
  pages.renew()
  await until(() => expect(server.asked).toHaveLength(2))
  expect(pages.state.get()).toEqual(before)
  server.problem = 'not-admin'
  pages.renew()
  await until(() => expect(pages.state.get()).toMatchObject({ items: [], problem: 'not-admin' }))
})
