import { createServer, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { createGuardedFetch } from '#server/network/guarded-fetch.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'

/** A server at the name `own.test`, and what it was asked. */
async function startSite(listener: RequestListener) {
  const paths: (string | undefined)[] = []
  const server = createServer((request, response) => {
    paths.push(request.url)
    listener(request, response)
  })
  const { port } = await listenForTest(server)
  return { url: `http://own.test:${port}`, paths }
}

/** @param lookups what DNS says, one answer a lookup */
function createGet(ownNetwork: string[], lookups = ['127.0.0.1', '127.0.0.1']) {
  const resolve = async () => [{ address: lookups.shift() ?? '', family: 4 }]
  const get = createGuardedFetch({ ownNetwork: new Set(ownNetwork), resolve })
  return (url: string, signal = new AbortController().signal) =>
    get(url, { headers: { origin: 'https://app.example.com' }, redirect: 'error', signal })
}

test('a guarded fetch passes the headers and the body', async () => {
  const { url } = await startSite(({ headers }, response) => void response.end(headers.origin))
  const response = await createGet(['own.test'])(url)
  expect([response.status, await response.text()]).toEqual([200, 'https://app.example.com'])
})

test.each([[204], [302], [404], [500]])('an answer of %i has no body', async (status) => {
  const { url, paths } = await startSite((_, response) => {
    response.writeHead(status, { location: '/elsewhere' }).end()
  })
  const response = await createGet(['own.test'])(url)
  expect([response.status, response.body]).toEqual([status, null])
  expect(paths).toEqual(['/'])
})

test('attack: a name that leads into the own network after it was checked is resolved again', async () => {
  const { url, paths } = await startSite((_, response) => void response.end())
  const get = createGet(['127.0.0.1/32'], ['127.0.0.1', '10.0.0.1'])
  expect((await get(url)).status).toBe(200)
  await expect(get(url)).rejects.toMatchObject({ name: 'RefusedAddressError' })
  expect(paths).toEqual(['/'])
})

test('a guarded fetch ends by its signal before the answer, and within the body', async () => {
  const stop = new AbortController()
  const { url } = await startSite((request, response) => {
    if (request.url === '/half') response.write('half')
    else stop.abort()
  })
  const get = createGet(['own.test'])
  const half = await get(`${url}/half`, stop.signal)
  await expect(get(url, stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
  await expect(half.text()).rejects.toThrow('aborted')
})
