import { expect, test } from 'vitest'
import { answerRequest } from '#shared/api/answer-request.ts'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { getMe } from '#shared/api/get-me.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { openSession } from '#shared/api/open-session.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { withdrawAnswer } from '#shared/api/withdraw-answer.ts'
import type { Attempt } from '#shared/attempt.ts'
import type { Request } from '#shared/request.ts'
import type { Wallet } from '#shared/wallet.ts'
import { isolated } from '#client/i18n/format.ts'
import {
  ATTEMPT,
  CHAT_REQUEST,
  MADE_REQUEST,
  ME,
  ok,
  refuse,
  REQUEST,
  WALLET,
} from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { PROOF } from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { createReadyServer, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'

const ROUTE = { screen: 'request', code: REQUEST.code } as const
const SAVINGS: Wallet = {
  ...WALLET,
  id: 'savingssavingssavingss',
  label: 'Savings',
  primary: false,
}
const ANSWERED: Request = {
  ...REQUEST,
  answer: { walletId: WALLET.id, answeredAt: '2026-11-20T12:00:00.000Z' },
}
const ASKED: Attempt = { ...ATTEMPT, requestCode: REQUEST.code }

type App = ReturnType<typeof openApp>

const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))
const seesMainButton = (app: App, text: string) =>
  until(() => expect(app.telegram.mainButton()).toMatchObject({ text, busy: false }))

/** A server that knows the request, and an answer to it once it is given. */
function createAskingServer(request: Request, wallets: readonly Wallet[] = [WALLET]) {
  const server = createReadyServer()
  const asked = { current: request }
  const me = { ...ME, wallets }
  server.on(getMe, () => ok(me))
  server.on(getRequest, () => ok(asked.current))
  server.on(answerRequest, () => ok((asked.current = ANSWERED)))
  server.on(withdrawAnswer, () => ok((asked.current = REQUEST)))
  return Object.assign(server, { asked })
}

test('says who asks, what will be known and until when, before anything is shared', async () => {
  const server = createAskingServer(REQUEST)
  const app = openApp({ server, route: ROUTE })
  await sees(app, 'Clasp asks for your wallet')
  for (const words of ['What will be known', 'Your Telegram account', 'The wallet you choose'])
    expect(app.text()).toContain(words)
  expect(app.text()).toContain('Nov 27, 2026')
  expect(server.sentTo(answerRequest)).toEqual([])
})

test('of the owner’s names the app, and says that its owner will see the answer', async () => {
  const app = openApp({ server: createAskingServer(REQUEST), route: ROUTE })
  await sees(app, 'The owner of this app')
  expect(app.text()).toContain('will see this')
  expect(app.text()).not.toContain('The names come from Telegram')
})

test('of a member’s names them and the chat by Telegram’s word, and who will see the answer', async () => {
  const app = openApp({ server: createAskingServer(CHAT_REQUEST), route: ROUTE })
  await sees(app, `${isolated('Ilya')} asks for your wallet`)
  for (const words of ['@ilya', 'Harbour', 'The names come from Telegram'])
    expect(app.text()).toContain(words)
  expect(app.text()).toContain(
    `${isolated('Ilya')} and the owner of ${isolated('Clasp')} will see this.`,
  )
  expect(app.text()).toContain('The chat sees only how many have answered.')
  expect(app.text()).not.toContain('Only its members may answer')
  app.telegram.pressMainButton()
  await until(() => expect(app.server.sentTo(answerRequest)).toHaveLength(1))
})

test('for members only says so', async () => {
  const server = createAskingServer({ ...CHAT_REQUEST, membersOnly: true })
  const app = openApp({ server, route: ROUTE })
  await sees(app, 'Only its members may answer')
})

test.each([
  ['members-only', 'Only members of the chat may answer this request.'],
  ['membership-unknown', 'Telegram did not say whether you are in the chat.'],
] as const)('an answer refused with %s says why, and can be given again', async (code, words) => {
  const server = createAskingServer({ ...CHAT_REQUEST, membersOnly: true })
  const app = openApp({ server, route: ROUTE })
  await seesMainButton(app, 'Answer with this wallet')
  server.on(answerRequest, () => refuse(code))
  app.telegram.pressMainButton()
  await sees(app, words)
  server.on(answerRequest, () => ok((server.asked.current = ANSWERED)))
  await seesMainButton(app, 'Answer with this wallet')
  app.telegram.pressMainButton()
  await sees(app, 'Your answer')
})

test('whose maker has deleted everything names nobody', async () => {
  const asker = { kind: 'gone' } as const
  const server = createAskingServer({ ...CHAT_REQUEST, asker, state: 'closed' })
  const app = openApp({ server, route: ROUTE })
  await sees(app, 'This request is closed')
  expect(app.text()).toContain('Deleted account')
  const open = openApp({ server: createAskingServer({ ...REQUEST, asker }), route: ROUTE })
  await sees(open, 'You are asked for your wallet')
})

test.each<Request['state']>(['open', 'closed', 'expired', 'full'])(
  'its maker sees the way to the answers while it is %s',
  async (state) => {
    const server = createAskingServer({ ...CHAT_REQUEST, state, made: MADE_REQUEST })
    const app = openApp({ server, route: ROUTE })
    await sees(app, 'This is your request')
    app.press('This is your request')
    expect(app.router.route.get()).toEqual({ screen: 'made-request', code: REQUEST.code })
  },
)

test('a link that is opened once more shows what has become of it', async () => {
  const server = createAskingServer(REQUEST)
  const app = openApp({ server, route: ROUTE })
  await seesMainButton(app, 'Answer with this wallet')
  server.asked.current = { ...REQUEST, state: 'closed' }
  app.telegram.comeBack()
  await sees(app, 'This request is closed')
})

test('is answered with the primary wallet in one tap', async () => {
  const server = createAskingServer(REQUEST, [SAVINGS, WALLET])
  const app = openApp({ server, route: ROUTE })
  await seesMainButton(app, 'Answer with this wallet')
  app.telegram.pressMainButton()
  await sees(app, 'The owner of Clasp sees that this wallet is yours.')
  expect(server.sentTo(answerRequest)).toMatchObject([{ body: { walletId: WALLET.id } }])
  expect(app.telegram.haptics).toContain('success')
})

test('is answered with another wallet if the member chooses it', async () => {
  const server = createAskingServer(REQUEST, [WALLET, SAVINGS])
  const app = openApp({ server, route: ROUTE })
  await sees(app, 'Savings')
  const [first, second] = app.container.querySelectorAll<HTMLInputElement>('input[type=radio]')
  expect([first?.checked, second?.checked]).toEqual([true, false])
  second?.click()
  await until(() => expect(second?.checked).toBe(true))
  app.telegram.pressMainButton()
  await sees(app, 'Your answer')
  expect(server.sentTo(answerRequest)).toMatchObject([{ body: { walletId: SAVINGS.id } }])
})

test('an answer is taken back only after a question', async () => {
  const server = createAskingServer(ANSWERED)
  const app = openApp({ server, route: ROUTE })
  await sees(app, 'Take back')
  app.press('Take back')
  await until(() => expect(app.telegram.questions).toHaveLength(1))
  await until(() => expect(app.container.querySelector('button[aria-busy=true]')).toBeNull())
  expect(server.sentTo(withdrawAnswer)).toEqual([])
  app.telegram.answers.push(true)
  app.press('Take back')
  await sees(app, 'Clasp asks for your wallet')
  expect(app.telegram.questions.at(-1)).toMatchObject({ destructive: true })
})

test('whoever has answered goes back to the chat', async () => {
  const app = openApp({ server: createAskingServer(ANSWERED), route: ROUTE })
  await seesMainButton(app, 'Back to chat')
  app.telegram.pressMainButton()
  expect(app.telegram.opened).toEqual(['closed'])
})

test('a member without a wallet connects one for the request, and has answered', async () => {
  const server = createAskingServer(REQUEST, [])
  server.attempt.current = ASKED
  server.on(submitProof, () => {
    server.asked.current = ANSWERED
    server.on(getMe, () => ok(ME))
    return ok({ ...ASKED, state: 'linked', wallet: WALLET })
  })
  const app = openApp({ server, route: ROUTE })
  await seesMainButton(app, 'Connect wallet')
  app.telegram.pressMainButton()
  await sees(app, 'Wallet in Telegram')
  expect(server.sentTo(createAttempt)).toEqual([])
  app.press('Wallet in Telegram')
  await until(() => expect(app.wallets.prepared).toHaveLength(1))
  expect(server.sentTo(createAttempt)).toMatchObject([{ body: { requestCode: REQUEST.code } }])
  await sees(app, 'Approve in Wallet')
  app.wallets.answer(PROOF)
  await sees(app, 'The owner of Clasp sees that this wallet is yours.')
  expect(app.router.route.get()).toEqual(ROUTE)
  await until(() => expect(app.telegram.writeAccessAsked()).toBe(1))
})

test('a new try after a refusal in the wallet is for the same request', async () => {
  const server = createAskingServer(REQUEST, [])
  server.attempt.current = ASKED
  const app = openApp({ server, route: { screen: 'connect', purpose: REQUEST.code } })
  await sees(app, 'Wallet in Telegram')
  app.press('Wallet in Telegram')
  await sees(app, 'Approve in Wallet')
  app.wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
  await seesMainButton(app, 'Try again')
  app.telegram.pressMainButton()
  expect(app.router.route.get()).toEqual({ screen: 'connect', purpose: REQUEST.code })
})

test('giving up a live attempt leads back to the request that it was for', async () => {
  const server = createAskingServer(REQUEST, [])
  server.attempt.current = ASKED
  server.on(cancelAttempt, () => ({ status: 204 }))
  const app = openApp({ server, route: ROUTE })
  await seesMainButton(app, 'Connect wallet')
  app.telegram.pressMainButton()
  await sees(app, 'Wallet in Telegram')
  app.press('Wallet in Telegram')
  await sees(app, 'Approve in Wallet')
  app.telegram.answers.push(true)
  app.telegram.pressBack()
  await sees(app, 'Clasp asks for your wallet')
  app.telegram.pressBack()
  expect(app.router.route.get()).toEqual({ screen: 'home' })
})

test('an app that was closed while the wallet was open comes back to the attempt, not to the request', async () => {
  const server = createAskingServer(REQUEST, [])
  const device = createMemoryStorage()
  server.attempt.current = ASKED
  const first = openApp({
    server,
    device,
    route: { screen: 'connect', purpose: REQUEST.code },
  })
  await sees(first, 'Wallet in Telegram')
  first.press('Wallet in Telegram')
  await sees(first, 'Approve in Wallet')
  const again = openApp({ server, device, route: ROUTE })
  await sees(again, 'No answer from the wallet yet')
  const other = openApp({ server, device, route: { ...ROUTE, code: `r1_${'o'.repeat(22)}` } })
  await sees(other, 'Clasp asks for your wallet')
})

test.each([
  ['closed', 'This request is closed'],
  ['expired', 'This request has ended'],
  ['full', 'This request is full'],
] as const)('one that is %s says so and offers one way on', async (state, words) => {
  const app = openApp({ server: createAskingServer({ ...REQUEST, state }), route: ROUTE })
  await sees(app, words)
  await until(() => expect(app.telegram.mainButton()).toMatchObject({ text: 'Back to chat' }))
  expect(app.buttons()).toEqual([])
})

test.each(['closed', 'expired'] as const)(
  'an answer to one that is %s can still be taken back',
  async (state) => {
    const server = createAskingServer({ ...ANSWERED, state })
    server.on(withdrawAnswer, () => ok({ ...REQUEST, state }))
    const app = openApp({ server, route: ROUTE })
    await sees(app, 'Take back')
    app.telegram.answers.push(true)
    app.press('Take back')
    await seesMainButton(app, 'Back to chat')
    await until(() => expect(app.text()).not.toContain('Take back'))
  },
)

test('one that closes before the tap says so', async () => {
  const server = createAskingServer(REQUEST)
  const app = openApp({ server, route: ROUTE })
  await seesMainButton(app, 'Answer with this wallet')
  server.on(answerRequest, () => refuse('request-closed'))
  server.asked.current = { ...REQUEST, state: 'closed' }
  app.telegram.pressMainButton()
  await sees(app, 'This request is closed')
})

test('one that nobody made says so and leads Home', async () => {
  const app = openApp({ route: ROUTE })
  await sees(app, 'No such request')
  await until(() => expect(app.telegram.mainButton()).toMatchObject({ text: 'Back to start' }))
  app.telegram.pressMainButton()
  await sees(app, 'Linked wallets')
})

test('an answer whose wallet was unlinked is asked for anew while the request is open', async () => {
  const answer = { walletId: null, answeredAt: '2026-11-20T12:00:00.000Z' }
  const app = openApp({ server: createAskingServer({ ...REQUEST, answer }), route: ROUTE })
  await sees(app, 'The wallet of your answer is no longer linked')
  const late = openApp({
    server: createAskingServer({ ...REQUEST, answer, state: 'expired' }),
    route: ROUTE,
  })
  await sees(late, 'This wallet is no longer linked')
})

test('a launch that is too old opens the very request anew', async () => {
  const server = createAskingServer(REQUEST)
  server.on(openSession, () => refuse('launch-data-expired'))
  const app = openApp({ server, route: ROUTE })
  await sees(app, 'Open again')
  app.press('Open again')
  expect(app.telegram.opened).toEqual([`https://t.me/clasp_bot/app?startapp=${REQUEST.code}`])
})

test('a client without a main button draws it on the page', async () => {
  const server = createAskingServer(REQUEST)
  const telegram = createFakeTelegram({ hasMainButton: false, hasBackButton: false })
  const app = openApp({ server, telegram, route: ROUTE })
  await sees(app, 'Answer with this wallet')
  app.press('Answer with this wallet')
  await sees(app, 'Your answer')
  app.press('Back to chat')
  expect(telegram.opened).toEqual(['closed'])
})
