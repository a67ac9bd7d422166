import { describe, expect, test } from 'vitest'
import { answerConsent } from '#shared/api/answer-consent.ts'
import { deleteMe } from '#shared/api/delete-me.ts'
import { exportMe } from '#shared/api/export-me.ts'
import { getMe } from '#shared/api/get-me.ts'
import { getWallet } from '#shared/api/get-wallet.ts'
import { openSession } from '#shared/api/open-session.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { updateWallet } from '#shared/api/update-wallet.ts'
import { PROBLEM_CODES, type ProblemCode } from '#shared/problem.ts'
import { en, evmEn as enEvm, multisigEn, signingEn } from '#tests/support/words.ts'
import { PROBLEM_ACTIONS } from '#client/i18n/problem-action.ts'
import { unbrokenAddress } from '#client/screens/short-address-text.ts'
import { ATTEMPT, ME, ok, refuse, WALLET } from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { createReadyServer, EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'

type App = ReturnType<typeof openApp>

const SHORT = 'UQA_…P_ZM'
const WALLET_ROUTE = { screen: 'wallet', id: WALLET.id } as const
const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))

describe('Home', () => {
  test('shows who the member is and what is linked, in plain words', async () => {
    const app = openApp()
    await sees(app, SHORT)
    for (const words of [
      'Ada',
      '@ada',
      'Primary',
      'TON wallet W5',
      'By key',
      'Verified Nov 20, 2026',
    ])
      expect(app.text()).toContain(words)
    expect(app.text()).not.toContain('Testnet')
    expect(app.telegram.isBackShown()).toBe(false)
  })

  test('says to a newcomer what this does and never does', async () => {
    const server = createReadyServer()
    server.on(getMe, () => ok({ ...ME, wallets: [] }))
    const app = openApp({ server })
    await sees(app, 'No wallet linked yet')
    expect(app.text()).toContain('never asks for your secret phrase')
  })

  test('shows the wallet of this device, which can be switched and disconnected', async () => {
    const wallets = createFakeWalletConnector({
      deviceWallet: {
        status: 'connected',
        network: '-239',
        address: WALLET.address,
        walletApp: { appName: 'tonkeeper', name: 'Tonkeeper' },
      },
    })
    const app = openApp({ wallets })
    await sees(app, 'Tonkeeper')
    expect(app.text()).toContain('Switch wallet')
    app.press('Disconnect')
    await until(() => expect(app.text()).not.toContain('Tonkeeper'))
    expect(wallets.calls).toEqual(['disconnect'])
  })

  test('does not call a connection that is being restored a missing one', async () => {
    const wallets = createFakeWalletConnector({ deviceWallet: { status: 'restoring' } })
    const app = openApp({ wallets })
    await sees(app, SHORT)
    expect(app.text()).not.toContain('Connected on this device')
    expect(wallets.calls).toEqual([])
  })

  test('lets a wallet go to the account that proved it only after a second word', async () => {
    const server = createReadyServer()
    const { id: attemptId, family, network, expiresAt } = ATTEMPT
    const consent = { attemptId, family, network, address: WALLET.address, expiresAt }
    server.on(getMe, () => ok({ ...ME, consents: [consent] }))
    server.on(answerConsent, () => ({ status: 204 }))
    const app = openApp({ server })
    await sees(app, 'Another Telegram account proved')
    app.press('Let it go')
    await until(() => expect(app.telegram.questions).toHaveLength(1))
    await until(() => expect(app.container.querySelector('[aria-busy=true]')).toBeNull())
    expect(server.sentTo(answerConsent)).toEqual([])
    app.telegram.answers.push(true)
    app.press('Let it go')
    await until(() =>
      expect(server.sentTo(answerConsent)).toMatchObject([{ body: { answer: 'move' } }]),
    )
  })

  test('warms the wallets up on the way to the tap, and makes no attempt', async () => {
    const app = openApp()
    await sees(app, SHORT)
    const button = app.container.querySelector('[data-intent=connect]')
    button?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    await until(() => expect(app.wallets.warmUps.count).toBe(1))
    expect(app.wallets.calls).toEqual([])
  })
})

/** What the member types, as React's inputs hear it. */
function write(app: App, value: string): void {
  const input = app.container.querySelector('input')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

describe('a wallet', () => {
  test('is explained in full', async () => {
    const app = openApp({ route: WALLET_ROUTE })
    await sees(app, 'What is proven')
    for (const words of ['Mainnet', 'TON wallet W5', 'own key signed', 'Verified'])
      expect(app.text()).toContain(words)
    expect(app.telegram.isBackShown()).toBe(true)
    app.press('Show in explorer')
    expect(app.telegram.opened[0]).toMatch(/^https:\/\/tonviewer\.com\/UQA_/u)
  })

  test('is unlinked only after a question', async () => {
    const server = createReadyServer()
    server.on(unlinkWallet, () => ({ status: 204 }))
    const app = openApp({ server, route: WALLET_ROUTE })
    await sees(app, 'Unlink wallet')
    app.press('Unlink wallet')
    await until(() => expect(app.telegram.questions[0]?.message).toContain(unbrokenAddress(WALLET)))
    expect(server.sentTo(unlinkWallet)).toEqual([])
    await until(() => expect(app.container.querySelector('[aria-busy=true]')).toBeNull())
    app.telegram.answers.push(true)
    app.press('Unlink wallet')
    await until(() => expect(app.router.route.get()).toEqual({ screen: 'home' }))
    expect(server.sentTo(unlinkWallet)).toHaveLength(1)
  })

  test('takes a name, and refuses one that reorders text', async () => {
    const server = createReadyServer()
    server.on(updateWallet, () => ok({ ...WALLET, label: 'Savings' }))
    const app = openApp({ server, route: WALLET_ROUTE })
    await sees(app, 'Label')
    write(app, 'evil\u202Etxt')
    await sees(app, 'ordinary characters')
    write(app, ' Savings ')
    await sees(app, 'Save')
    app.press('Save')
    await until(() =>
      expect(server.sentTo(updateWallet)).toMatchObject([{ body: { label: 'Savings' } }]),
    )
  })

  test('that is not the member’s is not there', async () => {
    const server = createReadyServer()
    server.on(getMe, () => ok({ ...ME, wallets: [] }))
    server.on(getWallet, () => refuse('not-found'))
    const app = openApp({ server, route: WALLET_ROUTE })
    await sees(app, en.problems['not-found'])
  })
})

describe('settings', () => {
  test('open from Telegram’s menu and say what is asked and never asked', async () => {
    const app = openApp()
    await sees(app, SHORT)
    app.telegram.pressSettings()
    await sees(app, 'What we never ask')
    expect(app.text()).toContain('English')
  })

  test('show everything that is stored', async () => {
    const server = createReadyServer()
    const { user, wallets } = ME
    const at = ATTEMPT.createdAt
    const times = { exportedAt: at, firstSeenAt: at, lastSeenAt: at }
    server.on(exportMe, () =>
      ok({
        ...times,
        user,
        wallets,
        attempts: [],
        answers: [],
        requests: [],
        cards: [],
        collections: [],
      }),
    )
    const app = openApp({ server, route: { screen: 'settings' } })
    await sees(app, 'Show all my data')
    app.press('Show all my data')
    await until(() =>
      expect(app.container.querySelector('textarea')?.value).toContain(WALLET.address),
    )
  })

  test('delete everything after a question, and leave nothing on the device', async () => {
    const server = createReadyServer()
    server.on(deleteMe, () => ({ status: 204 }))
    const device = createMemoryStorage()
    const app = openApp({ server, device, route: { screen: 'settings' } })
    await sees(app, 'Delete everything')
    app.telegram.answers.push(true)
    app.press('Delete everything')
    await sees(app, 'Everything is deleted')
    expect(device.keys()).toEqual([])
  })
})

describe('without an identity', () => {
  test('outside Telegram the page says what this is and leads in', async () => {
    const server = createReadyServer()
    const app = openApp({ server, telegram: createFakeTelegram({ launch: { place: 'outside' } }) })
    await sees(app, 'Link your crypto wallet')
    await until(() => expect(app.container.querySelector('.qr path')).not.toBeNull())
    expect(server.sent).toEqual([])
  })

  test('a launch that Telegram does not sign is opened again with one tap', async () => {
    const app = openApp({ telegram: createFakeTelegram({ launch: { place: 'unsigned' } }) })
    await sees(app, 'One more tap')
    app.press('Continue')
    expect(app.telegram.opened).toEqual(['https://t.me/clasp_bot/app?startapp'])
  })
})

/** Those that only a wallet's answer leads to come in chunks of their own. */
const SENTENCES: Record<ProblemCode, string> = {
  ...en.problems,
  ...signingEn.problems,
  ...enEvm.problems,
  ...multisigEn.problems,
}

describe('a problem', () => {
  test.each(PROBLEM_CODES)('%s has its sentence and exactly one next action', async (code) => {
    const server = createReadyServer()
    server.attempt.current = { ...ATTEMPT, state: 'failed', errorCode: code }
    const app = openApp({ server, boot: EVM_BOOT, route: { screen: 'attempt', id: ATTEMPT.id } })
    await sees(app, SENTENCES[code])
    await until(() => {
      const main = app.telegram.mainButton()
      const actions = [
        ...app.buttons().map(({ textContent }) => textContent),
        ...(main ? [main.text] : []),
      ]
      expect(actions).toEqual([en.actions[PROBLEM_ACTIONS[code]]])
    })
  })

  test.each(['launch-data-invalid', 'launch-data-expired', 'maintenance'] as const)(
    'with the launch (%s) takes the whole app',
    async (code) => {
      const server = createReadyServer()
      server.on(openSession, () => refuse(code))
      await sees(openApp({ server }), en.problems[code])
    },
  )

  test('that has passed is gone after one retry', async () => {
    const server = createReadyServer()
    let isDown = true
    server.on(getMe, () => (isDown ? refuse('maintenance') : ok(ME)))
    const app = openApp({ server })
    await sees(app, en.problems.maintenance)
    isDown = false
    app.telegram.pressMainButton()
    await sees(app, SHORT)
  })

  test('of a path that leads nowhere leads Home', async () => {
    const app = openApp({ route: { screen: 'not-found' } })
    await until(() => expect(app.telegram.mainButton()).toMatchObject({ text: 'Back to start' }))
    app.telegram.pressMainButton()
    await sees(app, SHORT)
  })
})

test('a client without Telegram’s buttons gets drawn ones, and Esc goes back', async () => {
  const telegram = createFakeTelegram({ hasMainButton: false, hasBackButton: false })
  const app = openApp({ telegram })
  await sees(app, SHORT)
  app.press('Settings and privacy')
  await sees(app, 'What we ask')
  expect(app.buttons()[0]?.textContent).toBe('Back')
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  await sees(app, SHORT)
})
