import { afterEach, describe, expect, test, vi } from 'vitest'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { cancelCosigning } from '#shared/api/cancel-cosigning.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { createTicket } from '#shared/api/create-ticket.ts'
import { fixAccount } from '#shared/api/fix-account.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { getMe } from '#shared/api/get-me.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import { ATTEMPT_POLL_MS, COSIGNING_TTL_MS } from '#shared/limits.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import { formatList } from '#client/i18n/format.ts'
import { unbrokenAddress } from '#client/screens/account/unbroken-address.ts'
import { TICKET_KEY } from '#client/telegram/launch-ticket.ts'
import type { MemberApp } from '#tests/support/open-member-app.tsx'
import {
  type CosigningStage,
  type GatheredOwners,
  shareOwnersServers,
  getShort,
} from '#tests/support/cosigning.ts'
import { getDevice } from '#tests/support/get-device.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { METAMASK } from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { sampleSafe } from '#tests/support/multisig-samples.ts'
import { until } from '#tests/support/until.ts'
import { en, evmEn, multisigEn } from '#tests/support/messages.ts'

const { gatherOwners, startCosigningStage } = shareOwnersServers()
const messages = multisigEn.cosign
const SIGN = 'Sign in wallet'
const ELSEWHERE = 'Started on another device'

type Options = Parameters<CosigningStage['openApp']>[0]

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const isAt = (app: MemberApp, route: object) =>
  until(() => expect(app.router.route.get()).toEqual(route))
const reportedFailures = ({ server }: GatheredOwners) =>
  server.sentTo(updateAttempt).filter(({ body }) => JSON.stringify(body).includes('failed'))

/** From here on time passes only when a test advances it. */
const stopTime = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Ada has chosen a wallet for the link of an open cosigning. */
async function chooseWallet(started: CosigningStage, options: Options = {}) {
  const cosign = { screen: 'cosign', code: started.code } as const
  const connect = { screen: 'connect', purpose: started.code } as const
  const device = createMemoryStorage()
  const app = started.openApp({ route: cosign, device, ...options })
  await app.tapMain(messages.sign)
  await app.tap('MetaMask')
  await app.sees(messages.attempt.title)
  return { ...started, app, evm: app.evm, device, cosign, connect }
}

/** The same, with the wallet of an owner connected and about to sign. */
async function connectOwner(started: CosigningStage, options: Options = {}) {
  const opened = await chooseWallet(started, options)
  opened.evm.answer(started.ada.wallet.connected)
  await until(() => expect(opened.evm.asked).toHaveLength(1))
  return opened
}

describe('an owner’s signature', () => {
  test('goes from the link to a wallet and back, beside its sentence and hash, and counts once', async () => {
    const started = await startCosigningStage()
    const { app, evm, ada, server, multisig, message, cosign } = await connectOwner(started)
    await app.sees(evmEn.hash.header)
    expect(app.container.querySelector('pre')?.textContent).toBe(message)
    expect(app.text()).toContain(evmEn.signsAs.textNote)
    expect(app.text()).not.toContain('Your wallet will show this message')
    await app.sees(`${evmEn.signsAs.safe}Base${getShort(multisig.address)}`)
    const { attempt } = await ada.api.call(getMe, {})
    expect(evm.asked).toEqual([
      {
        attemptId: attempt?.id,
        message,
        account: ada.wallet.account,
        signsFor: { address: multisig.address, chainId: 8453 },
        expiresAt: server.server.clock.now + 600_000,
      },
    ])
    const signature = await started.signFor(message)
    evm.answer(signature)
    evm.answer(signature)
    await app.sees(messages.signatureCounts)
    expect(app.text()).toContain('1 of 2')
    expect(app.router.route.get()).toEqual(cosign)
    expect(app.telegram.haptics).toContain('success')
    expect(server.sentTo(submitProof)).toHaveLength(1)
    app.telegram.pressBack()
    expect(app.router.route.get()).toEqual({ screen: 'home' })
  })

  test('waits on the same step after a reload, whatever screen the app opens on, and counts when it arrives then', async () => {
    const started = await startCosigningStage()
    const { openApp, server, message, multisig, device, cosign } = await connectOwner(started)
    const reloaded = openApp({ device })
    await reloaded.sees(SIGN)
    expect(reloaded.evm.calls).toContain('restore')
    reloaded.press(SIGN)
    expect(reloaded.evm.asked).toMatchObject([{ signsFor: { address: multisig.address } }])
    const app = openApp({ device, route: cosign })
    await app.sees(SIGN)
    const signature = await started.signFor(message)
    app.evm.answer(signature)
    await app.sees(messages.signatureCounts)
    expect(server.sentTo(submitProof)).toMatchObject([{ body: { signature: signature.signature } }])
  })

  test('counts without a name when its wallet is not linked, and the page says how to change that', async () => {
    const started = await startCosigningStage()
    await started.ada.api.call(unlinkWallet, { id: started.ada.walletId })
    const { app, evm, message } = await connectOwner(started)
    evm.answer(await started.signFor(message))
    await app.sees(messages.signatureCounts)
    expect(app.text()).toContain(messages.givenAnonymously)
    expect(app.text()).not.toContain(messages.withdraw)
    await app.tapMain(messages.sendToOwners)
    expect(app.telegram.opened).toEqual([expect.stringContaining('https://t.me/share/url?url=')])
  })

  test('an owner’s signature is sent again after an outage', async () => {
    const started = await startCosigningStage()
    const { app, evm, server, message, cosign } = await connectOwner(started)
    const signature = await started.signFor(message)
    stopTime()
    const recover = server.refuse(submitProof, 'maintenance', { 'retry-after': '1' })
    evm.answer(signature)
    await server.settled()
    recover()
    await pass(1_000)
    await isAt(app, cosign)
    expect(server.sentTo(submitProof)).toHaveLength(2)
  })

  test('says so when it is not accepted any longer', async () => {
    const started = await startCosigningStage()
    const { app, evm, ilya, code, message } = await connectOwner(started)
    await ilya.api.call(cancelCosigning, { id: code })
    evm.answer(await started.signFor(message))
    await app.sees(multisigEn.problems['cosign-closed'])
    await app.seesMain(en.actions.home)
  })

  test('ends with one way on, for the same link, when its wallet does not sign such messages', async () => {
    const { app, evm, connect } = await connectOwner(await startCosigningStage())
    evm.answer({ kind: 'failure', code: 'evm-method-unsupported' })
    await app.sees(evmEn.problems['evm-method-unsupported'])
    await app.sees(messages.attempt.failed)
    await app.tapMain(en.actions['other-wallet'])
    expect(app.router.route.get()).toEqual(connect)
  })

  test('is asked of an account that nothing is linked for, and no screen says otherwise', async () => {
    const { openApp, code } = await startCosigningStage()
    const app = openApp({ route: { screen: 'cosign', code }, device: createMemoryStorage() })
    const seesAccount = async (shown: string) => {
      await app.sees(shown)
      expect(app.text()).toContain(en.connect.signedIn)
      expect(app.text()).not.toContain(en.connect.account)
    }
    await seesAccount(messages.whoAsks)
    await app.tapMain(messages.sign)
    await seesAccount('MetaMask')
    await app.tap('MetaMask')
    await seesAccount(messages.attempt.title)
  })

  test('names the Safe’s chain to a wallet that is not on it', async () => {
    const { app, evm } = await connectOwner(await startCosigningStage())
    evm.answer({ kind: 'failure', code: 'evm-chain-unsupported' })
    await app.sees(evmEn.safeChain('Base'))
  })

  test('leads back to the link when it is given up, after a question', async () => {
    const { app, server, cosign } = await chooseWallet(await startCosigningStage())
    await app.sees(messages.attempt.cancel)
    app.telegram.answers.push(true)
    app.telegram.pressBack()
    await isAt(app, cosign)
    expect(app.telegram.questions).toMatchObject([{ title: messages.attempt.leaveAsk.title }])
    await until(() => expect(server.sentTo(cancelAttempt)).toHaveLength(1))
  })

  test('starts nothing without a connection, and says so', async () => {
    const { server, openApp, code: purpose } = await startCosigningStage()
    const reconnect = server.replace(createAttempt, () =>
      Promise.reject(new TypeError('Failed to fetch')),
    )
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const app = openApp({ route: { screen: 'connect', purpose } })
    await app.tap('MetaMask')
    await app.sees(en.problems.offline)
    online.mockRestore()
    reconnect()
    app.press('MetaMask')
    await app.sees(messages.attempt.title)
  })
})

test.each(['cosign-not-owner', 'cosign-owner-contract'] as const)(
  'a wallet that is not an owner’s (%s) is reported, also during the check and after a reload, and the same attempt goes on with the right one',
  async (code) => {
    const started = await startCosigningStage()
    const { server, world, multisig, openApp, ada } = started
    const { address } = server.evmWallet(started.proposerKey).account
    if (code === 'cosign-owner-contract') {
      world.setSafe(sampleSafe({ chainId: 8453, address }))
      started.become({ owners: [...multisig.owners, address] })
    }
    stopTime()
    const first = await chooseWallet(started)
    const { device, connect } = first
    first.evm.answer({ kind: 'account', account: { address, chainId: 1 }, walletApp: METAMASK })
    first.evm.deviceWallet.set({
      status: 'connected',
      walletApp: METAMASK,
      address,
      network: 'eip155:8453',
    })
    await first.app.sees(messages.attempt.wrongWallet)
    await first.app.sees(multisigEn.problems[code])
    await first.app.sees(messages.needed(unbrokenAddress({ family: 'evm', address: ada.address })))
    expect(first.app.text()).toContain(`${METAMASK.name}${en.home.device}${address.slice(0, 6)}`)
    const asked = server.sentTo(getAttempt).length
    await pass(ATTEMPT_POLL_MS)
    await server.settled()
    expect(server.sentTo(getAttempt).length).toBeGreaterThan(asked)
    expect(first.app.text()).toContain(messages.attempt.wrongWallet)
    const app = openApp({ device })
    await app.sees(messages.attempt.wrongWallet)
    await app.sees(multisigEn.problems[code])
    expect(reportedFailures(started)).toEqual([])
    await app.tapMain(en.actions['other-wallet'])
    expect(app.router.route.get()).toEqual(connect)
    await app.tap('MetaMask')
    await app.sees(messages.attempt.title)
    expect(app.evm.prepared.at(-1)).toEqual(first.evm.prepared[0])
    app.evm.answer(ada.wallet.connected)
    await until(() => expect(app.evm.asked).toHaveLength(1))
    app.evm.answer(await started.signFor(started.message))
    await app.sees(messages.signatureCounts)
  },
)

const STRANGER = `0x${'ab'.repeat(20)}`

/** The link of a cosigning, on a device of Ada's where a wallet with these accounts is connected. */
function openConnected(started: CosigningStage, safeSigners: readonly EvmAccount[]) {
  const cosign = { screen: 'cosign', code: started.code } as const
  const app = started.openApp({ route: cosign })
  const [first] = safeSigners
  app.evm.deviceWallet.set({
    status: 'connected',
    network: 'eip155:8453',
    address: first?.address ?? STRANGER,
    walletApp: METAMASK,
    safeSigners,
  })
  return { ...started, app, evm: app.evm, cosign }
}

const onBase = (address: string): EvmAccount => ({ address, chainId: 8453 })
const SIGN_NOW = messages.signWith('MetaMask')

describe('an owner’s wallet that is connected already', () => {
  test('is named, and signs with the owner’s one of its accounts, without a new pairing and with one tap on the page', async () => {
    const started = await startCosigningStage()
    const { ada, message, multisig } = started
    const { app, evm } = openConnected(started, [onBase(STRANGER), onBase(ada.address)])
    await app.sees(`${messages.signedAs}MetaMask${getShort(ada.address)}`)
    await app.tap(SIGN_NOW)
    await until(() => expect(evm.asked).toHaveLength(1))
    expect(evm.asked).toMatchObject([
      { message, account: onBase(ada.address), signsFor: onBase(multisig.address) },
    ])
    expect(evm.prepared).toEqual([])
    expect(evm.calls).not.toContain('connect metamask')
    evm.answer(await started.signFor(message))
    await app.sees(messages.signatureCounts)
  })

  test('gets the message, and opens by one more tap where the first no longer counts for the client', async () => {
    const started = await startCosigningStage()
    const { app, evm } = openConnected(started, [onBase(started.ada.address)])
    app.telegram.tap.isFresh = false
    await app.tap(SIGN_NOW)
    await app.sees(en.attempt.reopen)
    expect(evm.asked).toMatchObject([{ account: onBase(started.ada.address) }])
    expect(evm.calls).not.toContain('reopen')
    await app.tap(en.attempt.reopen)
    expect(evm.calls).toContain('reopen')
  })

  test('signs with the name that the member has chosen to show beside the button', async () => {
    const started = await startCosigningStage()
    const { app, server } = openConnected(started, [onBase(started.ada.address)])
    await app.sees(SIGN_NOW)
    expect(app.text()).toContain(messages.showName + SIGN_NOW)
    app.container.querySelector<HTMLInputElement>('input[role="switch"]')?.click()
    await app.tap(SIGN_NOW)
    await until(() =>
      expect(server.sentTo(createAttempt)).toMatchObject([
        { body: { cosign: { code: started.code, showsName: true } } },
      ]),
    )
  })

  test('is not asked once the owner has left the page before its attempt is here', async () => {
    const started = await startCosigningStage()
    const { app, evm, server } = openConnected(started, [onBase(started.ada.address)])
    const answer = server.holdNextAnswer(createAttempt)
    await app.tap(SIGN_NOW)
    await answer.held
    app.telegram.pressBack()
    answer.release()
    await server.settled()
    expect(app.router.route.get()).toEqual({ screen: 'home' })
    expect(server.sentTo(fixAccount)).toEqual([])
    expect(evm.asked).toEqual([])
  })

  test('can be replaced by another wallet', async () => {
    const started = await startCosigningStage()
    const { app, code } = openConnected(started, [onBase(started.ada.address)])
    await app.tap(en.attempt.anotherWallet)
    expect(app.router.route.get()).toEqual({ screen: 'connect', purpose: code })
  })

  test('stays on the page, which says why, when the server cannot be reached', async () => {
    const started = await startCosigningStage()
    const { app, evm, server, cosign } = openConnected(started, [onBase(started.ada.address)])
    const recover = server.refuse(createAttempt, 'maintenance')
    await app.tap(SIGN_NOW)
    await app.sees(en.problems.maintenance)
    expect(app.router.route.get()).toEqual(cosign)
    recover()
    await app.tap(SIGN_NOW)
    await until(() => expect(evm.asked).toHaveLength(1))
  })

  test.each([
    ['has no owner’s account', () => [onBase(STRANGER)]],
    [
      'offers it on another chain than the Safe’s',
      (owner: string) => [{ address: owner, chainId: 1 }],
    ],
    ['cannot sign for a Safe', () => []],
  ] as const)(
    'is left alone when it %s, and the choice says which owner’s is needed',
    async (_, signers) => {
      const started = await startCosigningStage()
      const { ada } = started
      const { app, code } = openConnected(started, signers(ada.address))
      await app.tapMain(messages.sign)
      expect(app.router.route.get()).toEqual({ screen: 'connect', purpose: code })
      const owner = unbrokenAddress({ family: 'evm', address: ada.address })
      await app.sees(messages.needed(owner))
    },
  )
})

test('the choice names every owner that has not signed, to a member none of whose wallets is an owner’s', async () => {
  const started = await startCosigningStage()
  const { ada, ilya, negar, code } = started
  await negar.sign()
  await ada.api.call(unlinkWallet, { id: ada.walletId })
  const app = started.openApp({ route: { screen: 'connect', purpose: code } })
  const open = [ada, ilya].map(({ address }) => unbrokenAddress({ family: 'evm', address }))
  await app.sees(messages.neededOneOf(formatList('en', open)))
})

/** A TON wallet has been chosen, and proves with this key. */
async function agree(started: CosigningStage, key: number) {
  const connect = { screen: 'connect', purpose: started.code } as const
  const app = started.openApp({ route: connect })
  await app.tap('Wallet in Telegram')
  await app.sees('Approve in Wallet')
  app.wallets.answer(started.server.proveTon(app.wallets.prepared[0], key))
  return { app, connect }
}

describe('a signer’s agreement', () => {
  test('a signer’s agreement is one proof of the signer’s own wallet, and counts', async () => {
    const started = await startCosigningStage({ family: 'ton' })
    const { app } = await agree(started, started.ada.key)
    await app.sees(messages.agreementCounts)
  })

  test('a signer’s agreement is refused from a member who may only propose, and another wallet can be chosen for it', async () => {
    const started = await startCosigningStage({ family: 'ton' })
    const { app, connect } = await agree(started, started.proposerKey)
    await app.sees(multisigEn.problems['cosign-proposer'])
    await app.tapMain(en.actions['other-wallet'])
    expect(app.router.route.get()).toEqual(connect)
  })
})

/** Ada's phone has sent a request to a wallet, and this is another device. */
async function openElsewhere() {
  const started = await startCosigningStage()
  const { id } = await started.ada.begin()
  await started.ada.api.call(updateAttempt, { id, body: { state: 'awaiting-wallet' } })
  const app = started.openApp({ route: { screen: 'attempt', id } })
  await app.sees(ELSEWHERE)
  return { ...started, app, id }
}

describe('another device', () => {
  test('shows the attempt as started elsewhere, and takes it over for the same link', async () => {
    const { app, ada, id, code } = await openElsewhere()
    expect(app.text()).toContain(messages.attempt.title)
    app.press(en.connect.title)
    expect(app.router.route.get()).toEqual({ screen: 'connect', purpose: code })
    await app.tap('MetaMask')
    const wanted = [ada.address]
    await until(() => expect(app.evm.prepared).toEqual([{ family: 'evm', attemptId: id, wanted }]))
  })

  test('sees the attempt end, and goes back to the link', async () => {
    stopTime()
    const { app, ada, id } = await openElsewhere()
    await ada.finish(id)
    await pass(ATTEMPT_POLL_MS)
    await app.sees(messages.signatureCounts)
  })
})

describe('a cosigning where EVM wallets are connected in the browser', () => {
  test('opens our page there, and comes back automatically', async () => {
    const { openApp, server, ada, code } = await startCosigningStage({ evm: 'browser' })
    stopTime()
    const app = openApp({ route: { screen: 'cosign', code } })
    await app.tapMain(messages.sign)
    await app.tap('Opens in your browser')
    await until(() => expect(app.evm.calls).toContain('connect browser'))
    await app.sees(messages.attempt.title)
    await server.settled()
    const { attempt } = await ada.api.call(getMe, {})
    await ada.finish(attempt?.id ?? expect.fail('nothing is under way'))
    await pass(ATTEMPT_POLL_MS)
    await app.sees(messages.signatureCounts)
  })

  test('says there in whose name the signature will be, and that it counts', async () => {
    const started = await startCosigningStage({ evm: 'browser' })
    const { id } = await started.ada.begin()
    const { ticket = '' } = await started.ada.api.call(createTicket, { id })
    const tab = createMemoryStorage()
    tab.setItem(TICKET_KEY, ticket)
    const telegram = createFakeTelegram({
      launch: { place: 'ticket' },
      platform: 'unknown',
      hasMainButton: false,
      hasBackButton: false,
    })
    const app = started.openApp({ telegram, tab })
    await app.sees(evmEn.ticket.cosign.whose('Ada'))
    expect(app.text()).toContain(evmEn.ticket.cosign.notYours)
    expect(app.text()).not.toContain(evmEn.ticket.whose('Ada'))
    await until(() => expect(app.evm.prepared).toHaveLength(1))
    app.press('MetaMask')
    app.evm.answer(started.ada.wallet.connected)
    await app.sees(evmEn.hash.header)
    await until(() => expect(app.evm.asked).toHaveLength(1))
    expect(app.evm.asked).toMatchObject([{ signsFor: { address: started.multisig.address } }])
    app.evm.answer(await started.signFor(started.message))
    await app.sees(evmEn.ticket.cosign.done.name)
  })
})

/** Ada has connected a Safe itself: it can sign in its own app, or its owners can with their own wallets. */
async function connectSafe() {
  const owners = await gatherOwners()
  const { id } = await owners.ada.startEvm()
  const { address } = owners.multisig
  const attempt = await owners.ada.api.call(fixAccount, { id, body: { address, chainId: 8453 } })
  const code = attempt.cosigningCode ?? expect.fail('no owner is asked')
  return { ...owners, attempt, code, route: { screen: 'attempt', id } as const }
}

/** The attempt of a connected Safe, on the device where its app has been opened. */
async function openSafe(options: Options = {}) {
  const connected = await connectSafe()
  const { attempt, ada, route, openApp } = connected
  const app = openApp({ route, device: getDevice(attempt, ada.account.id), ...options })
  app.evm.walletApp.set(METAMASK)
  return { ...connected, app, evm: app.evm }
}

describe('a connected Safe', () => {
  test('appears as a Safe, with its time in hours, and offers both ways', async () => {
    const { app, evm, attempt, code, server } = await openSafe()
    server.server.clock.now += 3_600_000
    await app.sees('This is a Safe, 2 of 3')
    expect(app.text()).toContain(evmEn.safeWays.note)
    await until(() =>
      expect(app.container.querySelector('[role="timer"]')?.textContent).toBe('71 hr left'),
    )
    app.press(SIGN)
    expect(evm.asked).toMatchObject([{ message: attempt.message, signsFor: null }])
    app.press(evmEn.safeWays.owners.name)
    expect(app.router.route.get()).toEqual({ screen: 'cosign', code })
    await app.sees(messages.waiting.signatures)
  })

  test.each(['wallet-rejected', 'evm-session-lost', 'evm-method-unsupported'] as const)(
    'a connected Safe can still be signed for by its owners when its app refuses (%s)',
    async (code) => {
      const opened = await openSafe()
      const { app, evm } = opened
      await app.tap(SIGN)
      evm.answer({ kind: 'failure', code })
      await app.sees(SIGN)
      expect(reportedFailures(opened)).toEqual([])
      expect(app.text()).toContain(evmEn.safeWays.owners.name)
    },
  )

  test('a connected Safe can be left without a question, because it goes on for days, and is given up only when the member says so', async () => {
    const { app, server, route } = await openSafe()
    await app.sees('This is a Safe')
    expect(app.telegram.isClosingGuarded()).toBe(false)
    app.telegram.pressBack()
    expect(app.router.route.get()).toEqual({ screen: 'home' })
    expect(app.telegram.questions).toEqual([])
    expect(server.sentTo(cancelAttempt)).toEqual([])
    app.router.open(route)
    await app.sees('Cancel linking')
    app.telegram.answers.push(true)
    app.press('Cancel linking')
    await until(() => expect(server.sentTo(cancelAttempt)).toHaveLength(1))
  })

  test('a connected Safe is linked after its owners have signed, wherever they did', async () => {
    stopTime()
    const { app, code, ilya, negar } = await openSafe()
    await app.sees('This is a Safe')
    await ilya.signIn(code)
    await negar.signIn(code)
    await pass(ATTEMPT_POLL_MS)
    await app.sees('Wallet linked')
  })

  test('the member reads why its owners cannot sign one by one before its app is asked', async () => {
    const { world, multisig, ilya, negar, ada, openApp } = await gatherOwners()
    for (const { address } of [ilya, negar]) world.setSafe(sampleSafe({ chainId: 8453, address }))
    const { id } = await ada.startEvm()
    const body = { state: 'awaiting-wallet' } as const
    const attempt = await ada.api.call(updateAttempt, { id, body })
    const device = getDevice(attempt, ada.account.id)
    const app = openApp({ route: { screen: 'attempt', id }, device })
    app.evm.walletApp.set(METAMASK)
    await app.sees('Link your wallet')
    const account = { address: multisig.address, chainId: 8453 }
    app.evm.answer({ kind: 'account', account, walletApp: METAMASK })
    await app.sees(multisigEn.problems['cosign-no-keys'])
    expect(app.evm.asked).toEqual([])
    app.press(SIGN)
    expect(app.evm.asked).toMatchObject([{ attemptId: id, signsFor: null }])
  })

  test('offers the owners’ way on another device', async () => {
    const { app } = await openSafe({ device: createMemoryStorage() })
    await app.sees(evmEn.safeWays.owners.name)
    expect(app.text()).not.toContain(SIGN)
  })

  test('a connected Safe is not reused to link another wallet', async () => {
    const { app, evm, server, attempt } = await openSafe()
    await app.sees(evmEn.safeWays.owners.name)
    app.router.open({ screen: 'connect' })
    await app.tap('MetaMask')
    await until(() => expect(evm.prepared).toHaveLength(1))
    expect(server.sentTo(createAttempt)).toHaveLength(1)
    expect(evm.prepared).not.toMatchObject([{ attemptId: attempt.id }])
  })
})

/** Ada's attempt with the owners' signatures, after this has happened to the cosigning. */
async function openOffer(happen: (started: CosigningStage) => unknown = () => {}) {
  const started = await startCosigningStage({ starter: 'ada' })
  const { server, code, openApp } = started
  const stored = await server.server.store.findCosigning(code, server.server.clock.now)
  await happen(started)
  const id = stored?.attemptId ?? expect.fail('the cosigning has no attempt')
  return { code, app: openApp({ route: { screen: 'attempt', id } }) }
}

describe('the attempt of a member who requests signatures from the owners', () => {
  test.each<[string, string, (started: CosigningStage) => unknown]>([
    ['awaiting-cosigners', messages.waiting.signatures, () => {}],
    [
      'expired',
      'It was open until',
      ({ server }) => void (server.server.clock.now += COSIGNING_TTL_MS),
    ],
    [
      'cancelled',
      messages.cancelledMine.sentence,
      ({ ada, code }) => ada.api.call(cancelCosigning, { id: code }),
    ],
  ])('leads to the cosigning while it is %s', async (_, sentence, happen) => {
    const { app, code } = await openOffer(happen)
    await isAt(app, { screen: 'cosign', code })
    await app.sees(sentence)
  })

  test('shows the receipt once it is linked', async () => {
    const { app } = await openOffer(async ({ ilya, negar }) => {
      await ilya.sign()
      await negar.sign()
    })
    await app.sees('Wallet linked')
  })
})
