import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import { getMe } from '#shared/api/get-me.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { createMember, type MemberState } from '#client/screens/member/member.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { until } from '#tests/support/until.ts'

const NO_CHOICE = { choose: async () => {}, withFreshChoice: () => () => {}, forget: () => {} }

/** Ada has a linked wallet, which this device has not loaded yet. */
async function setUp() {
  const server = await startAppServer()
  const ada = await server.visit()
  const wallet = await ada.linkTon()
  const api = await server.signIn()
  const device = createMemoryStorage()
  const start = () => {
    const state = atom<MemberState>({ status: 'loading' })
    const storage = createUserStorage(device, '1001')
    return { state, member: createMember({ api, storage, language: NO_CHOICE, state }) }
  }
  return { server, ada, wallet, device, start, ...start() }
}

test('a returning member sees the stored wallets immediately, then the present ones', async () => {
  const { ada, wallet, start, member } = await setUp()
  await member.refresh()
  await ada.api.call(unlinkWallet, { id: wallet.id })
  const again = start()
  again.member.start()
  const known = { status: 'known', outdated: null }
  expect(again.state.get()).toMatchObject({ ...known, me: { wallets: [{ id: wallet.id }] } })
  await until(() => expect(again.state.get()).toMatchObject({ ...known, me: { wallets: [] } }))
})

test('a launch that is not signed for this bot shows no data of any member', async () => {
  const { server, state, member } = await setUp()
  await member.refresh()
  server.refuse(getMe, 'init-data-invalid')
  await member.refresh()
  expect(state.get()).toEqual({ status: 'failed', code: 'init-data-invalid' })
})

test('an older answer that arrives last does not bring an unlinked wallet back', async () => {
  const { server, wallet, state, member } = await setUp()
  const answer = server.holdNextAnswer(getMe)
  const first = member.refresh()
  await answer.held
  await member.unlink(wallet.id)
  answer.release()
  await first
  expect(state.get()).toMatchObject({ me: { wallets: [] } })
})

test('an answer to an earlier call does not bring a deleted member back', async () => {
  const { server, device, state, member } = await setUp()
  const answer = server.holdNextAnswer(getMe)
  const refreshing = member.refresh()
  await answer.held
  await member.deleteAll()
  answer.release()
  await refreshing
  expect(state.get()).toEqual({ status: 'deleted' })
  expect(device.length).toBe(0)
})

test('coming back does not sign a deleted member in again', async () => {
  const { server, member } = await setUp()
  await member.deleteAll()
  await member.refresh()
  await member.renew()
  expect(server.sentTo(getMe)).toEqual([])
})

test('unlinking a wallet again, after the answer of the first call was lost, is no failure', async () => {
  const { ada, wallet, state, member } = await setUp()
  await ada.api.call(unlinkWallet, { id: wallet.id })
  await member.unlink(wallet.id)
  expect(state.get()).toMatchObject({ me: { wallets: [] } })
})
