import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { answerRequest } from '#shared/api/answer-request.ts'
import { getCard } from '#shared/api/get-card.ts'
import { getMe } from '#shared/api/get-me.ts'
import { getMultisig } from '#shared/api/get-multisig.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { ShownWalletSchema } from '#shared/request.ts'
import { LEVELS, type Wallet } from '#shared/wallet.ts'
import type { Route } from '#client/screens/state/router.ts'
import { ANSWER, createAskedServer, MADE_FOR_CHAT } from '#tests/support/asked.ts'
import { CARD, EVM_WALLET, ME, ok, REQUEST, WALLET } from '#tests/support/fake-api.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import {
  SAFE,
  SAFE_DETAIL,
  SAFE_WALLET,
  STALE_AT,
  TON_MULTISIG_WALLET,
} from '#tests/support/multisigs.ts'
import { BOOT, createReadyServer, EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { askingEn, en, multisigEn } from '#tests/support/words.ts'

type App = ReturnType<typeof openApp>

const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))

const STALE_SAFE = { ...SAFE_WALLET, staleAt: STALE_AT }
const STALE_NAME = 'No longer proven'
const STALE_SENTENCE = 'What was proven on Nov 20, 2026 does not hold any more.'

/** What another member sees of a wallet. */
const shown = (wallet: Wallet) => v.parse(ShownWalletSchema, wallet)

function open(wallets: Wallet[], route: Route = { screen: 'home' }, boot = EVM_BOOT) {
  const server = createReadyServer()
  server.on(getMe, () => ok({ ...ME, policy: boot.policy, wallets }))
  server.on(getMultisig, () => ok(SAFE_DETAIL))
  const evm = boot.evm === null ? null : createFakeWalletConnector()
  return { app: openApp({ boot, server, evm, route }), server }
}

const openWallet = (wallet: Wallet, boot = EVM_BOOT) =>
  open([wallet], { screen: 'wallet', id: wallet.id }, boot)

const pills = (app: App) =>
  [...app.container.querySelectorAll('.pill-mark')].map(({ textContent }) => textContent)

describe('the page of a linked contract account', () => {
  test('that refuses what it accepted says so, and names no owners', async () => {
    const proven = {
      kind: 'contract',
      chainId: 1,
      level: 'account',
      keySource: 'contract',
    } as const
    const { app } = openWallet({ ...EVM_WALLET, ...proven, staleAt: STALE_AT })
    await sees(app, 'The account no longer accepts what was signed on Nov 20, 2026.')
    expect(pills(app)).toEqual([STALE_NAME])
    expect(app.text()).not.toContain(STALE_SENTENCE)
    await sees(app, en.wallet.reverify)
  })
})

describe('the page of a linked Safe', () => {
  test('says what it is, what is proven in one sentence, and leads to its owners', async () => {
    const { app } = openWallet(SAFE_WALLET)
    await sees(app, 'TypeSafe 2 of 3')
    await sees(app, 'Version1.4.1')
    expect(app.text()).toContain('NetworkBase')
    expect(pills(app)).toEqual([en.wallet.levels.account.name])
    expect(app.text()).toContain(en.wallet.levels.account.sentence)
    expect(app.text()).toContain(en.wallet.bindings.hash.name)
    app.press(multisigEn.detail)
    expect(app.router.route.get()).toEqual({ screen: 'multisig', id: SAFE.id })
  })

  test('warns of what else than its owners decides', async () => {
    const multisig = SAFE_WALLET.multisig && { ...SAFE_WALLET.multisig, modules: 1, guard: true }
    const { app } = openWallet({ ...SAFE_WALLET, multisig })
    await sees(app, '1 module can act alone')
    expect(app.text()).toContain('A guard is set')
  })

  test('is verified again by its owners, not by another connection', async () => {
    const { app } = openWallet(SAFE_WALLET)
    await sees(app, en.wallet.reverify)
    app.press(en.wallet.reverify)
    expect(app.router.route.get()).toEqual({ screen: 'multisig', id: SAFE.id })
  })

  test('whose proof has ended says what happened and never the level that it had', async () => {
    const { app } = openWallet(STALE_SAFE)
    await sees(app, STALE_SENTENCE)
    expect(app.container.querySelector('.notice')?.textContent).toContain(STALE_SENTENCE)
    expect(app.text().split(STALE_SENTENCE)).toHaveLength(2)
    expect(pills(app)).toEqual([STALE_NAME])
    expect(app.text()).not.toContain(en.wallet.levels.account.sentence)
    await until(() => expect(app.telegram.mainButton()?.text).toBe(multisigEn.proveAgain))
    app.telegram.pressMainButton()
    expect(app.router.route.get()).toEqual({ screen: 'multisig', id: SAFE.id })
  })

  test('where EVM is off has no word of it', async () => {
    const { app } = openWallet(SAFE_WALLET, BOOT)
    await sees(app, en.wallet.unlink)
    expect(app.text()).not.toMatch(/Safe|EVM|Base|module|owners/iu)
  })
})

test('the page of a linked TON multisig names the level of its owners, and whose keys count', async () => {
  const { app } = openWallet(TON_MULTISIG_WALLET)
  await sees(app, 'TypeTON multisig 2 of 3')
  await sees(app, multisigEn.keySource.sentence)
  expect(pills(app)).toEqual([en.wallet.levels.quorum.name])
  expect(app.text()).toContain(en.wallet.levels.quorum.sentence)
})

test.each(['domain', 'text'] as const)(
  'a linked TON multisig tells what its owners’ wallets showed, which has none itself: %s',
  async (binding) => {
    const { app } = openWallet({ ...TON_MULTISIG_WALLET, binding })
    await sees(app, multisigEn.bindings[binding].sentence)
    expect(app.text()).not.toContain(en.wallet.bindings[binding].sentence)
  },
)

test('each level has a name and a sentence of its own', () => {
  const words = LEVELS.map((level) => en.wallet.levels[level])
  expect(new Set(words.map(({ name }) => name)).size).toBe(LEVELS.length)
  expect(new Set(words.map(({ sentence }) => sentence)).size).toBe(LEVELS.length)
})

describe('Home', () => {
  test('names multisigs with their rule and the level that holds', async () => {
    const { app } = open([WALLET, SAFE_WALLET, TON_MULTISIG_WALLET])
    await sees(app, 'Safe 2 of 3 · Base · By account')
    await sees(app, 'TON multisig 2 of 3 · By owners')
  })

  test('marks one whose proof has ended, and shows no level of it', async () => {
    const { app } = open([WALLET, STALE_SAFE])
    await sees(app, `Safe 2 of 3 · Base · ${STALE_NAME}`)
    expect(app.text()).not.toContain(en.wallet.levels.account.name)
  })
})

test('a shared multisig whose proof has ended says so to everybody', async () => {
  const { server } = open([])
  server.on(getCard, () => ok({ ...CARD, wallet: shown(STALE_SAFE) }))
  const evm = createFakeWalletConnector()
  const route = { screen: 'card', code: CARD.code } as const
  const app = openApp({ boot: EVM_BOOT, server, evm, route })
  await sees(app, STALE_SENTENCE)
  await sees(app, 'TypeSafe 2 of 3')
  expect(pills(app)).toEqual([STALE_NAME])
  expect(app.text()).not.toContain(en.wallet.levels.account.sentence)
})

test('a shared multisig warns of modules as its holder’s own page does', async () => {
  const { server } = open([])
  const multisig = SAFE_WALLET.multisig && { ...SAFE_WALLET.multisig, modules: 3 }
  server.on(getCard, () => ok({ ...CARD, wallet: { ...shown(SAFE_WALLET), multisig } }))
  const evm = createFakeWalletConnector()
  const app = openApp({
    boot: EVM_BOOT,
    server,
    evm,
    route: { screen: 'card', code: CARD.code },
  })
  await sees(app, '3 modules can act alone')
  expect(app.text()).toContain(en.wallet.levels.account.sentence)
})

describe('the choice of an answer', () => {
  const request = { ...REQUEST, families: ['ton', 'evm'] }

  test('begins with a wallet whose proof holds, and marks the other', async () => {
    const { server } = open([{ ...STALE_SAFE, primary: true }, EVM_WALLET])
    server.on(getRequest, () => ok(request))
    server.on(answerRequest, () => ok(request))
    const evm = createFakeWalletConnector()
    const route = { screen: 'request', code: REQUEST.code } as const
    const app = openApp({ boot: EVM_BOOT, server, evm, route })
    await sees(app, STALE_NAME)
    app.telegram.pressMainButton()
    await until(() => expect(server.sentTo(answerRequest)).toHaveLength(1))
    expect(server.sentTo(answerRequest)[0]?.body).toEqual({ walletId: EVM_WALLET.id })
  })
})

describe('who answered', () => {
  test.each([
    ['at the level that holds', SAFE_WALLET, askingEn.levels.account, STALE_SENTENCE],
    ['no more, once the proof has ended', STALE_SAFE, STALE_SENTENCE, askingEn.levels.account],
  ])('with a multisig is told of %s', async (_, wallet, said, unsaid) => {
    const server = createAskedServer({ ...MADE_FOR_CHAT, answered: 1, families: ['evm'] })
    server.current.people = [{ ...ANSWER, wallet: shown(wallet) }]
    const evm = createFakeWalletConnector()
    const route = { screen: 'made-request', code: MADE_FOR_CHAT.code } as const
    const app = openApp({ boot: EVM_BOOT, server, evm, route })
    await sees(app, 'Safe 2 of 3 · Base')
    await sees(app, said)
    expect(app.text()).not.toContain(unsaid)
  })
})
