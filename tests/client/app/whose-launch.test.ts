import { describe, expect, test } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { createTicket } from '#shared/api/create-ticket.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { TICKET_KEY } from '#client/telegram/launch-ticket.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { comeFrom } from '#tests/support/come-from.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector, TELEGRAM_WALLET } from '#tests/support/fake-wallet-connector.ts'
import { en } from '#tests/support/messages.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { ADA } from '#tests/support/people.ts'

/** Checks that the screen names Ada's account, large, as the one that it links for. */
const seesAccount = ({ container }: MemberApp, messages = en) =>
  until(() => {
    const section = container.querySelector('.section:has(.person)')
    expect(section?.querySelector('h2')?.textContent).toBe(messages.connect.account)
    expect(section?.querySelector('.person-name')?.textContent).toBe(ADA.first_name)
    expect(section?.querySelector('.person-detail')?.textContent).toBe(
      `@${ADA.username}${messages.home.account} ${ADA.id}`,
    )
  })

describe.each(LANGUAGES)('in %s', (language) => {
  test('the choice, the attempt and the success name the Telegram account', async () => {
    const server = await startAppServer()
    const messages = await loadMessages(language)
    const launch = {
      ...server.launch({ ...ADA, language_code: language }),
      username: ADA.username,
    }
    const telegram = createFakeTelegram({ launch })
    const boot = { ...server.boot, language }
    const app = openMemberApp(server, { boot, telegram, route: { screen: 'connect' } })
    await app.tap(messages.connect.walletInTelegram('Wallet'))
    await until(() => expect(app.router.route.get().screen).toBe('attempt'))
    await seesAccount(app, messages)
    app.wallets.answer(server.proveTon(app.wallets.prepared[0]))
    await app.sees(messages.attempt.linked)
    await seesAccount(app, messages)
    app.router.open({ screen: 'connect' })
    await app.sees(messages.connect.title)
    await seesAccount(app, messages)
  })
})

test('our page in the browser names the account', async () => {
  const server = await startAppServer({ evm: 'browser' })
  const ada = await server.visit()
  const { ticket = '' } = await ada.api.call(createTicket, { id: (await ada.startEvm()).id })
  const tab = createMemoryStorage()
  tab.setItem(TICKET_KEY, ticket)
  const telegram = createFakeTelegram({ launch: { place: 'ticket' }, hasMainButton: false })
  const app = openMemberApp(server, { telegram, tab, evm: createFakeWalletConnector() })
  await seesAccount(app)
})

/** The app, which another page has opened for Ada. */
async function openFromOtherPage(
  answers: boolean[] = [],
  { tab = createMemoryStorage(), account = ADA } = {},
) {
  const server = await startAppServer()
  comeFrom('https://another.example/')
  const launch = { ...server.launch(account), username: account.username }
  const open = () => {
    const telegram = createFakeTelegram({ launch })
    telegram.answers.push(...answers)
    return openMemberApp(server, { telegram, tab, route: { screen: 'connect' } })
  }
  return { server, open }
}

describe('a launch that another page led to', () => {
  test('attack: nothing is started for an account that the member says is not theirs', async () => {
    const { server, open } = await openFromOtherPage()
    const app = open()
    await app.tap('Wallet in Telegram')
    await app.sees(en.problems['other-account'])
    expect(app.telegram.questions).toMatchObject([
      { title: en.connect.isItYou({ name: '', id: '' }).title },
    ])
    const [{ message } = { message: '' }] = app.telegram.questions
    for (const named of [ADA.first_name, `@${ADA.username}`, `${ADA.id}`])
      expect(message).toContain(named)
    expect(message.length).toBeLessThanOrEqual(256)
    expect(server.sentTo(createAttempt)).toEqual([])
    expect(app.wallets.calls).not.toContain('connect telegram-wallet')
    app.press(en.actions.reopen)
    expect(app.telegram.opened).toEqual(['https://t.me/clasp_test_bot?startapp'])
  })

  test('attack: an account whose name is another’s username, or ends its quotation, is asked about by what Telegram has', async () => {
    const first_name = 'Ilya (@ilya)”, Telegram account 1\u2069'
    const { open } = await openFromOtherPage([], { account: { ...ADA, first_name } })
    const app = open()
    await app.tap('Wallet in Telegram')
    await app.sees(en.problems['other-account'])
    const [{ message } = { message: '' }] = app.telegram.questions
    expect(message).toContain('for “\u2068Ilya ( ilya)’, Telegram account 1\u2069 ')
    expect(message).toContain(`@${ADA.username}`)
  })

  test('goes on once the member has said that the account is theirs, and asks once in a tab', async () => {
    const tab = createMemoryStorage()
    const { server, open } = await openFromOtherPage([true], { tab })
    const app = open()
    await app.tap('Wallet in Telegram')
    await app.sees('Approve in Wallet')
    expect(app.telegram.questions).toHaveLength(1)
    app.wallets.answer(server.proveTon(app.wallets.prepared[0]))
    await app.sees(en.attempt.linked)
    const again = open()
    await again.tap('Wallet in Telegram')
    await again.sees('Approve in Wallet')
    expect(again.telegram.questions).toEqual([])
  })

  test('attack: an attempt that was started on another device is not taken up without the answer', async () => {
    const { server } = await openFromOtherPage()
    const elsewhere = await server.visit()
    const { id } = await elsewhere.startTon()
    const opened = { state: 'awaiting-wallet', walletApp: TELEGRAM_WALLET.appName } as const
    await elsewhere.api.call(updateAttempt, { id, body: opened })
    const telegram = createFakeTelegram({
      launch: server.launch(),
    })
    const app = openMemberApp(server, { telegram, route: { screen: 'attempt', id } })
    await app.tap(en.connect.title)
    await app.tap('Wallet in Telegram')
    await app.sees(en.problems['other-account'])
    expect(app.wallets.prepared).toEqual([])
  })
})

test('a launch by Telegram asks nothing', async () => {
  const server = await startAppServer()
  const app = openMemberApp(server, { route: { screen: 'connect' } })
  await app.tap('Wallet in Telegram')
  await app.sees('Approve in Wallet')
  expect(app.telegram.questions).toEqual([])
})
