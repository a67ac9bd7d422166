import { afterEach, describe, expect, test, vi } from 'vitest'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { createTicket } from '#shared/api/create-ticket.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { getMe } from '#shared/api/get-me.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import type { TonTextBinding } from '#shared/boot.ts'
import { ATTEMPT_POLL_MS } from '#shared/limits.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { getDevice } from '#tests/support/get-device.ts'
import { createFakeWalletConnector, TELEGRAM_WALLET } from '#tests/support/fake-wallet-connector.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { ILYA } from '#tests/support/people.ts'

type Options = Parameters<typeof openMemberApp>[1]

const ELSEWHERE = 'Started on another device'
const OPENED = { state: 'awaiting-wallet', walletApp: TELEGRAM_WALLET.appName } as const

/** A wallet is open on Ada's phone for her attempt. */
async function startPhone(tonText: TonTextBinding = 'off') {
  const server = await startAppServer({ tonText })
  const phone = await server.visit()
  const attempt = await phone.startTon()
  await phone.api.call(updateAttempt, { id: attempt.id, body: OPENED })
  return { server, phone, attempt, finish: () => phone.prove(attempt) }
}

/** That attempt on a computer, opened from Home. */
async function openAttempt(options: Options = {}, started = startPhone()) {
  const { server, ...rest } = await started
  const app = openMemberApp(server, options)
  await app.tap('Continue')
  await app.sees(ELSEWHERE)
  return { server, app, ...rest }
}

/** The same for a phone whose wallet has proved, and has to sign a text. */
async function startText() {
  const phone = await startPhone('require')
  await phone.finish()
  return phone
}

/** A wallet that another session has connected on the computer. */
const connected = () =>
  createFakeWalletConnector({
    deviceWallet: {
      status: 'connected',
      network: '-239',
      address: `0:${'aa'.repeat(32)}`,
      walletApp: TELEGRAM_WALLET,
    },
  })

describe('a link that was started on another device', () => {
  test('a link from another device is shown on Home, and one tap leads to it', async () => {
    const { server } = await startPhone()
    const app = openMemberApp(server)
    await app.sees('Unfinished link')
    expect(app.text()).toContain('You started it on another device')
    expect(app.router.route.get()).toEqual({ screen: 'home' })
    app.press('Continue')
    await app.sees(ELSEWHERE)
    expect(app.text()).not.toContain('Open wallet again')
  })

  test('loads no wallet library, ignores the wallets of this device and disconnects none', async () => {
    const { server, app, attempt } = await openAttempt({ wallets: connected() })
    app.wallets.answer(server.proveTon(attempt))
    app.telegram.answers.push(true)
    app.press('Cancel linking')
    await until(() => expect(server.sentTo(cancelAttempt)).toHaveLength(1))
    expect(server.sentTo(submitProof)).toEqual([])
    expect(app.wallets.calls).toEqual([])
  })

  test('a link from another device does not fail when it waits for a text and a wallet of this device signs none', async () => {
    const { server, app } = await openAttempt({ wallets: connected() }, startText())
    app.telegram.comeBack()
    await until(() => expect(server.sentTo(getAttempt).length).toBeGreaterThan(1))
    expect(server.sentTo(updateAttempt)).toEqual([])
    expect(app.text()).toContain(ELSEWHERE)
  })

  test('stays alive when the member goes back', async () => {
    const { server, app } = await openAttempt()
    app.telegram.pressBack()
    await app.sees('Unfinished link')
    expect(app.telegram.questions).toEqual([])
    expect(server.sentTo(cancelAttempt)).toEqual([])
    expect(app.telegram.isClosingGuarded()).toBe(false)
  })

  test('a link from another device does not open automatically when the app opens again here', async () => {
    const { server, app } = await openAttempt()
    const again = openMemberApp(server, { device: app.device })
    await again.sees('Unfinished link')
    expect(again.router.route.get()).toEqual({ screen: 'home' })
  })

  test.each([
    ['is finished with a wallet that is chosen here, for the same attempt', false],
    ['that another device finishes while a wallet is asked here ends well on both', true],
  ])('%s', async (_, isFinished) => {
    const { server, app, attempt, finish } = await openAttempt()
    app.press('Choose your wallet')
    await app.tap('Wallet in Telegram')
    await app.sees('Approve in')
    expect(app.wallets.prepared).toMatchObject([{ payload: attempt.payload }])
    expect(server.sentTo(createAttempt)).toEqual([])
    if (isFinished) await finish()
    app.wallets.answer(server.proveTon(app.wallets.prepared[0]))
    await app.sees('Wallet linked')
  })

  test('gets a new attempt here when its nonce is used up', async () => {
    const { server, app, attempt } = await openAttempt({}, startText())
    app.press('Choose your wallet')
    await app.tap('Wallet in Telegram')
    await until(() => expect(app.wallets.prepared).toHaveLength(1))
    expect(server.sentTo(createAttempt)).toHaveLength(1)
    expect(app.wallets.prepared).not.toMatchObject([{ payload: attempt.payload }])
  })

  test('says so instead of offering a wallet when it waits for another holder', async () => {
    const { server, finish } = await startPhone()
    await (await server.visit(ILYA)).linkTon()
    await finish()
    const app = openMemberApp(server)
    await app.sees('We asked its holder')
    app.press('Continue')
    await app.sees('Proof accepted')
    expect(app.text()).not.toContain(ELSEWHERE)
  })
})

/** The same for an EVM wallet, at a server of this policy. */
async function openEvm(policy: 'in-app' | 'browser', isOffered = true) {
  const server = await startAppServer({ evm: policy })
  const phone = await server.visit()
  const attempt = await phone.startEvm()
  const body = { state: 'awaiting-wallet' } as const
  await phone.api.call(updateAttempt, { id: attempt.id, body })
  const evm = createFakeWalletConnector()
  const off = {
    ...server.boot,
    policy: { ...server.boot.policy, evm: 'off' as const },
    evm: null,
  }
  const app = openMemberApp(server, isOffered ? { evm } : { boot: off })
  await app.tap('Continue')
  await app.sees(ELSEWHERE)
  return { server, app, evm, attempt }
}

describe('an EVM link that was started on another device', () => {
  test('goes on in the browser where wallets are connected in the app', async () => {
    const { server, app, evm } = await openEvm('in-app')
    await app.tap('Continue in the browser')
    await until(() => expect(app.telegram.opened).toHaveLength(1))
    expect(app.telegram.opened[0]).toMatch(/^https:\/\/app\.example\.com\/connect\?.*ticket=/u)
    expect(server.sentTo(createTicket)).toHaveLength(1)
    expect(evm.calls).toEqual([])
  })

  test('moves here by one tap where wallets are connected in the browser only', async () => {
    const { app, evm, attempt } = await openEvm('browser')
    await app.sees('Continue in the browser')
    // A ticket that was not requested would end the first device's.
    expect(evm.calls).toEqual([])
    app.press('Continue in the browser')
    await until(() => expect(evm.calls).toEqual(['prepare', 'connect browser']))
    expect(evm.prepared).toMatchObject([{ family: 'evm', attemptId: attempt.id }])
    await app.sees('Continue in your browser')
  })

  test('an EVM link from another device does not mention EVM where it is off', async () => {
    const { app } = await openEvm('in-app', false)
    expect(app.text()).not.toContain('browser')
    expect(app.text()).not.toContain('Choose your wallet')
    expect(app.text()).toContain('Cancel linking')
  })
})

describe('the device that is in the middle of a link', () => {
  test('the device of a live link does not say that the link was started elsewhere', async () => {
    const { server, phone, attempt } = await startPhone()
    const device = getDevice(await phone.api.call(getAttempt, { id: attempt.id }))
    const app = openMemberApp(server, { device })
    await app.sees('Open wallet again')
    app.router.replace({ screen: 'home' })
    await app.sees('Unfinished link')
    expect(app.text()).not.toContain('You started it on another device')
  })
})

/** The computer, in virtual time. */
async function openInVirtualTime() {
  const phone = await startPhone()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const app = openMemberApp(phone.server)
  await app.sees('Unfinished link')
  return { ...phone, app }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('polling within a second and a half', () => {
  afterEach(() => void vi.useRealTimers())

  test('shows on the attempt’s screen what the other device has done', async () => {
    const { server, app, finish } = await openInVirtualTime()
    app.press('Continue')
    await app.sees(ELSEWHERE)
    await finish()
    const asked = server.sentTo(getAttempt).length
    await pass(ATTEMPT_POLL_MS)
    expect(server.sentTo(getAttempt).length).toBeGreaterThan(asked)
    await app.sees('Wallet linked')
  })

  test('shows on Home what the other device has done', async () => {
    const { server, app, finish } = await openInVirtualTime()
    await finish()
    const before = server.sentTo(getMe).length
    await pass(ATTEMPT_POLL_MS)
    expect(server.sentTo(getMe).length).toBeGreaterThan(before)
    await app.seesNot('Unfinished link')
    const asked = server.sentTo(getMe).length
    await pass(ATTEMPT_POLL_MS * 4)
    expect(server.sentTo(getMe)).toHaveLength(asked)
  })
})
