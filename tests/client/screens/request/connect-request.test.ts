import { expect, test } from 'vitest'
import { answerRequest } from '#shared/api/answer-request.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { createConnectRequest } from '#client/screens/request/connect-request.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { ILYA } from '#tests/support/people.ts'

/** The operator has made a request; Ada has a linked wallet. */
async function setUp(maxAnswers?: number) {
  const server = await startAppServer()
  const operator = await server.operate()
  const limit = maxAnswers === undefined ? {} : { maxAnswers }
  const code = await operator.makeRequest({ families: ['ton'], ...limit })
  const ada = await server.visit()
  const wallet = await ada.linkTon()
  const refreshes = { count: 0, renewed: 0 }
  const member = {
    refresh: async () => void (refreshes.count += 1),
    renew: async () => (refreshes.renewed += 1) > 0,
  }
  const request = createConnectRequest({ api: await server.signIn(), member, code })
  return { server, operator, code, ada, wallet, request, refreshes }
}

/** {@link setUp}, and the request is shown. */
async function setUpShown(maxAnswers?: number) {
  const parts = await setUp(maxAnswers)
  await parts.request.refresh()
  const shown = parts.request.state.get()
  expect(shown).toMatchObject({ status: 'shown', value: { state: 'open', answer: null } })
  return { ...parts, shown }
}

test('a request is answered with the chosen wallet, and the answer is shown and withdrawn', async () => {
  const { server, wallet, request, refreshes, shown } = await setUpShown()
  await request.answer(wallet.id)
  expect(server.sentTo(answerRequest)).toMatchObject([{ body: { walletId: wallet.id } }])
  expect(request.state.get()).toMatchObject({ value: { answer: { walletId: wallet.id } } })
  await request.withdraw()
  expect(request.state.get()).toEqual(shown)
  // Home says with which wallet the member has answered.
  expect(refreshes.renewed).toBe(2)
})

test('a request that closes before the answer is shown as closed, without a failure', async () => {
  const { operator, code, wallet, request } = await setUpShown()
  await operator.closeRequest(code)
  await request.answer(wallet.id)
  expect(request.state.get()).toMatchObject({ value: { state: 'closed' } })
})

test('a request that becomes full before the answer is shown as full, without a failure', async () => {
  const { server, code, wallet, request } = await setUpShown(1)
  const ilya = await server.visit(ILYA)
  const { id: walletId } = await ilya.linkTon(2)
  await ilya.api.call(answerRequest, { id: code, body: { walletId } })
  await request.answer(wallet.id)
  expect(request.state.get()).toMatchObject({ value: { state: 'full' } })
})

test('a wallet that was unlinked elsewhere is refused, and the member is refreshed', async () => {
  const { ada, wallet, request, refreshes, shown } = await setUpShown()
  await ada.api.call(unlinkWallet, { id: wallet.id })
  await expect(request.answer(wallet.id)).rejects.toMatchObject({ code: 'not-found' })
  expect(refreshes.count).toBe(1)
  expect(request.state.get()).toEqual(shown)
})

test.each<ProblemCode>(['maintenance', 'internal', 'members-only', 'membership-unknown'])(
  'a request stays as it is when an answer is refused with %s',
  async (code) => {
    const { server, wallet, request, refreshes, shown } = await setUpShown()
    server.refuse(answerRequest, code)
    await expect(request.answer(wallet.id)).rejects.toMatchObject({ code })
    expect(refreshes.count).toBe(0)
    expect(request.state.get()).toEqual(shown)
  },
)

test('a request that is refreshed on return never hides an answer that was given meanwhile', async () => {
  const { server, wallet, request } = await setUpShown()
  const answer = server.holdNextAnswer(getRequest)
  const renewing = request.renew()
  await answer.held
  await request.answer(wallet.id)
  answer.release()
  await renewing
  expect(request.state.get()).toMatchObject({ value: { answer: { walletId: wallet.id } } })
})
