import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { findPorts, MESSENGER_PORT } from '#demo/find-ports.ts'
import { freePort } from '#tests/support/free-port.ts'

test('a demo takes other ports where nobody named one and the usual ones are taken', async () => {
  await take(MESSENGER_PORT)
  expect(await findPorts({ first: null, count: 3 })).toBeGreaterThan(MESSENGER_PORT + 2)
})

test('a demo takes no other ports where the named one, or one that has to follow it, is taken', async () => {
  const first = await freePort()
  await take(first + 1)
  expect(await findPorts({ first, count: 1 })).toBe(first)
  expect(await findPorts({ first, count: 2 })).toBeNull()
})

/** Listens on a port until the test ends, unless another process does already. */
async function take(port: number): Promise<void> {
  const server = createServer()
  onTestFinished(() => void server.close())
  const listening = once(server, 'listening')
  server.listen(port, '127.0.0.1')
  await listening.catch(() => {})
}
