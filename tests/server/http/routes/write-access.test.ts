import { beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { getMe } from '#shared/api/get-me.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADA } from '#tests/support/people.ts'

let server: TestServer

beforeEach(async () => {
  server = await openTestServer()
})

async function mayMessage(token: string): Promise<boolean> {
  const response = await server.call('GET', '/api/me', { token })
  return v.parse(getMe.response, await response.json()).user.mayMessage
}

test('attack: a member is not stored as reachable because the app says so', async () => {
  const token = await server.signIn()
  const response = await server.call('PATCH', '/api/me', { token, body: { mayMessage: true } })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ mayMessage: false })
  expect(await mayMessage(token)).toBe(false)
})

test('a member is stored as reachable when Telegram’s signed data say so', async () => {
  const user = { ...ADA, allows_write_to_pm: true }
  expect(await mayMessage(await server.signIn(user))).toBe(true)
})
