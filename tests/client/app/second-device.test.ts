import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { createTicket } from '#shared/api/create-ticket.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { getMe } from '#shared/api/get-me.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import { ATTEMPT_POLL_MS } from '#shared/limits.ts'
import { deviceOf } from '#tests/support/device-of.ts'
import { ATTEMPT, EVM_ATTEMPT, ME, NOW, ok, refuse, WALLET } from '#tests/support/fake-api.ts'
import {
  createFakeWalletConnector,
  PROOF,
  TELEGRAM_WALLET,
} from '#tests/support/fake-wallet-connector.ts'
import { BOOT, createReadyServer, EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'

type App = ReturnType<typeof openApp>
type Options = NonNullable<Parameters<typeof openApp>[0]>

const PHONE: Attempt = { ...ATTEMPT, state: 'awaiting-wallet', walletApp: 'Tonkeeper' }
const EVM_PHONE: Attempt = { ...EVM_ATTEMPT, state: 'awaiting-wallet' }
const LINKED: Attempt = { ...ATTEMPT, state: 'linked', wallet: WALLET }
const ELSEWHERE = 'Begun on another device'

const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))

/** A computer, while a wallet is open on the member's phone for this attempt. */
function openComputer(attempt: Attempt = PHONE, options: Omit<Options, 'server'> = {}) {
  const server = createReadyServer()
  const { id, family, state, requestCode, cosignCode, expiresAt } = attempt
  server.attempt.current = attempt
  server.on(getMe, () =>
    ok({ ...ME, attempt: { id, family, state, requestCode, cosignCode, expiresAt } }),
  )
  server.on(cancelAttempt, () => ({ status: 204 }))
  return { ...openApp({ server, ...options }), server }
}

async function openAttempt(attempt: Attempt = PHONE, options: Omit<Options, 'server'> = {}) {
  const app = openComputer(attempt, options)
  await sees(app, 'A link is under way')
  app.press('A link is under way')
  await sees(app, ELSEWHERE)
  return app
}

describe('a link that was begun on another device', () => {
  test('is shown on Home, and one tap leads to it', async () => {
    const app = openComputer()
    await sees(app, 'A link is under way')
    expect(app.text()).toContain('It was begun on another device')
    expect(app.router.route.get()).toEqual({ screen: 'home' })
    app.press('A link is under way')
    await sees(app, ELSEWHERE)
    expect(app.text()).not.toContain('Open wallet again')
  })

  test('loads no wallet library, listens to no wallet here and gives none up', async () => {
    const wallets = createFakeWalletConnector({
      deviceWallet: {
        status: 'connected',
        network: '-239',
        address: `0:${'aa'.repeat(32)}`,
        walletApp: TELEGRAM_WALLET,
      },
    })
    const app = await openAttempt(PHONE, { wallets })
    wallets.answer(PROOF)
    app.telegram.answers.push(true)
    app.press('Cancel linking')
    await until(() => expect(app.server.sentTo(cancelAttempt)).toHaveLength(1))
    expect(app.server.sentTo(submitProof)).toEqual([])
    expect(wallets.calls).toEqual([])
  })

  test('that waits for a text is not failed by a wallet of this device which signs none', async () => {
    const wallets = createFakeWalletConnector({
      deviceWallet: {
        status: 'connected',
        network: '-239',
        address: `0:${'aa'.repeat(32)}`,
        walletApp: TELEGRAM_WALLET,
      },
    })
    const attempt: Attempt = { ...ATTEMPT, state: 'awaiting-signature', message: 'I am @ada' }
    const app = await openAttempt(attempt, { wallets })
    app.telegram.comeBack()
    await until(() => expect(app.server.sentTo(getAttempt).length).toBeGreaterThan(1))
    expect(app.server.sentTo(updateAttempt)).toEqual([])
    expect(app.text()).toContain(ELSEWHERE)
  })

  test('is left by going back, without giving it up', async () => {
    const app = await openAttempt()
    app.telegram.pressBack()
    await sees(app, 'Linked wallets')
    expect(app.telegram.questions).toEqual([])
    expect(app.server.sentTo(cancelAttempt)).toEqual([])
    expect(app.telegram.isClosingGuarded()).toBe(false)
  })

  test('is not gone back to by itself when the app opens again here', async () => {
    const app = await openAttempt()
    const again = openComputer(PHONE, { device: app.device })
    await sees(again, 'A link is under way')
    expect(again.router.route.get()).toEqual({ screen: 'home' })
  })

  test('is finished with a wallet that is chosen here, for the same attempt', async () => {
    const app = await openAttempt()
    app.server.on(submitProof, () => ok(LINKED))
    app.press('Choose your wallet')
    await sees(app, 'Wallet in Telegram')
    app.press('Wallet in Telegram')
    await sees(app, 'Approve in')
    expect(app.wallets.prepared).toMatchObject([{ payload: ATTEMPT.payload }])
    expect(app.server.sentTo(createAttempt)).toEqual([])
    app.wallets.answer(PROOF)
    await sees(app, 'Wallet linked')
  })

  test('whose nonce is used up is not begun again here, but a new one', async () => {
    const used: Attempt = { ...ATTEMPT, state: 'awaiting-signature', message: 'I am @ada' }
    const app = await openAttempt(used)
    app.server.on(createAttempt, () =>
      ok({ ...ATTEMPT, id: 'freshfreshfreshfreshfr', payload: 'q'.repeat(43) }),
    )
    app.press('Choose your wallet')
    await sees(app, 'Wallet in Telegram')
    app.press('Wallet in Telegram')
    await until(() => expect(app.wallets.prepared).toMatchObject([{ payload: 'q'.repeat(43) }]))
  })

  test('that another device finishes while a wallet is asked here ends well on both', async () => {
    const app = await openAttempt()
    app.server.on(submitProof, () => {
      app.server.attempt.current = LINKED
      return refuse('attempt-settled')
    })
    app.press('Choose your wallet')
    await sees(app, 'Wallet in Telegram')
    app.press('Wallet in Telegram')
    await sees(app, 'Approve in')
    app.wallets.answer(PROOF)
    await sees(app, 'Wallet linked')
  })

  test('that waits for another holder says so instead of offering a wallet', async () => {
    const app = openComputer({ ...ATTEMPT, state: 'awaiting-consent' })
    await sees(app, 'We asked its holder')
    app.press('A link is under way')
    await sees(app, 'Proof accepted')
    expect(app.text()).not.toContain(ELSEWHERE)
  })
})

describe('an EVM link that was begun on another device', () => {
  const URL = 'https://app.example.com/connect#ticket=t'
  const handover = () =>
    ok({
      ticket: 't'.repeat(43),
      url: URL,
      expiresAt: new Date(NOW + 300_000).toISOString(),
    })

  test('goes on in the browser, where wallets are connected in the app', async () => {
    const evm = createFakeWalletConnector()
    const app = await openAttempt(EVM_PHONE, { boot: EVM_BOOT, evm })
    app.server.on(createTicket, handover)
    await sees(app, 'Continue in the browser')
    app.press('Continue in the browser')
    await until(() => expect(app.telegram.opened).toEqual([URL]))
    expect(evm.calls).toEqual([])
  })

  test('is handed over where wallets are connected in the browser only, by one tap that was asked for', async () => {
    const boot = { ...EVM_BOOT, policy: { ...EVM_BOOT.policy, evm: 'browser' as const } }
    const evm = createFakeWalletConnector()
    const app = await openAttempt(EVM_PHONE, { boot, evm })
    await sees(app, 'Continue in the browser')
    // A ticket that nobody has asked for would end the first device's.
    expect(evm.calls).toEqual([])
    app.press('Continue in the browser')
    await until(() => expect(evm.calls).toEqual(['prepare', 'connect browser']))
    expect(evm.prepared).toEqual([{ family: 'evm', attemptId: EVM_ATTEMPT.id }])
    await sees(app, 'Go on in your browser')
  })

  test('has no word about EVM where it is off', async () => {
    const app = await openAttempt(EVM_PHONE, { boot: BOOT })
    expect(app.text()).not.toContain('browser')
    expect(app.text()).not.toContain('Choose your wallet')
    expect(app.text()).toContain('Cancel linking')
  })
})

describe('the device that is in the middle of a link', () => {
  test('is not told that it was begun elsewhere', async () => {
    const device = deviceOf(PHONE)
    const app = openComputer(PHONE, { device })
    await sees(app, 'Open wallet again')
    app.router.replace({ screen: 'home' })
    await sees(app, 'A link is under way')
    expect(app.text()).not.toContain('It was begun on another device')
  })
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function seesSoon(app: App, words: string): Promise<void> {
  for (let turn = 0; turn < 40 && !app.text().includes(words); turn += 1) await pass(10)
  expect(app.text()).toContain(words)
}

describe('within a second and a half', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('the attempt’s screen shows what the other device has done', async () => {
    const app = openComputer()
    await seesSoon(app, 'A link is under way')
    app.press('A link is under way')
    await seesSoon(app, ELSEWHERE)
    app.server.attempt.current = LINKED
    await pass(ATTEMPT_POLL_MS)
    await seesSoon(app, 'Wallet linked')
  })

  test('Home shows what the other device has done', async () => {
    const app = openComputer()
    await seesSoon(app, 'A link is under way')
    app.server.on(getMe, () => ok(ME))
    await pass(ATTEMPT_POLL_MS)
    await pass(10)
    expect(app.text()).not.toContain('A link is under way')
    const asked = app.server.sentTo(getMe).length
    await pass(ATTEMPT_POLL_MS * 4)
    expect(app.server.sentTo(getMe)).toHaveLength(asked)
  })
})
