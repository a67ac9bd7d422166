import { describe, expect, test } from 'vitest'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { fixAccount } from '#shared/api/fix-account.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { openTicketSession } from '#shared/api/open-ticket-session.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import type { Attempt, EvmAttempt } from '#shared/attempt.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { en, evmEn as evm, signingEn as signing } from '#tests/support/words.ts'
import { createAttemptMemory } from '#client/screens/state/attempt-memory.ts'
import { TICKET_KEY, TICKET_SESSION_KEY } from '#client/telegram/launch-ticket.ts'
import {
  createFakeApi,
  EVM_ATTEMPT,
  EVM_WALLET,
  type FakeApi,
  NOW,
  ok,
  refuse,
  USER,
} from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import {
  ACCOUNT,
  createFakeWalletConnector,
  EVM_ACCOUNT,
  SIGNATURE,
} from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'

const TICKET = 't'.repeat(43)
const BOOT = { ...EVM_BOOT, policy: { ...EVM_BOOT.policy, evm: 'browser' as const } }
const FIXED: EvmAttempt = {
  ...EVM_ATTEMPT,
  state: 'awaiting-signature',
  account: EVM_ACCOUNT,
  message: 'I am @ada',
}
const LINKED: EvmAttempt = { ...FIXED, state: 'linked', wallet: EVM_WALLET }
const BACK = 'https://t.me/clasp_bot/app?startapp'

type App = ReturnType<typeof openApp>

const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))

/** A server that redeems the ticket once, and lets its session do the one attempt. */
function createTicketServer(): FakeApi & { said: { current: Attempt } } {
  const server = createFakeApi()
  const said: { current: Attempt } = { current: EVM_ATTEMPT }
  const expiresAt = new Date(NOW + 600_000).toISOString()
  let isSpent = false
  server.on(openTicketSession, () => {
    if (isSpent) return refuse('ticket-invalid')
    isSpent = true
    return ok({ token: 'limited', expiresAt, attemptId: EVM_ATTEMPT.id, user: USER })
  })
  server.on(getAttempt, () => ok(said.current))
  server.on(updateAttempt, ({ body }) => ok(Object.assign({}, said.current, body)))
  server.on(fixAccount, () => ok((said.current = FIXED)))
  server.on(submitProof, () => ok((said.current = LINKED)))
  server.on(cancelAttempt, () => {
    said.current = { ...EVM_ATTEMPT, state: 'cancelled' }
    return { status: 204 }
  })
  return Object.assign(server, { said })
}

function setUp({ ticket = TICKET, server = createTicketServer() } = {}) {
  const tab = createMemoryStorage()
  const device = createMemoryStorage()
  tab.setItem(TICKET_KEY, ticket)
  /** The page, opened in this tab. */
  const open = () => {
    const telegram = createFakeTelegram({
      launch: { place: 'ticket' },
      platform: 'unknown',
      hasMainButton: false,
      hasBackButton: false,
    })
    const wallets = createFakeWalletConnector()
    const app = openApp({ boot: BOOT, telegram, server, tab, device, evm: wallets })
    return Object.assign(app, { evm: wallets })
  }
  return { server, tab, device, open }
}

test('says whose account the wallet will be linked to before any wallet is asked', async () => {
  const { open, server } = setUp()
  const app = open()
  await sees(app, evm.ticket.notYours)
  expect(app.text()).toContain('Ada')
  expect(app.text()).toContain('@ada')
  expect(server.sentTo(openTicketSession)).toMatchObject([
    { body: { ticket: TICKET }, authorization: null },
  ])
})

test('connects, signs and links in this page, and leads back to Telegram', async () => {
  const { open, server } = setUp()
  const app = open()
  await sees(app, 'MetaMask')
  await until(() => expect(app.evm.prepared).toHaveLength(1))
  expect(app.evm.prepared).toEqual([{ family: 'evm', attemptId: EVM_ATTEMPT.id }])
  await until(() => expect(app.container.querySelector('[aria-busy=true]')).toBeNull())
  app.press('MetaMask')
  await until(() => expect(app.evm.calls).toContain('connect metamask'))
  app.evm.answer(ACCOUNT)
  await sees(app, signing.press)
  app.press(signing.press)
  expect(app.evm.asked).toMatchObject([{ message: 'I am @ada', account: EVM_ACCOUNT }])
  app.evm.answer(SIGNATURE)
  await sees(app, evm.ticket.linked.name)
  expect(app.container.querySelector('a')?.href).toBe(`${BACK}=a1_${EVM_ATTEMPT.id}`)
  const paths = server.sent.map(({ path }) => path)
  expect(
    paths.every(
      (path) =>
        path.startsWith(`/api/attempts/${EVM_ATTEMPT.id}`) || path === '/api/session/ticket',
    ),
  ).toBe(true)
  expect(new Set(server.sent.slice(1).map(({ authorization }) => authorization))).toEqual(
    new Set(['Bearer limited']),
  )
})

test('a reload goes on with the session that the ticket became, and keeps no ticket', async () => {
  const { open, server, tab } = setUp()
  const first = open()
  await until(() => expect(first.evm.prepared).toHaveLength(1))
  expect(tab.keys()).toEqual([TICKET_SESSION_KEY])
  await until(() => expect(first.container.querySelector('[aria-busy=true]')).toBeNull())
  first.press('MetaMask')
  await until(() => expect(first.evm.calls).toContain('connect metamask'))
  const again = open()
  await until(() => expect(again.evm.calls).toContain('restore'))
  again.evm.answer(ACCOUNT)
  await sees(again, signing.press)
  expect(server.sentTo(openTicketSession)).toHaveLength(1)
  expect(server.sentTo(createAttempt)).toEqual([])
})

test('a Mini App in the same browser that waits for this page does not make it wait for a wallet that nobody chose', async () => {
  const { open, server, device, tab } = setUp()
  const awaited: EvmAttempt = { ...EVM_ATTEMPT, state: 'awaiting-wallet' }
  server.said.current = awaited
  createAttemptMemory(createUserStorage(device, USER.telegramId)).keep(awaited, 'opened')
  const before = device.keys()
  const app = open()
  await sees(app, evm.ticket.notYours)
  await sees(app, 'MetaMask')
  expect(app.evm.calls).not.toContain('restore')
  await until(() => expect(app.container.querySelector('[aria-busy=true]')).toBeNull())
  app.press('MetaMask')
  await until(() => expect(app.evm.calls).toContain('connect metamask'))
  app.evm.answer(ACCOUNT)
  await sees(app, signing.press)
  app.press(signing.press)
  app.evm.answer(SIGNATURE)
  await sees(app, evm.ticket.linked.name)
  expect(device.keys()).toEqual(before)
  expect(tab.keys()).toEqual([TICKET_SESSION_KEY])
})

test('a ticket that is used, expired or nobody’s leads back to Telegram', async () => {
  const { open, server, tab } = setUp()
  server.on(openTicketSession, () => refuse('ticket-invalid'))
  const app = open()
  await sees(app, en.problems['ticket-invalid'])
  app.press(en.actions.reopen)
  expect(app.telegram.opened).toEqual([BACK])
  expect(tab.keys()).toEqual([])
  expect(app.evm.calls).toEqual([])
})

test('what is no ticket at all is not even sent', async () => {
  const { open, server } = setUp({ ticket: '"><script>' })
  await sees(open(), en.problems['ticket-invalid'])
  expect(server.sent).toEqual([])
})

test('an outage while the ticket is redeemed does not spend it', async () => {
  const { open, server, tab } = setUp()
  let isDown = true
  server.on(openTicketSession, () => {
    if (isDown) return refuse('maintenance')
    const expiresAt = new Date(NOW + 600_000).toISOString()
    return ok({ token: 'limited', expiresAt, attemptId: EVM_ATTEMPT.id, user: USER })
  })
  const app = open()
  await sees(app, en.problems.maintenance)
  expect(tab.keys()).toEqual([TICKET_KEY])
  isDown = false
  app.press(en.actions.retry)
  await sees(app, evm.ticket.notYours)
})

test('a session that has ended leads back to Telegram', async () => {
  const { open, server, tab } = setUp()
  server.on(getAttempt, () => refuse('session-expired'))
  const app = open()
  await until(() => expect(tab.keys()).toEqual([]))
  await sees(app, en.problems['ticket-invalid'])
})

describe('an attempt', () => {
  test('that is over already is shown as it ended', async () => {
    const { open, server } = setUp()
    server.said.current = LINKED
    const app = open()
    await sees(app, evm.ticket.linked.name)
    expect(app.evm.calls).toEqual([])
  })

  test('that fails says why, and a new one begins in Telegram', async () => {
    const { open, server } = setUp()
    server.said.current = { ...FIXED, state: 'failed', errorCode: 'evm-signature-invalid' }
    const app = open()
    await sees(app, evm.problems['evm-signature-invalid'])
    expect(app.buttons().map(({ textContent }) => textContent)).toEqual([evm.ticket.back])
  })

  test('that is given up here is given up', async () => {
    const { open, server } = setUp()
    const app = open()
    await until(() => expect(app.evm.prepared).toHaveLength(1))
    await until(() => expect(app.container.querySelector('[aria-busy=true]')).toBeNull())
    app.press('MetaMask')
    await sees(app, en.attempt.cancel)
    app.telegram.answers.push(true)
    app.press(en.attempt.cancel)
    await sees(app, en.attempt.cancelled)
    expect(server.sentTo(cancelAttempt)).toHaveLength(1)
  })
})

test('a plain browser without a ticket gets the page outside Telegram', async () => {
  const telegram = createFakeTelegram({ launch: { place: 'outside' } })
  const app = openApp({ boot: BOOT, telegram, evm: createFakeWalletConnector() })
  await sees(app, en.outside.open)
  expect(app.server.sent).toEqual([])
})
