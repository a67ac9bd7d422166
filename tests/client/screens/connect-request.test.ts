import { describe, expect, test } from 'vitest'
import { answerRequest } from '#shared/api/answer-request.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { withdrawAnswer } from '#shared/api/withdraw-answer.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Request } from '#shared/request.ts'
import { createConnectRequest } from '#client/screens/state/connect-request.ts'
import { createFakeApi, ok, refuse, REQUEST, WALLET } from '#tests/support/fake-api.ts'
import { createGate } from '#tests/support/gate.ts'
import { openApi } from '#tests/support/open-api.ts'

const ANSWERED: Request = {
  ...REQUEST,
  answer: { walletId: WALLET.id, answeredAt: '2026-11-20T12:00:00.000Z' },
}

function setUp() {
  const server = createFakeApi()
  const refreshes = { count: 0 }
  server.on(getRequest, () => ok(REQUEST))
  const request = createConnectRequest({
    api: openApi(server),
    member: {
      async refresh() {
        refreshes.count += 1
      },
    },
    code: REQUEST.code,
  })
  return { server, request, refreshes }
}

test('is asked for by its code', async () => {
  const { server, request } = setUp()
  expect(request.state.get()).toEqual({ status: 'loading' })
  await request.load()
  expect(request.state.get()).toEqual({ status: 'shown', request: REQUEST })
  expect(server.sentTo(getRequest)).toMatchObject([{ path: `/api/requests/${REQUEST.code}` }])
})

test('that does not arrive can be asked for again', async () => {
  const { server, request } = setUp()
  server.on(getRequest, () => refuse('maintenance'))
  await request.load()
  expect(request.state.get()).toEqual({ status: 'failed', code: 'maintenance' })
  server.on(getRequest, () => ok(REQUEST))
  const loading = request.load()
  expect(request.state.get()).toEqual({ status: 'loading' })
  await loading
  expect(request.state.get()).toMatchObject({ status: 'shown' })
})

test('is answered with the chosen wallet, and the answer is shown', async () => {
  const { server, request } = setUp()
  server.on(answerRequest, () => ok(ANSWERED))
  await request.load()
  await request.answer(WALLET.id)
  expect(server.sentTo(answerRequest)).toMatchObject([{ body: { walletId: WALLET.id } }])
  expect(request.state.get()).toEqual({ status: 'shown', request: ANSWERED })
})

test.each([
  ['request-closed', 'closed'],
  ['request-full', 'full'],
] as const)('that ends with %s meanwhile is shown %s instead of failing', async (code, state) => {
  const { server, request } = setUp()
  await request.load()
  server.on(answerRequest, () => refuse(code))
  server.on(getRequest, () => ok({ ...REQUEST, state }))
  await request.answer(WALLET.id)
  expect(request.state.get()).toMatchObject({ request: { state } })
})

test('a wallet that was unlinked elsewhere is refused, and the member asked for anew', async () => {
  const { server, request, refreshes } = setUp()
  await request.load()
  server.on(answerRequest, () => refuse('not-found'))
  await expect(request.answer(WALLET.id)).rejects.toMatchObject({ code: 'not-found' })
  expect(refreshes.count).toBe(1)
  expect(request.state.get()).toEqual({ status: 'shown', request: REQUEST })
})

test.each<ProblemCode>(['maintenance', 'internal', 'members-only', 'membership-unknown'])(
  'an answer refused with %s leaves the request as it is',
  async (code) => {
    const { server, request, refreshes } = setUp()
    await request.load()
    server.on(answerRequest, () => refuse(code))
    await expect(request.answer(WALLET.id)).rejects.toMatchObject({ code })
    expect(refreshes.count).toBe(0)
    expect(request.state.get()).toEqual({ status: 'shown', request: REQUEST })
  },
)

test('an answer is taken back', async () => {
  const { server, request } = setUp()
  server.on(getRequest, () => ok(ANSWERED))
  server.on(withdrawAnswer, () => ok(REQUEST))
  await request.load()
  await request.withdraw()
  expect(request.state.get()).toEqual({ status: 'shown', request: REQUEST })
})

describe('renewed on a return', () => {
  test('shows what has become of it', async () => {
    const { server, request } = setUp()
    await request.load()
    server.on(getRequest, () => ok({ ...REQUEST, state: 'closed' }))
    await request.renew()
    expect(request.state.get()).toMatchObject({ request: { state: 'closed' } })
  })

  test('stays as it is through an outage', async () => {
    const { server, request } = setUp()
    await request.load()
    server.on(getRequest, () => refuse('maintenance'))
    await request.renew()
    expect(request.state.get()).toEqual({ status: 'shown', request: REQUEST })
  })

  test('says when it is gone', async () => {
    const { server, request } = setUp()
    await request.load()
    server.on(getRequest, () => refuse('not-found'))
    await request.renew()
    expect(request.state.get()).toEqual({ status: 'failed', code: 'not-found' })
  })

  test('never hides an answer that was given meanwhile', async () => {
    const { server, request } = setUp()
    await request.load()
    const late = createGate()
    server.on(getRequest, async () => {
      await late.passed
      return ok(REQUEST)
    })
    server.on(answerRequest, () => ok(ANSWERED))
    const renewing = request.renew()
    await request.answer(WALLET.id)
    late.open()
    await renewing
    expect(request.state.get()).toEqual({ status: 'shown', request: ANSWERED })
  })
})
