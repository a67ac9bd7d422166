import { describe, expect, test } from 'vitest'
import { answerConsent } from '#shared/api/answer-consent.ts'
import { getMe } from '#shared/api/get-me.ts'
import { openSession } from '#shared/api/open-session.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import { updateWallet } from '#shared/api/update-wallet.ts'
import { PROBLEM_CODES, type ProblemCode } from '#shared/problem.ts'
import { en, evmEn, multisigEn, signingEn } from '#tests/support/messages.ts'
import { PROBLEM_ACTIONS } from '#client/i18n/problem-action.ts'
import { unbrokenAddress } from '#client/screens/account/unbroken-address.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { getTonAddress } from '#tests/support/link-wallet.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { ILYA } from '#tests/support/people.ts'

const SHORT = 'UQCd…Xpd5'

/** The app of a member who has linked the wallet of seed 1. */
async function openLinked(options: Parameters<typeof openMemberApp>[1] = {}) {
  const server = await startAppServer()
  await (await server.visit()).linkTon()
  return { server, app: openMemberApp(server, options) }
}

/** That app on the page of the wallet. */
async function openWalletPage() {
  const { server, app } = await openLinked()
  await app.tap(SHORT)
  await app.sees('How it was verified')
  return { server, app }
}

/** A device on which Tonkeeper is connected with this account. */
function connectTonkeeper(address: string) {
  const walletApp = { appName: 'tonkeeper', name: 'Tonkeeper' }
  return createFakeWalletConnector({
    deviceWallet: { status: 'connected', network: '-239', address, walletApp },
  })
}

describe('after "back"', () => {
  test('the focus is on the row that was pressed', async () => {
    const { app } = await openWalletPage()
    expect(document.activeElement?.tagName).toBe('MAIN')
    app.router.back()
    await until(() => expect(document.activeElement?.tagName).toBe('BUTTON'))
    expect(document.activeElement?.textContent).toContain(SHORT)
  })

  test('the focus is on the screen where nothing was pressed', async () => {
    const { app } = await openLinked()
    await app.sees(SHORT)
    app.router.open({ screen: 'settings' })
    await app.sees(en.settings.title)
    app.router.back()
    await app.sees(SHORT)
    expect(document.activeElement?.tagName).toBe('MAIN')
  })
})

describe('Home', () => {
  test('shows who the member is and what is linked, in plain text', async () => {
    const { app } = await openLinked()
    await app.sees(SHORT)
    for (const messages of [
      'Ada',
      '@ada',
      'Primary',
      'TON wallet W5',
      'Signed by the wallet',
      'Verified Nov 20, 2026',
    ])
      expect(app.text()).toContain(messages)
    expect(app.text()).not.toContain('Testnet')
    expect(app.telegram.isBackShown()).toBe(false)
  })

  test('explains to a newcomer what the app does and never does', async () => {
    const app = openMemberApp(await startAppServer())
    await app.sees('No wallet linked yet')
    expect(app.text()).toContain('never asks for your secret phrase')
  })

  test('shows the wallet of this device that is not linked, which can be switched and disconnected', async () => {
    const wallets = connectTonkeeper(getTonAddress(2))
    const { app } = await openLinked({ wallets })
    await app.sees('Tonkeeper')
    expect(app.text()).toContain('Switch wallet')
    app.press('Disconnect')
    await app.seesNot('Tonkeeper')
    expect(wallets.calls).toEqual(['disconnect'])
  })

  test('says in the line of a linked wallet that it is connected, and disconnects it on its page', async () => {
    const wallets = connectTonkeeper(getTonAddress(1))
    const { app } = await openLinked({ wallets })
    await app.sees('Connected on this device')
    expect(app.text()).not.toContain('Tonkeeper')
    app.press(SHORT)
    await app.sees('Tonkeeper')
    app.press('Disconnect')
    await app.seesNot('Tonkeeper')
    expect(wallets.calls).toEqual(['disconnect'])
  })

  test('Home does not show a connection that is being restored as missing', async () => {
    const wallets = createFakeWalletConnector({ deviceWallet: { status: 'restoring' } })
    const { app } = await openLinked({ wallets })
    await app.sees(SHORT)
    expect(app.text()).not.toContain('Connected on this device')
    expect(wallets.calls).toEqual([])
  })

  test('moves a wallet to the account that proved it only after a second confirmation', async () => {
    const { server, app } = await openLinked()
    await app.sees(SHORT)
    await (await server.visit(ILYA)).proveTon()
    app.telegram.comeBack()
    await app.tap('Move it')
    expect(app.text()).toContain('Another Telegram account proved')
    await until(() => expect(app.telegram.questions).toHaveLength(1))
    await app.settles()
    expect(server.sentTo(answerConsent)).toEqual([])
    app.telegram.answers.push(true)
    app.press('Move it')
    await app.sees('No wallet linked yet')
    expect(server.sentTo(answerConsent)).toMatchObject([{ body: { answer: 'move' } }])
  })

  test('warms the wallets up before the tap, and makes no attempt', async () => {
    const { app } = await openLinked()
    await app.sees(SHORT)
    const button = app.container.querySelector('[data-intent=connect]')
    button?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    await until(() => expect(app.wallets.warmUps.count).toBe(1))
    expect(app.wallets.calls).toEqual([])
  })
})

/** Types into the input as a member does, so that React notices it. */
function write(app: MemberApp, value: string): void {
  const input = app.container.querySelector('input')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

describe('a wallet', () => {
  test('a wallet is described in full', async () => {
    const { app } = await openWalletPage()
    for (const messages of ['Mainnet', 'TON wallet W5', 'own key signed', 'Verified'])
      expect(app.text()).toContain(messages)
    expect(app.telegram.isBackShown()).toBe(true)
    app.press('Show in explorer')
    expect(app.telegram.opened[0]).toMatch(/^https:\/\/tonviewer\.com\/UQ/u)
  })

  test('a wallet is unlinked only after a question', async () => {
    const { server, app } = await openWalletPage()
    const address = unbrokenAddress({ family: 'ton', network: '-239', address: getTonAddress(1) })
    await app.tap('Unlink wallet')
    await until(() => expect(app.telegram.questions[0]?.message).toContain(address))
    expect(server.sentTo(unlinkWallet)).toEqual([])
    await app.settles()
    app.telegram.answers.push(true)
    app.press('Unlink wallet')
    await app.sees('No wallet linked yet')
    expect(server.sentTo(unlinkWallet)).toHaveLength(1)
  })

  test('takes a name, and refuses one that reorders text', async () => {
    const { server, app } = await openWalletPage()
    await app.sees('Label')
    write(app, 'evil\u202Etxt')
    await app.sees('ordinary characters')
    write(app, ' Savings ')
    await app.tap('Save')
    await until(() =>
      expect(server.sentTo(updateWallet)).toMatchObject([{ body: { label: 'Savings' } }]),
    )
  })

  test('a wallet is not found when it belongs to another member', async () => {
    const server = await startAppServer()
    const { id } = await (await server.visit(ILYA)).linkTon()
    const app = openMemberApp(server, { route: { screen: 'wallet', id } })
    await app.sees(en.problems['not-found'])
  })
})

describe('settings', () => {
  test('open from Telegram’s menu and say what the app asks and never asks', async () => {
    const { app } = await openLinked()
    await app.sees(SHORT)
    app.telegram.pressSettings()
    await app.sees('What we never ask')
    expect(app.text()).toContain('English')
  })

  test('show everything that is stored', async () => {
    const { app } = await openLinked({ route: { screen: 'settings' } })
    await app.tap('Show all my data')
    await until(() =>
      expect(app.container.querySelector('textarea')?.value).toContain(getTonAddress(1)),
    )
  })

  test('delete everything after a question, and leave no data on the device', async () => {
    const device = createMemoryStorage()
    const { app } = await openLinked({ device, route: { screen: 'settings' } })
    await app.sees('Delete everything')
    app.telegram.answers.push(true)
    app.press('Delete everything')
    await app.sees('Everything is deleted')
    expect(device.keys()).toEqual([])
  })
})

describe('a launch without an identity', () => {
  test('a page outside Telegram explains the app and leads into Telegram', async () => {
    const server = await startAppServer()
    const telegram = createFakeTelegram({ launch: { place: 'outside' } })
    const app = openMemberApp(server, { telegram })
    await app.sees('Link your crypto wallet')
    await until(() => expect(app.container.querySelector('.qr path')).not.toBeNull())
    expect(server.sent).toEqual([])
  })

  test('a launch that Telegram does not sign is opened again with one tap', async () => {
    const telegram = createFakeTelegram({ launch: { place: 'unsigned' } })
    const app = openMemberApp(await startAppServer(), { telegram })
    await app.sees('One more tap')
    app.press('Continue')
    expect(telegram.opened).toEqual(['https://t.me/clasp_test_bot?startapp'])
  })
})

/** Sentences that only a wallet's answer leads to come in chunks of their own. */
const SENTENCES: Record<ProblemCode, string> = {
  ...en.problems,
  ...signingEn.problems,
  ...evmEn.problems,
  ...multisigEn.problems,
  'evm-chain-unsupported': evmEn.otherChain('Ethereum or Base'),
  'evm-clock-wrong': evmEn.problems['evm-clock-wrong']({ way: 'none', amount: '' }),
}

describe('a problem', () => {
  test('a problem of an attempt has its sentence and exactly one next action', async () => {
    const server = await startAppServer({ evm: 'in-app' })
    const ada = await server.visit()
    const device = createMemoryStorage()
    for (const errorCode of PROBLEM_CODES) {
      server.server.clock.now += 60_000
      const { id } = await ada.startTon()
      await ada.api.call(updateAttempt, { id, body: { state: 'failed', errorCode } })
      const app = openMemberApp(server, { device, route: { screen: 'attempt', id } })
      await app.sees(SENTENCES[errorCode])
      await until(() => {
        const main = app.telegram.mainButton()
        const drawn = app.buttons().map(({ textContent }) => textContent)
        const actions = [...drawn, ...(main ? [main.text] : [])]
        expect({ errorCode, actions }).toEqual({
          errorCode,
          actions: [en.actions[PROBLEM_ACTIONS[errorCode]]],
        })
      })
    }
  })

  test.each(['init-data-invalid', 'init-data-expired', 'maintenance'] as const)(
    'a problem with the launch (%s) fills the whole app',
    async (code) => {
      const server = await startAppServer()
      server.refuse(openSession, code)
      await openMemberApp(server).sees(en.problems[code])
    },
  )

  test('a problem disappears after one retry when its cause is gone', async () => {
    const server = await startAppServer()
    const recover = server.refuse(getMe, 'maintenance')
    const app = openMemberApp(server)
    await app.sees(en.problems.maintenance)
    recover()
    app.telegram.pressMainButton()
    await app.sees('No wallet linked yet')
  })

  test('an unknown path leads Home', async () => {
    const app = openMemberApp(await startAppServer(), { route: { screen: 'not-found' } })
    await app.tapMain('Back to start')
    await app.sees('No wallet linked yet')
  })
})

test('a client without Telegram’s buttons gets drawn ones, and Esc goes back', async () => {
  const server = await startAppServer()
  const launch = server.launch()
  const telegram = createFakeTelegram({ launch, hasMainButton: false, hasBackButton: false })
  const app = openMemberApp(server, { telegram })
  await app.tap('Settings and privacy')
  await app.sees('What we ask')
  expect(app.buttons()[0]?.textContent).toBe('Back')
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  await app.sees('No wallet linked yet')
})
