import { describe, expect, test } from 'vitest'
import { getMe } from '#shared/api/get-me.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { createBrought } from '#client/api/brought.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { ADA } from '#tests/support/people.ts'

const REPLY = { status: 200, body: {} }

function putReplies() {
  const clock = { now: 1_000 }
  const brought = createBrought(() => clock.now)
  brought.put({ '/api/me': REPLY })
  return { clock, brought }
}

describe('an answer that came with the session', () => {
  test('stands for one call', () => {
    const { brought } = putReplies()
    expect(brought.take('/api/requests/r1_x')).toBeNull()
    expect(brought.take('/api/me')).toBe(REPLY)
    expect(brought.take('/api/me')).toBeNull()
  })

  test('is too old after ten seconds', () => {
    const { brought, clock } = putReplies()
    clock.now += 10_001
    expect(brought.take('/api/me')).toBeNull()
  })

  test('counts no longer once the member does something, nor do those of a later session', () => {
    const { brought } = putReplies()
    brought.forget()
    brought.put({ '/api/me': REPLY })
    expect(brought.take('/api/me')).toBeNull()
  })
})

test('a link’s launch shows its request after one call', async () => {
  const server = await startAppServer()
  const code = await (await server.operate()).makeRequest()
  const telegram = createFakeTelegram({ launch: server.launch(ADA, code) })
  const app = openMemberApp(server, { telegram, route: { screen: 'request', code } })
  await app.seesMain('Connect wallet')
  expect(server.sent.map(({ path }) => path)).toEqual(['/api/session'])
})

test('a member who unlinks a wallet in a session that had been lost does not see it come back', async () => {
  const server = await startAppServer()
  const ada = await server.visit()
  const wallet = await ada.linkTon()
  const app = openMemberApp(server)
  await app.sees('UQ')
  expect(server.sentTo(getMe)).toEqual([])
  const stop = server.replace(unlinkWallet, () => {
    stop()
    return server.server.app.request('/api/me')
  })
  const core = app.services.core.state.get()
  if (core.status !== 'ready') throw new Error('no core')
  await core.value.member.unlink(wallet.id)
  expect(server.sentTo(unlinkWallet).length).toBeGreaterThan(0)
  expect(server.sentTo(getMe)).toHaveLength(1)
  await app.sees('No wallet linked yet')
  expect(server.sentTo(getRequest)).toEqual([])
})
