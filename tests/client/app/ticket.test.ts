import { describe, expect, test } from 'vitest'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { createTicket } from '#shared/api/create-ticket.ts'
import { deleteMe } from '#shared/api/delete-me.ts'
import { openTicketSession } from '#shared/api/open-ticket-session.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import { TICKET_KEY, TICKET_SESSION_KEY } from '#client/telegram/launch-ticket.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { ADA } from '#tests/support/people.ts'
import { getDevice } from '#tests/support/get-device.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { en, evmEn as evm, signingEn as signing } from '#tests/support/messages.ts'

const BACK = 'https://t.me/clasp_test_bot?startapp'
const LINKED = evm.ticket.linked.name

/** A tab of the browser into which Ada has brought a ticket for her attempt. */
async function setUp({ device = createMemoryStorage() } = {}) {
  const server = await startAppServer({ evm: 'browser' })
  const ada = await server.visit()
  const attempt = await ada.startEvm()
  const { ticket = '' } = await ada.api.call(createTicket, { id: attempt.id })
  const tab = createMemoryStorage()
  tab.setItem(TICKET_KEY, ticket)
  const wallet = server.evmWallet()
  /** The page, opened in this tab. */
  const open = (storage = device) => {
    const telegram = createFakeTelegram({
      launch: { place: 'ticket' },
      platform: 'unknown',
      hasMainButton: false,
      hasBackButton: false,
    })
    const evm = createFakeWalletConnector()
    const app = openMemberApp(server, { telegram, tab, device: storage, evm })
    /** Connects MetaMask as soon as it can be pressed. */
    const connect = async () => {
      await until(() => expect(evm.prepared).toHaveLength(1))
      await app.settles()
      app.press('MetaMask')
      await until(() => expect(evm.calls).toContain('connect metamask'))
    }
    /** Connects it, and signs with it. */
    const link = async () => {
      await connect()
      evm.answer(wallet.connected)
      await until(() => expect(evm.asked).toHaveLength(1))
      evm.answer(await wallet.sign(evm.asked[0]))
      await app.sees(LINKED)
    }
    return Object.assign(app, { evm, connect, link })
  }
  return { server, ada, attempt, ticket, wallet, tab, device, open }
}

test('the page of a ticket names the account that the wallet will be linked to before any wallet gets a request', async () => {
  const { open, server, ticket } = await setUp()
  const app = open()
  await app.sees(evm.ticket.notYours)
  expect(app.text()).toContain('Ada')
  expect(app.text()).toContain('@ada')
  expect(server.sentTo(openTicketSession)).toMatchObject([
    { body: { ticket }, authorization: null },
  ])
})

test('the page of a ticket connects, signs and links, and leads back to Telegram', async () => {
  const { open, server, attempt, wallet } = await setUp()
  const app = open()
  await app.link()
  expect(app.evm.prepared).toMatchObject([{ family: 'evm', attemptId: attempt.id }])
  expect(app.evm.asked).toMatchObject([{ account: wallet.account }])
  expect(app.evm.asked[0]?.message).toContain('@ada')
  expect(app.container.querySelector('a')?.href).toBe(`${BACK}=a1_${attempt.id}`)
  const [first, ...rest] = server.sent
  expect(first?.path).toBe('/api/session/ticket')
  expect(rest.every(({ path }) => path.startsWith(`/api/attempts/${attempt.id}`))).toBe(true)
  const [session, ...others] = new Set(rest.map(({ authorization }) => authorization))
  expect(session).toMatch(/^Bearer /u)
  expect(others).toEqual([])
})

test('a reload goes on with the session that the ticket opened, and stores no ticket', async () => {
  const { open, server, tab, wallet } = await setUp()
  const first = open()
  await until(() => expect(first.evm.prepared).toHaveLength(1))
  expect(tab.keys()).toEqual([TICKET_SESSION_KEY])
  await first.connect()
  const again = open()
  await until(() => expect(again.evm.calls).toContain('restore'))
  again.evm.answer(wallet.connected)
  await again.sees(signing.title)
  expect(server.sentTo(openTicketSession)).toHaveLength(1)
  expect(server.sentTo(createAttempt)).toEqual([])
})

test('the page does not wait for a wallet that the member did not choose when a Mini App in the same browser waits for the page', async () => {
  const { open, ada, attempt, tab } = await setUp()
  const { id } = attempt
  const awaited = await ada.api.call(updateAttempt, { id, body: { state: 'awaiting-wallet' } })
  const device = getDevice(awaited)
  const before = device.keys()
  const app = open(device)
  await app.sees(evm.ticket.notYours)
  await app.sees('MetaMask')
  expect(app.evm.calls).not.toContain('restore')
  await app.link()
  expect(device.keys()).toEqual(before)
  // Which app proved a wallet, on this page.
  expect(tab.keys()).toEqual([TICKET_SESSION_KEY, `clasp/${ADA.id}/provers`])
})

test('a ticket that is used, expired or unknown leads back to Telegram', async () => {
  const { open, tab } = await setUp()
  tab.setItem(TICKET_KEY, 't'.repeat(43))
  const app = open()
  await app.sees(en.problems['ticket-invalid'])
  app.press(en.actions.reopen)
  expect(app.telegram.opened).toEqual([BACK])
  expect(tab.keys()).toEqual([])
  expect(app.evm.calls).toEqual([])
})

test('a malformed ticket is not sent', async () => {
  const { open, server, tab } = await setUp()
  tab.setItem(TICKET_KEY, '"><script>')
  await open().sees(en.problems['ticket-invalid'])
  expect(server.sent).toEqual([])
})

test('an outage during the redeeming of the ticket does not use it up', async () => {
  const { open, server, tab } = await setUp()
  const restore = server.refuse(openTicketSession, 'maintenance')
  const app = open()
  await app.sees(en.problems.maintenance)
  expect(tab.keys()).toEqual([TICKET_KEY])
  restore()
  app.press(en.actions.retry)
  await app.sees(evm.ticket.notYours)
})

test('a session that has ended leads back to Telegram', async () => {
  const { open, ada, tab } = await setUp()
  await open().sees(evm.ticket.notYours)
  await ada.api.call(deleteMe, {})
  const app = open()
  await until(() => expect(tab.keys()).toEqual([]))
  await app.sees(en.problems['ticket-invalid'])
})

describe('an attempt', () => {
  test('shows its outcome when it has already ended', async () => {
    const { open } = await setUp()
    await open().link()
    const again = open()
    await again.sees(LINKED)
    expect(again.evm.calls).toEqual([])
  })

  test('says why when it fails, and a new one starts in Telegram', async () => {
    const { open, ada, attempt } = await setUp()
    await open().sees(evm.ticket.notYours)
    const body = { state: 'failed', errorCode: 'evm-signature-invalid' } as const
    await ada.api.call(updateAttempt, { id: attempt.id, body })
    const app = open()
    await app.sees(evm.problems['evm-signature-invalid'])
    expect(app.buttons().map(({ textContent }) => textContent)).toEqual([evm.ticket.back])
  })

  test('an attempt can be given up in this page', async () => {
    const { open, server } = await setUp()
    const app = open()
    await app.connect()
    await app.sees(en.attempt.cancel)
    app.telegram.answers.push(true)
    app.press(en.attempt.cancel)
    await app.sees(en.attempt.cancelled)
    expect(server.sentTo(cancelAttempt)).toHaveLength(1)
  })
})

test('a plain browser without a ticket gets the page outside Telegram', async () => {
  const server = await startAppServer({ evm: 'browser' })
  const telegram = createFakeTelegram({ launch: { place: 'outside' } })
  const app = openMemberApp(server, { telegram, evm: createFakeWalletConnector() })
  await app.sees(en.outside.open)
  expect(server.sent).toEqual([])
})
