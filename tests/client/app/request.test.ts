import { expect, test } from 'vitest'
import { answerRequest } from '#shared/api/answer-request.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { deleteMe } from '#shared/api/delete-me.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { makeRequest } from '#shared/api/make-request.ts'
import { openSession } from '#shared/api/open-session.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { updateRequest } from '#shared/api/update-request.ts'
import { updateWallet } from '#shared/api/update-wallet.ts'
import { withdrawAnswer } from '#shared/api/withdraw-answer.ts'
import { isolated } from '#client/i18n/format.ts'
import { unbrokenAddress } from '#client/screens/account/unbroken-address.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { addHarbour, HARBOUR } from '#tests/support/harbour.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

/** Before the name of the wallet. */
const ANSWER = 'Answer with'
const WEEK_S = 7 * 24 * 3_600

const seesMainButton = (app: MemberApp, text: string) =>
  until(() => {
    const button = app.telegram.mainButton()
    expect(button).toMatchObject({ busy: false })
    expect(button?.text).toContain(text)
  })

const routeTo = (code: string) => ({ screen: 'request', code }) as const

/** Ada has a linked wallet, and the operator has made a request. */
async function startAsked() {
  const server = await startAppServer()
  const operator = await server.operate()
  const ada = await server.visit(ADA)
  const wallet = await ada.linkTon()
  const code = await operator.makeRequest()
  return { server, operator, ada, wallet, code, route: routeTo(code) }
}

/** Ada has answered the operator's request. */
async function startAnswered() {
  const asked = await startAsked()
  const { ada, code, wallet } = asked
  await ada.api.call(answerRequest, { id: code, body: { walletId: wallet.id } })
  return asked
}

/** Ilya, an administrator of the group Harbour, has made a request for it; Ada has a linked wallet. */
async function startAskedByIlya({ membersOnly = false } = {}) {
  const server = await startAppServer()
  const ada = await server.visit(ADA)
  await ada.linkTon()
  const ilya = await server.visit(ILYA)
  const chatId = await addHarbour(server, ILYA, [ADA])
  const request = { families: ['ton' as const], expiresIn: WEEK_S, chatId, membersOnly }
  const { code } = await ilya.api.call(makeRequest, { body: request })
  return { server, ada, ilya, code, route: routeTo(code) }
}

/** The request on Ada's screen. */
async function open<Stage extends { server: AppServer; route: ReturnType<typeof routeTo> }>(
  started: Promise<Stage>,
) {
  const stage = await started
  return { ...stage, app: openMemberApp(stage.server, { route: stage.route }) }
}

/** Opens Wallet in Telegram for the request, from the choice of wallets. */
async function openWallet(app: MemberApp): Promise<void> {
  await app.tap('Wallet in Telegram')
  await until(() => expect(app.wallets.prepared).toHaveLength(1))
  await app.sees('Approve in Wallet')
}

test('the request says who asks, what will be known and until when, before anything is shared', async () => {
  const { app, server } = await open(startAsked())
  await app.sees(`${isolated(server.boot.appName)} asks for your wallet`)
  for (const text of ['What they will see', 'Your Telegram account', 'The wallet you choose'])
    expect(app.text()).toContain(text)
  expect(app.text()).toContain('Nov 27, 2026')
  expect(server.sentTo(answerRequest)).toEqual([])
})

test('the operator’s request names the app, and says that the operator will see the answer', async () => {
  const { app } = await open(startAsked())
  await app.sees('The operator of this bot')
  expect(app.text()).toContain('will see this')
  expect(app.text()).not.toContain('The names come from Telegram')
  expect(app.text()).not.toContain('Anybody can ask like this')
})

test('a member’s request names the member and the chat as Telegram does, and who will see the answer', async () => {
  const { app, server } = await open(startAskedByIlya())
  await app.sees(`“${isolated('Ilya')}” asks for your wallet`)
  for (const text of ['@ilya', 'Harbour', 'The names come from Telegram'])
    expect(app.text()).toContain(text)
  expect(app.text()).toContain(
    `“${isolated('Ilya')}” and the operator of ${isolated(server.boot.appName)} will see this.`,
  )
  expect(app.text()).toContain('The chat sees only how many have answered.')
  expect(app.text()).not.toContain('Only its members may answer')
  expect(app.text()).toContain('A group called “Harbour”')
  expect(app.text()).toContain(
    `Anybody can ask like this. The operator of ${isolated(server.boot.appName)} did not ask.`,
  )
  app.telegram.pressMainButton()
  await app.sees('Your answer')
})

test('a request for members only says so', async () => {
  const { app } = await open(startAskedByIlya({ membersOnly: true }))
  await app.sees('Only its members may answer')
  expect(app.text()).not.toContain('Anybody can ask like this')
})

test.each([
  [
    'from outside the chat',
    (server: AppServer) => server.server.telegram.leave(HARBOUR.id, ADA.id),
    'Only members of the chat may answer this request.',
  ],
  [
    'while Telegram does not say who is in the chat',
    (server: AppServer) => server.server.telegram.goAway(),
    'Telegram did not say whether you are in the chat.',
  ],
])('an answer %s is refused with the reason, and can be given again', async (_, disturb, text) => {
  const { app, server } = await open(startAskedByIlya({ membersOnly: true }))
  await seesMainButton(app, ANSWER)
  disturb(server)
  app.telegram.pressMainButton()
  await app.sees(text)
  server.server.telegram.comeBack()
  server.server.telegram.addGroup({ ...HARBOUR, administrators: [ILYA.id], members: [ADA.id] })
  server.server.clock.now += 60_000
  await seesMainButton(app, ANSWER)
  app.telegram.pressMainButton()
  await app.sees('Your answer')
})

test('a request whose requester has deleted the account shows no name', async () => {
  const { server, ilya, route } = await startAskedByIlya()
  await ilya.api.call(deleteMe, {})
  const app = openMemberApp(server, { route })
  await app.sees('This request is closed')
  expect(app.text()).toContain('Deleted account')
})

test.each(['open', 'closed', 'expired'] as const)(
  'the requester finds the way to the answers while the request is %s',
  async (state) => {
    const { server, ilya, code, route } = await startAskedByIlya()
    if (state === 'closed') await ilya.api.call(updateRequest, { id: code, body: { state } })
    if (state === 'expired') server.server.clock.now += WEEK_S * 1_000
    const telegram = createFakeTelegram({ launch: server.launch(ILYA) })
    const app = openMemberApp(server, { telegram, route })
    await app.tap('This is your request')
    expect(app.router.route.get()).toEqual({ screen: 'made-request', code })
  },
)

test('a request that closes while the member is away says so on return', async () => {
  const { app, operator, code } = await open(startAsked())
  await seesMainButton(app, ANSWER)
  await operator.closeRequest(code)
  app.telegram.comeBack()
  await app.sees('This request is closed')
})

test('one tap answers a request with the primary wallet', async () => {
  const { server, ada, wallet, operator } = await startAsked()
  const savings = await ada.linkTon(2)
  await ada.api.call(updateWallet, { id: savings.id, body: { primary: true } })
  const app = openMemberApp(server, { route: routeTo(await operator.makeRequest()) })
  await app.tapMain(`Answer with ${unbrokenAddress(savings)}`)
  await app.sees(`The operator of ${isolated(server.boot.appName)} sees that this wallet is yours.`)
  expect(server.sentTo(answerRequest)).toMatchObject([{ body: { walletId: savings.id } }])
  expect(savings.id).not.toBe(wallet.id)
  expect(app.telegram.haptics).toContain('success')
})

test('a member can answer with another wallet', async () => {
  const { server, ada, route } = await startAsked()
  server.server.clock.now += 1_000
  const savings = await ada.linkTon(2)
  await ada.api.call(updateWallet, { id: savings.id, body: { label: 'Savings' } })
  const app = openMemberApp(server, { route })
  await app.sees('Savings')
  const [primary, other] = app.container.querySelectorAll<HTMLInputElement>('input[type=radio]')
  expect([primary?.checked, other?.checked]).toEqual([true, false])
  other?.click()
  await until(() => expect(other?.checked).toBe(true))
  await app.tapMain('Answer with Savings')
  await app.sees('Your answer')
  expect(server.sentTo(answerRequest)).toMatchObject([{ body: { walletId: savings.id } }])
})

test('an answer is withdrawn only after the member confirms', async () => {
  const { app, server } = await open(startAnswered())
  await app.tap('Take back')
  await until(() => expect(app.telegram.questions).toHaveLength(1))
  await app.settles()
  expect(server.sentTo(withdrawAnswer)).toEqual([])
  app.telegram.answers.push(true)
  app.press('Take back')
  await app.sees('asks for your wallet')
  expect(app.telegram.questions.at(-1)).toMatchObject({ destructive: true })
})

test('the main button leads back to the chat after an answer', async () => {
  const { app } = await open(startAnswered())
  await seesMainButton(app, 'Back to ')
  app.telegram.pressMainButton()
  expect(app.telegram.opened).toEqual(['closed'])
})

test('a member without a wallet connects one for the request, and has answered', async () => {
  const server = await startAppServer()
  const code = await (await server.operate()).makeRequest()
  const app = openMemberApp(server, { route: routeTo(code) })
  await app.tapMain('Connect wallet')
  await app.sees('Wallet in Telegram')
  expect(server.sentTo(createAttempt)).toEqual([])
  await openWallet(app)
  expect(server.sentTo(createAttempt)).toMatchObject([{ body: { requestCode: code } }])
  app.wallets.answer(server.proveTon(app.wallets.prepared[0]))
  await app.sees(`The operator of ${isolated(server.boot.appName)} sees that this wallet is yours.`)
  expect(app.router.route.get()).toEqual(routeTo(code))
  await until(() => expect(app.telegram.writeAccessAsked()).toBe(1))
})

test('a new attempt after a rejection in the wallet is for the same request, with the same wallet or another', async () => {
  const server = await startAppServer()
  const purpose = await (await server.operate()).makeRequest()
  const app = openMemberApp(server, { route: { screen: 'connect', purpose } })
  await openWallet(app)
  app.wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
  await app.sees('You declined in the wallet')
  app.press('Try again with Wallet')
  await app.sees('Approve in Wallet')
  const body = { requestCode: purpose }
  expect(server.sentTo(createAttempt)).toMatchObject([{ body }, { body }])
  app.wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
  await app.sees('You declined in the wallet')
  app.press('Another wallet')
  expect(app.router.route.get()).toEqual({ screen: 'connect', purpose })
})

test('cancelling a live attempt leads back to the request that it was for', async () => {
  const server = await startAppServer()
  const code = await (await server.operate()).makeRequest()
  const app = openMemberApp(server, { route: routeTo(code) })
  await app.tapMain('Connect wallet')
  await openWallet(app)
  app.telegram.answers.push(true)
  app.telegram.pressBack()
  await app.sees('asks for your wallet')
  app.telegram.pressBack()
  expect(app.router.route.get()).toEqual({ screen: 'home' })
})

test('an app that was closed while the wallet was open returns to the attempt, not to the request or the choice', async () => {
  const server = await startAppServer()
  const operator = await server.operate()
  const [code, other] = [await operator.makeRequest(), await operator.makeRequest()]
  const device = createMemoryStorage()
  await openWallet(openMemberApp(server, { device, route: { screen: 'connect', purpose: code } }))
  for (const route of [routeTo(code), { screen: 'connect', purpose: code } as const]) {
    const again = openMemberApp(server, { device, route })
    await again.sees('No answer from the wallet yet')
  }
  const elsewhere = openMemberApp(server, { device, route: routeTo(other) })
  await elsewhere.sees('asks for your wallet')
})

type RequestStage = Awaited<ReturnType<typeof startAsked>>

const ENDS = {
  closed: ({ operator, code }: RequestStage) => operator.closeRequest(code),
  expired: async ({ server }: RequestStage) => void (server.server.clock.now += WEEK_S * 1_000),
} as const

test.each([
  ['closed', 'This request is closed'],
  ['expired', 'This request has ended'],
] as const)('a request that is %s says so and offers one next action', async (state, text) => {
  const asked = await startAsked()
  await ENDS[state](asked)
  const app = openMemberApp(asked.server, { route: asked.route })
  await app.sees(text)
  await seesMainButton(app, 'Back to ')
  expect(app.buttons()).toEqual([])
})

test('a request that is full says so and offers one next action', async () => {
  const server = await startAppServer()
  const code = await (await server.operate()).makeRequest({ families: ['ton'], maxAnswers: 1 })
  const ilya = await server.visit(ILYA)
  const { id: walletId } = await ilya.linkTon()
  await ilya.api.call(answerRequest, { id: code, body: { walletId } })
  const app = openMemberApp(server, { route: routeTo(code) })
  await app.sees('This request is full')
  await seesMainButton(app, 'Back to ')
  expect(app.buttons()).toEqual([])
})

test.each(['closed', 'expired'] as const)(
  'an answer to a request that is %s can still be withdrawn',
  async (state) => {
    const asked = await startAnswered()
    await ENDS[state](asked)
    const app = openMemberApp(asked.server, { route: asked.route })
    await app.sees('Take back')
    app.telegram.answers.push(true)
    app.press('Take back')
    await seesMainButton(app, 'Back to ')
    await app.seesNot('Take back')
  },
)

test('a request that closes before the tap says so', async () => {
  const { app, operator, code } = await open(startAsked())
  await seesMainButton(app, ANSWER)
  await operator.closeRequest(code)
  app.telegram.pressMainButton()
  await app.sees('This request is closed')
})

test('a request that does not exist says so and leads Home', async () => {
  const app = openMemberApp(await startAppServer(), { route: routeTo(`r1_${'n'.repeat(22)}`) })
  await app.sees('No such request')
  await app.tapMain('Back to start')
  await until(() => expect(app.router.route.get()).toEqual({ screen: 'home' }))
})

test('an answer whose wallet was unlinked can be given again while the request is open', async () => {
  const { server, ada, wallet, route } = await startAnswered()
  await ada.api.call(unlinkWallet, { id: wallet.id })
  const app = openMemberApp(server, { route })
  await app.sees('The wallet of your answer is no longer linked')
  server.server.clock.now += WEEK_S * 1_000
  const late = openMemberApp(server, { route })
  await late.sees('This wallet is no longer linked')
})

test('a launch that is too old opens the same request again', async () => {
  const { server, code, route } = await startAsked()
  const telegram = createFakeTelegram({ launch: server.launch() })
  server.server.clock.now += 2 * 3_600_000
  const app = openMemberApp(server, { telegram, route })
  await app.tap('Open again')
  expect(app.telegram.opened).toEqual([`https://t.me/clasp_test_bot?startapp=${code}`])
  expect(server.sentTo(openSession)).not.toEqual([])
  expect(server.sentTo(getRequest)).toEqual([])
})
