import { describe, expect, test } from 'vitest'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { createTicket } from '#shared/api/create-ticket.ts'
import { fixAccount } from '#shared/api/fix-account.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { openTicketSession } from '#shared/api/open-ticket-session.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import type { Attempt, EvmAttempt } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { TICKET_KEY } from '#client/telegram/launch-ticket.ts'
import {
  AGREE_ATTEMPT,
  AGREEMENTS,
  COLLECTION,
  COSIGN_ATTEMPT,
  createCosignServer,
  SAFE,
  SAFE_TEXT,
  signedBy,
  SIGNED,
  TO_COSIGN,
} from '#tests/support/cosign.ts'
import { deviceOf } from '#tests/support/device-of.ts'
import {
  createFakeApi,
  EVM_ATTEMPT,
  EVM_WALLET,
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
  METAMASK,
  PROOF,
  SIGNATURE,
} from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { en, evmEn, multisigEn } from '#tests/support/words.ts'

const words = multisigEn.cosign
const CONNECT = { screen: 'connect', purpose: COLLECTION.code } as const
const COSIGN = { screen: 'cosign', code: COLLECTION.code } as const

type App = ReturnType<typeof openApp>
type Options = Omit<NonNullable<Parameters<typeof openApp>[0]>, 'server'>
type Server = ReturnType<typeof createCosignServer>

const sees = (app: App, text: string) => until(() => expect(app.text()).toContain(text))
const seesMainButton = (app: App, text: string) =>
  until(() => expect(app.telegram.mainButton()).toMatchObject({ text, busy: false }))
const isAt = (app: App, route: object) => until(() => expect(app.router.route.get()).toEqual(route))
const failuresTold = (server: Server) =>
  server.sentTo(updateAttempt).filter(({ body }) => JSON.stringify(body).includes('failed'))

/** A server at which an owner's wallet is taken, and its signature counts. */
function createSigningServer(attempt: Attempt = COSIGN_ATTEMPT): Server {
  const server = createCosignServer()
  server.attempt.current = attempt
  server.on(fixAccount, () => ok((server.attempt.current = TO_COSIGN)))
  server.on(submitProof, () => {
    server.said.current = SIGNED
    return ok((server.attempt.current = { ...TO_COSIGN, state: 'cosigned' }))
  })
  server.on(cancelAttempt, () => ({ status: 204 }))
  return server
}

function open(options: Options & { server: Server }) {
  const evm = createFakeWalletConnector()
  const app = openApp({ boot: EVM_BOOT, evm, ...options })
  return { app, evm }
}

/** The owner has chosen a wallet, which is open. */
async function chooseWallet(server: Server, options: Options = {}) {
  const opened = open({ server, route: COSIGN, ...options })
  const { app } = opened
  await seesMainButton(app, words.sign)
  app.telegram.pressMainButton()
  await sees(app, 'MetaMask')
  app.press('MetaMask')
  await sees(app, words.attempt.title)
  return opened
}

describe('an owner’s signature', () => {
  test('goes from the link to a wallet and back, and counts', async () => {
    const server = createSigningServer()
    const { app, evm } = await chooseWallet(server)
    evm.answer(ACCOUNT)
    await sees(app, 'Sign in wallet')
    app.press('Sign in wallet')
    expect(evm.asked).toEqual([
      {
        attemptId: COSIGN_ATTEMPT.id,
        message: SAFE_TEXT,
        account: EVM_ACCOUNT,
        signsFor: { address: SAFE.address, chainId: SAFE.chainId },
        expiresAt: Date.parse(COSIGN_ATTEMPT.expiresAt),
      },
    ])
    evm.answer(SIGNATURE)
    await sees(app, words.signatureCounts)
    expect(app.text()).toContain('1 of 2')
    expect(app.router.route.get()).toEqual(COSIGN)
    expect(app.telegram.haptics).toContain('success')
    app.telegram.pressBack()
    expect(app.router.route.get()).toEqual({ screen: 'home' })
  })

  test('is given to the sentence and its hash, which stand beside the button that signs', async () => {
    const server = createSigningServer(TO_COSIGN)
    const route = { screen: 'attempt', id: TO_COSIGN.id } as const
    const { app } = open({ server, route, device: deviceOf(TO_COSIGN) })
    await sees(app, evmEn.hash.header)
    expect(app.container.querySelector('pre')?.textContent).toBe(SAFE_TEXT)
    expect(app.text()).toContain(evmEn.signsAs.textNote)
    expect(app.text()).not.toContain('Your wallet will show this text')
    await sees(app, `${evmEn.signsAs.safe}Base0x5FbD…0aa3`)
  })

  test('a reload between connecting and signing leads back to the same step', async () => {
    const server = createSigningServer()
    const device = createMemoryStorage()
    const first = await chooseWallet(server, { device })
    first.evm.answer(ACCOUNT)
    await sees(first.app, 'Sign in wallet')
    const { app, evm } = open({ server, device })
    await sees(app, 'Sign in wallet')
    expect(evm.calls).toContain('restore')
    app.press('Sign in wallet')
    expect(evm.asked).toMatchObject([{ signsFor: { address: SAFE.address } }])
    evm.answer(SIGNATURE)
    await sees(app, words.signatureCounts)
  })

  test('an answer that comes after a reload counts, whatever screen the app opens on', async () => {
    const server = createSigningServer(TO_COSIGN)
    const { app, evm } = open({ server, device: deviceOf(TO_COSIGN), route: COSIGN })
    await sees(app, 'Sign in wallet')
    evm.answer(SIGNATURE)
    await sees(app, words.signatureCounts)
    expect(server.sentTo(submitProof)).toMatchObject([{ body: { signature: SIGNATURE.signature } }])
  })

  test('by a wallet that is not linked counts without a name, and the page says how to change that', async () => {
    const server = createSigningServer(TO_COSIGN)
    const anonymous = signedBy(1)
    const owners = anonymous.owners.map((owner) => ({ ...owner, mine: false }))
    server.on(submitProof, () => {
      server.said.current = { ...anonymous, owners }
      return ok((server.attempt.current = { ...TO_COSIGN, state: 'cosigned' }))
    })
    const { app, evm } = open({ server, device: deviceOf(TO_COSIGN), route: COSIGN })
    await sees(app, 'Sign in wallet')
    evm.answer(SIGNATURE)
    await sees(app, words.signatureCounts)
    expect(app.text()).toContain(words.givenAnonymously)
    expect(app.text()).not.toContain(words.withdraw)
    await seesMainButton(app, en.attempt.done)
  })

  test('is sent again after an outage', async () => {
    const server = createSigningServer(TO_COSIGN)
    const counts = () => ok((server.attempt.current = { ...TO_COSIGN, state: 'cosigned' }))
    let tries = 0
    server.on(submitProof, () => {
      tries += 1
      return tries === 1 ? refuse('maintenance', { 'retry-after': '1' }) : counts()
    })
    const route = { screen: 'attempt', id: TO_COSIGN.id } as const
    const { app, evm } = open({ server, route, device: deviceOf(TO_COSIGN) })
    await sees(app, 'Sign in wallet')
    evm.answer(SIGNATURE)
    await isAt(app, COSIGN)
    expect(tries).toBe(2)
  })

  test('is asked for once, however often the button is pressed', async () => {
    const server = createSigningServer(TO_COSIGN)
    const route = { screen: 'attempt', id: TO_COSIGN.id } as const
    const { app, evm } = open({ server, route, device: deviceOf(TO_COSIGN) })
    await sees(app, 'Sign in wallet')
    evm.answer(SIGNATURE)
    evm.answer(SIGNATURE)
    await isAt(app, COSIGN)
    expect(server.sentTo(submitProof)).toHaveLength(1)
  })

  test('that is no longer taken says so', async () => {
    const server = createSigningServer(TO_COSIGN)
    server.on(submitProof, () => refuse('cosign-closed'))
    const route = { screen: 'attempt', id: TO_COSIGN.id } as const
    const { app, evm } = open({ server, route, device: deviceOf(TO_COSIGN) })
    await sees(app, 'Sign in wallet')
    evm.answer(SIGNATURE)
    await sees(app, multisigEn.problems['cosign-closed'])
    await seesMainButton(app, en.actions.home)
  })

  test('by a wallet that does not sign such messages ends with one way on, for the same link', async () => {
    const server = createSigningServer(TO_COSIGN)
    const route = { screen: 'attempt', id: TO_COSIGN.id } as const
    const { app, evm } = open({ server, route, device: deviceOf(TO_COSIGN) })
    await sees(app, 'Sign in wallet')
    app.press('Sign in wallet')
    evm.answer({ kind: 'failure', code: 'evm-method-unsupported' })
    await sees(app, evmEn.problems['evm-method-unsupported'])
    await sees(app, words.attempt.failed)
    await seesMainButton(app, en.actions['other-wallet'])
    app.telegram.pressMainButton()
    expect(app.router.route.get()).toEqual(CONNECT)
  })

  test('that is given up leads back to the link, after a question', async () => {
    const server = createSigningServer()
    const { app } = await chooseWallet(server)
    await sees(app, words.attempt.cancel)
    app.telegram.answers.push(true)
    app.telegram.pressBack()
    await isAt(app, COSIGN)
    expect(app.telegram.questions).toMatchObject([{ title: words.attempt.leaveAsk.title }])
    await until(() => expect(server.sentTo(cancelAttempt)).toHaveLength(1))
  })

  test('begins nothing without a connection, and says so', async () => {
    const server = createSigningServer()
    server.on(createAttempt, () => Promise.reject(new TypeError('Failed to fetch')))
    const { app } = open({ server, route: CONNECT, isOnline: () => false })
    await sees(app, 'MetaMask')
    app.press('MetaMask')
    await sees(app, en.problems.offline)
    server.on(createAttempt, () => ok(COSIGN_ATTEMPT))
    app.press('MetaMask')
    await sees(app, words.attempt.title)
  })
})

describe('a wallet that is not an owner’s', () => {
  test.each<ProblemCode>(['cosign-not-owner', 'cosign-owner-contract'])(
    '(%s) is told, and the same attempt goes on with the right one',
    async (code) => {
      const server = createSigningServer()
      const { app, evm } = await chooseWallet(server)
      server.on(fixAccount, () => refuse(code))
      evm.answer(ACCOUNT)
      await sees(app, words.attempt.wrongWallet)
      await sees(
        app,
        multisigEn.problems[code === 'cosign-not-owner' ? code : 'cosign-owner-contract'],
      )
      expect(failuresTold(server)).toEqual([])
      await seesMainButton(app, en.actions['other-wallet'])
      app.telegram.pressMainButton()
      expect(app.router.route.get()).toEqual(CONNECT)
      await sees(app, 'MetaMask')
      server.on(fixAccount, () => ok((server.attempt.current = TO_COSIGN)))
      app.press('MetaMask')
      await sees(app, words.attempt.title)
      expect(evm.prepared.at(1)).toEqual({ family: 'evm', attemptId: COSIGN_ATTEMPT.id })
      evm.answer(ACCOUNT)
      await sees(app, 'Sign in wallet')
      app.press('Sign in wallet')
      evm.answer(SIGNATURE)
      await sees(app, words.signatureCounts)
    },
  )

  test('is told once more after a reload', async () => {
    const server = createSigningServer()
    const device = createMemoryStorage()
    server.on(fixAccount, () => refuse('cosign-not-owner'))
    const first = await chooseWallet(server, { device })
    first.evm.answer(ACCOUNT)
    await sees(first.app, words.attempt.wrongWallet)
    const { app } = open({ server, device })
    await sees(app, words.attempt.wrongWallet)
    await sees(app, multisigEn.problems['cosign-not-owner'])
  })

  test('is still told while the server is asked how the attempt stands', async () => {
    const server = createSigningServer()
    const { app, evm } = await chooseWallet(server)
    server.on(fixAccount, () => refuse('cosign-not-owner'))
    evm.answer(ACCOUNT)
    await sees(app, words.attempt.wrongWallet)
    const asked = server.sentTo(getAttempt).length
    await until(() => expect(server.sentTo(getAttempt).length).toBeGreaterThan(asked))
    expect(app.text()).toContain(words.attempt.wrongWallet)
  })
})

/** A server at which a signer of a TON multisig is asked to agree. */
function createAgreeingServer(): Server {
  const own = createCosignServer(AGREEMENTS)
  own.attempt.current = AGREE_ATTEMPT
  return own
}

/** A TON wallet has been chosen. */
async function openTonWallet(own: Server) {
  const { app } = open({ server: own, route: { screen: 'connect', purpose: AGREEMENTS.code } })
  await sees(app, 'Wallet in Telegram')
  app.press('Wallet in Telegram')
  await sees(app, 'Approve in Wallet')
  return app
}

describe('a signer’s agreement', () => {
  test('is one proof of the own wallet, and counts', async () => {
    const own = createAgreeingServer()
    own.on(submitProof, () => {
      own.said.current = {
        ...signedBy(1, AGREEMENTS),
        signedAs: AGREEMENTS.owners[0]?.address ?? '',
      }
      return ok((own.attempt.current = { ...AGREE_ATTEMPT, state: 'cosigned' }))
    })
    const app = await openTonWallet(own)
    app.wallets.answer(PROOF)
    await sees(app, words.agreementCounts)
  })

  test('by somebody who may only propose is refused, and another wallet can be chosen for it', async () => {
    const own = createAgreeingServer()
    own.on(submitProof, () => {
      own.attempt.current = { ...AGREE_ATTEMPT, state: 'failed', errorCode: 'cosign-proposer' }
      return refuse('cosign-proposer')
    })
    const app = await openTonWallet(own)
    app.wallets.answer(PROOF)
    await sees(app, multisigEn.problems['cosign-proposer'])
    await seesMainButton(app, en.actions['other-wallet'])
    app.telegram.pressMainButton()
    expect(app.router.route.get()).toEqual(CONNECT)
  })
})

describe('another device', () => {
  test('shows the attempt as begun elsewhere, and takes it over for the same link', async () => {
    const server = createSigningServer({ ...COSIGN_ATTEMPT, state: 'awaiting-wallet' })
    const route = { screen: 'attempt', id: COSIGN_ATTEMPT.id } as const
    const { app, evm } = open({ server, route })
    await sees(app, 'Begun on another device')
    expect(app.text()).toContain(words.attempt.title)
    app.press(en.connect.title)
    expect(app.router.route.get()).toEqual(CONNECT)
    await sees(app, 'MetaMask')
    app.press('MetaMask')
    await until(() => expect(evm.prepared).toHaveLength(1))
    expect(evm.prepared).toEqual([{ family: 'evm', attemptId: COSIGN_ATTEMPT.id }])
  })

  test('sees the end of it, and goes back to the link', async () => {
    const server = createSigningServer({ ...COSIGN_ATTEMPT, state: 'awaiting-wallet' })
    const route = { screen: 'attempt', id: COSIGN_ATTEMPT.id } as const
    const { app } = open({ server, route })
    await sees(app, 'Begun on another device')
    server.said.current = SIGNED
    server.attempt.current = { ...TO_COSIGN, state: 'cosigned' }
    await sees(app, words.signatureCounts)
  })
})

describe('where EVM wallets are connected in the browser', () => {
  const BOOT = { ...EVM_BOOT, policy: { ...EVM_BOOT.policy, evm: 'browser' as const } }

  test('the link opens our page there, and comes back by itself', async () => {
    const server = createSigningServer()
    server.on(createTicket, () => ok({ url: 'https://app.example.com/#ticket', expiresAt: '' }))
    const { app, evm } = open({ server, route: COSIGN, boot: BOOT })
    await seesMainButton(app, words.sign)
    app.telegram.pressMainButton()
    await sees(app, 'Opens in your browser')
    app.press('Opens in your browser')
    await until(() => expect(evm.calls).toContain('connect browser'))
    await sees(app, words.attempt.title)
    server.said.current = SIGNED
    server.attempt.current = { ...TO_COSIGN, state: 'cosigned' }
    await sees(app, words.signatureCounts)
  })

  /** Our page in the browser, opened with a ticket for the attempt. */
  function openTicket(attempt: EvmAttempt) {
    const server = createFakeApi()
    const said: { current: Attempt } = { current: attempt }
    const expiresAt = new Date(NOW + 600_000).toISOString()
    server.on(openTicketSession, () =>
      ok({ token: 'limited', expiresAt, attemptId: attempt.id, user: USER }),
    )
    server.on(getAttempt, () => ok(said.current))
    server.on(updateAttempt, ({ body }) => ok(Object.assign({}, said.current, body)))
    server.on(fixAccount, () => ok((said.current = TO_COSIGN)))
    server.on(submitProof, () => ok((said.current = { ...TO_COSIGN, state: 'cosigned' })))
    const telegram = createFakeTelegram({
      launch: { place: 'ticket' },
      platform: 'unknown',
      hasMainButton: false,
      hasBackButton: false,
    })
    const tab = createMemoryStorage()
    tab.setItem(TICKET_KEY, 't'.repeat(43))
    const evm = createFakeWalletConnector()
    return { app: openApp({ boot: BOOT, telegram, server, tab, evm }), evm }
  }

  test('that page says in whose name the signature will be, and that it counts', async () => {
    const { app, evm } = openTicket(COSIGN_ATTEMPT)
    await sees(app, evmEn.ticket.cosign.whose('Ada'))
    expect(app.text()).toContain(evmEn.ticket.cosign.notYours)
    expect(app.text()).not.toContain(evmEn.ticket.whose('Ada'))
    await until(() => expect(evm.prepared).toHaveLength(1))
    app.press('MetaMask')
    evm.answer(ACCOUNT)
    await sees(app, evmEn.hash.header)
    app.press('Sign in wallet')
    expect(evm.asked).toMatchObject([{ signsFor: { address: SAFE.address } }])
    evm.answer(SIGNATURE)
    await sees(app, evmEn.ticket.cosign.done.name)
  })
})

/** A Safe is connected itself: it may sign in its own app, or its owners with their own wallets. */
const OF_SAFE: EvmAttempt = {
  ...EVM_ATTEMPT,
  state: 'awaiting-signature',
  account: { address: SAFE.address, chainId: SAFE.chainId },
  message: SAFE_TEXT,
  multisig: SAFE,
  collectionCode: COLLECTION.code,
  expiresAt: new Date(NOW + 71 * 3_600_000).toISOString(),
}

describe('a connected Safe', () => {
  const route = { screen: 'attempt', id: OF_SAFE.id } as const

  function openSafe(options: Options = {}) {
    const server = createCosignServer({ ...COLLECTION, mine: true })
    server.attempt.current = OF_SAFE
    server.on(cancelAttempt, () => ({ status: 204 }))
    const opened = open({ server, route, device: deviceOf(OF_SAFE), ...options })
    opened.evm.walletApp.set(METAMASK)
    return { server, ...opened }
  }

  test('is named as what it is, and both ways are there', async () => {
    const { app, evm } = openSafe()
    await sees(app, 'This is a Safe, 2 of 3')
    expect(app.text()).toContain(evmEn.safeWays.note)
    app.press('Sign in wallet')
    expect(evm.asked).toMatchObject([{ message: SAFE_TEXT, signsFor: null }])
    app.press(evmEn.safeWays.owners.name)
    expect(app.router.route.get()).toEqual(COSIGN)
    await sees(app, words.mine)
  })

  test('has time that is counted in hours', async () => {
    const { app } = openSafe()
    await until(() =>
      expect(app.container.querySelector('[role="timer"]')?.textContent).toBe('71 hr left'),
    )
  })

  test.each<ProblemCode>(['wallet-rejected', 'evm-session-lost', 'evm-method-unsupported'])(
    'whose app says no (%s) can still be signed for by its owners',
    async (code) => {
      const { app, evm, server } = openSafe()
      await sees(app, 'Sign in wallet')
      app.press('Sign in wallet')
      evm.answer({ kind: 'failure', code })
      await sees(app, 'Sign in wallet')
      expect(failuresTold(server)).toEqual([])
      expect(app.text()).toContain(evmEn.safeWays.owners.name)
    },
  )

  test('is left without a question: it goes on for days', async () => {
    const { app, server } = openSafe()
    await sees(app, 'This is a Safe')
    expect(app.telegram.isClosingGuarded()).toBe(false)
    app.telegram.pressBack()
    expect(app.router.route.get()).toEqual({ screen: 'home' })
    expect(app.telegram.questions).toEqual([])
    expect(server.sentTo(cancelAttempt)).toEqual([])
  })

  test('is given up only by whoever says so', async () => {
    const { app, server } = openSafe()
    await sees(app, 'Cancel linking')
    app.telegram.answers.push(true)
    app.press('Cancel linking')
    await until(() => expect(server.sentTo(cancelAttempt)).toHaveLength(1))
  })

  test('is linked when its owners have signed, wherever that was', async () => {
    const { app, server } = openSafe()
    await sees(app, 'This is a Safe')
    const wallet = { ...EVM_WALLET, address: SAFE.address, chainId: 8453, kind: 'safe' as const }
    server.attempt.current = {
      ...OF_SAFE,
      state: 'linked',
      wallet: { ...wallet, level: 'account' },
    }
    await sees(app, 'Wallet linked')
  })

  test('on another device offers the owners’ way', async () => {
    const { app } = openSafe({ device: createMemoryStorage() })
    await sees(app, evmEn.safeWays.owners.name)
    expect(app.text()).not.toContain('Sign in wallet')
  })

  test('is not what another wallet is linked with', async () => {
    const { app, server, evm } = openSafe({ route: { screen: 'connect' } })
    await sees(app, 'MetaMask')
    app.press('MetaMask')
    await until(() => expect(evm.prepared).toHaveLength(1))
    expect(
      server.sent.some(({ method, path }) => method === 'POST' && path === '/api/attempts'),
    ).toBe(true)
  })
})

describe('the attempt of whoever asks the owners', () => {
  const ASKING: Attempt = {
    ...EVM_ATTEMPT,
    state: 'awaiting-cosigners',
    collectionCode: COLLECTION.code,
  }

  test.each<Attempt['state']>(['awaiting-cosigners', 'expired', 'cancelled'])(
    'leads to the collection while it is %s',
    async (state) => {
      const server = createCosignServer({ ...COLLECTION, mine: true })
      server.attempt.current = { ...ASKING, state }
      const { app } = open({ server, route: { screen: 'attempt', id: ASKING.id } })
      await isAt(app, COSIGN)
      await sees(app, words.mine)
    },
  )

  test('shows the receipt once it is linked', async () => {
    const server = createCosignServer({ ...COLLECTION, mine: true })
    server.attempt.current = { ...ASKING, state: 'linked', wallet: EVM_WALLET }
    const { app } = open({ server, route: { screen: 'attempt', id: ASKING.id } })
    await sees(app, 'Wallet linked')
  })
})
