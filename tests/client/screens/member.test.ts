import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import { answerConsent } from '#shared/api/answer-consent.ts'
import { deleteMe } from '#shared/api/delete-me.ts'
import { getMe } from '#shared/api/get-me.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import type { MemberState } from '#client/screens/state/member-state.ts'
import { createMember } from '#client/screens/state/member.ts'
import { ATTEMPT, createFakeApi, ME, ok, refuse, WALLET } from '#tests/support/fake-api.ts'
import { createGate } from '#tests/support/gate.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { openApi } from '#tests/support/open-api.ts'
import { until } from '#tests/support/until.ts'

const NO_CHOICE = { choose: async () => {}, asking: () => () => {}, forget: () => {} }

function setUp({ device = createMemoryStorage(), telegramId = '1001' } = {}) {
  const server = createFakeApi()
  server.on(getMe, () => ok(ME))
  const state = atom<MemberState>({ status: 'loading' })
  const storage = createUserStorage(device, telegramId)
  const member = createMember({ api: openApi(server), storage, language: NO_CHOICE, state })
  return { server, device, state, member }
}

test('a returning member sees the wallets at once, then the truth', async () => {
  const first = setUp()
  await first.member.refresh()
  const { server, state, member } = setUp({ device: first.device })
  server.on(getMe, () => ok({ ...ME, wallets: [] }))
  member.start()
  expect(state.get()).toEqual({ status: 'known', me: ME, outdated: null })
  await until(() => expect(state.get()).toMatchObject({ me: { wallets: [] } }))
})

test('another account on the same device sees nothing of the first', async () => {
  const first = setUp()
  await first.member.refresh()
  const { state, member } = setUp({ device: first.device, telegramId: '1002' })
  member.start()
  expect(state.get()).toEqual({ status: 'loading' })
})

test('an outage leaves what is known on the screen and says so', async () => {
  const { server, state, member } = setUp()
  await member.refresh()
  server.on(getMe, () => refuse('maintenance'))
  await member.refresh()
  expect(state.get()).toEqual({ status: 'known', me: ME, outdated: 'maintenance' })
})

test('a launch that is not signed for this bot shows nothing of anybody', async () => {
  const { server, state, member } = setUp()
  await member.refresh()
  server.on(getMe, () => refuse('launch-data-invalid'))
  await member.refresh()
  expect(state.get()).toEqual({ status: 'failed', code: 'launch-data-invalid' })
})

test('an answered question goes to the server, and the truth comes back', async () => {
  const { server, state, member } = setUp()
  server.on(answerConsent, () => ({ status: 204 }))
  await member.answerConsent(ATTEMPT.id, 'keep')
  expect(server.sentTo(answerConsent)).toMatchObject([
    { path: `/api/consents/${ATTEMPT.id}`, body: { answer: 'keep' } },
  ])
  expect(state.get()).toMatchObject({ status: 'known' })
})

test('a deleted member leaves nothing on the device', async () => {
  const { server, device, state, member } = setUp()
  server.on(deleteMe, () => ({ status: 204 }))
  await member.refresh()
  await member.deleteAll()
  expect(device.keys()).toEqual([])
  expect(state.get()).toEqual({ status: 'deleted' })
})

test('an older answer that comes last does not bring an unlinked wallet back', async () => {
  const { server, state, member } = setUp()
  server.on(unlinkWallet, () => ({ status: 204 }))
  const gate = createGate()
  server.on(getMe, async () => {
    await gate.passed
    return ok(ME)
  })
  const first = member.refresh()
  await until(() => expect(server.sentTo(getMe)).toHaveLength(1))
  server.on(getMe, () => ok({ ...ME, wallets: [] }))
  await member.unlink(WALLET.id)
  gate.open()
  await first
  expect(state.get()).toMatchObject({ me: { wallets: [] } })
})

test('an answer that was on its way brings nobody back who has deleted everything', async () => {
  const { server, device, state, member } = setUp()
  server.on(deleteMe, () => ({ status: 204 }))
  const gate = createGate()
  server.on(getMe, async () => {
    await gate.passed
    return ok(ME)
  })
  const refreshing = member.refresh()
  await until(() => expect(server.sentTo(getMe)).toHaveLength(1))
  await member.deleteAll()
  gate.open()
  await refreshing
  expect(state.get()).toEqual({ status: 'deleted' })
  expect(device.length).toBe(0)
})

test('whoever has deleted everything is not signed in again by coming back', async () => {
  const { server, member } = setUp()
  server.on(deleteMe, () => ({ status: 204 }))
  await member.deleteAll()
  await member.refresh()
  await member.renew()
  expect(server.sentTo(getMe)).toEqual([])
})

test('to unlink what is unlinked already, by the same call whose answer was lost, is no failure', async () => {
  const { server, state, member } = setUp()
  server.on(unlinkWallet, () => refuse('not-found'))
  server.on(getMe, () => ok({ ...ME, wallets: [] }))
  await member.unlink(WALLET.id)
  expect(state.get()).toMatchObject({ me: { wallets: [] } })
})
