import { describe, expect, test } from 'vitest'
import { answerRequest } from '#shared/api/answer-request.ts'
import { shareWallet } from '#shared/api/share-wallet.ts'
import { makeRequest } from '#shared/api/make-request.ts'
import { updateWallet } from '#shared/api/update-wallet.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import type { ProvenWallet } from '#shared/proven-wallet.ts'
import { LEVELS } from '#shared/wallet.ts'
import type { ReadMultisig } from '#server/chains/read-multisig.ts'
import type { Route } from '#client/screens/routing/router.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import {
  provenSafe,
  provenTonMultisig,
  sampleSafe,
  sampleTonMultisig,
} from '#tests/support/multisig-samples.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { sampleContract, sampleEvmWallet } from '#tests/support/store-samples.ts'
import { until } from '#tests/support/until.ts'
import { en, multisigEn } from '#tests/support/messages.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const SAFE = sampleSafe({ chainId: 8453 })
const TON_MULTISIG = sampleTonMultisig()
const STALE_NAME = 'No longer proven'
const STALE_SENTENCE = 'What was proven on Nov 20, 2026 is no longer valid.'

const ON_TON = { read: TON_MULTISIG, proven: provenTonMultisig(TON_MULTISIG) }
/** Of a module, or of a guard. */
const OTHER = sampleEvmWallet().address

type LinkedOptions = { read?: ReadMultisig; proven?: ProvenWallet; isStale?: boolean }

/** Ada holds a wallet, a Safe by default, whose proof may have ended. */
async function startLinked(
  { read = SAFE, proven = provenSafe(SAFE), isStale = false }: LinkedOptions = {},
  evm: EvmPolicy = 'in-app',
) {
  const server = await startAppServer({ evm, requests: 'members' })
  const { store, clock } = server.server
  const ada = await server.visit()
  const multisig = await store.saveMultisig(read, clock.now)
  const wallet = await ada.link(proven)
  if (isStale) await store.markStale({ wallet, reason: 'owners-changed' }, clock.now)
  return { server, ada, multisig, wallet }
}

function openAt(server: AppServer, route: Route, account = ADA): MemberApp {
  const telegram = createFakeTelegram({ launch: server.launch(account) })
  return openMemberApp(server, {
    telegram,
    evm: server.boot.evm && createFakeWalletConnector(),
    route,
  })
}

async function openWallet(linked: LinkedOptions = {}, evm: EvmPolicy = 'in-app') {
  const parts = await startLinked(linked, evm)
  return { ...parts, app: openAt(parts.server, { screen: 'wallet', id: parts.wallet.id }) }
}

const pills = (app: MemberApp) =>
  [...app.container.querySelectorAll('.pill-mark')].map(({ textContent }) => textContent)

describe('the page of a linked contract account', () => {
  test('says so when the account refuses what it accepted, and names no owners', async () => {
    const { app } = await openWallet({ proven: sampleContract(), isStale: true })
    await app.sees('The account no longer accepts what was signed on Nov 20, 2026.')
    expect(pills(app)).toEqual([STALE_NAME])
    expect(app.text()).not.toContain(STALE_SENTENCE)
    await app.sees(en.wallet.reverify)
  })
})

describe('the page of a linked Safe', () => {
  test('says what the Safe is and what is proven in one sentence, and leads to its owners', async () => {
    const { app, multisig } = await openWallet()
    await app.sees('TypeSafe 2 of 3')
    await app.sees('Version1.4.1')
    expect(app.text()).toContain('NetworkBase')
    expect(pills(app)).toEqual([en.wallet.levels.account.name])
    expect(app.text()).toContain(en.wallet.levels.account.sentence)
    expect(app.text()).toContain(en.wallet.bindings.hash.name)
    app.press(multisigEn.detail)
    expect(app.router.route.get()).toEqual({ screen: 'multisig', id: multisig.id })
  })

  test('warns of modules and guards, which decide beside its owners', async () => {
    const read = { ...SAFE, modules: [OTHER], guard: OTHER }
    const { app } = await openWallet({ read })
    await app.sees('1 module can act alone')
    expect(app.text()).toContain('A guard is set')
  })

  test('verifies the Safe again by its owners, not by another connection', async () => {
    const { app, multisig } = await openWallet()
    await app.tap(en.wallet.reverify)
    expect(app.router.route.get()).toEqual({ screen: 'multisig', id: multisig.id })
  })

  test('says what happened when the proof has ended, and never shows its former level', async () => {
    const { app, multisig } = await openWallet({ isStale: true })
    await app.sees(STALE_SENTENCE)
    expect(app.container.querySelector('.notice')?.textContent).toContain(STALE_SENTENCE)
    expect(app.text().split(STALE_SENTENCE)).toHaveLength(2)
    expect(pills(app)).toEqual([STALE_NAME])
    expect(app.text()).not.toContain(en.wallet.levels.account.sentence)
    await app.tapMain(multisigEn.proveAgain)
    expect(app.router.route.get()).toEqual({ screen: 'multisig', id: multisig.id })
  })

  test('the page of a linked Safe does not mention EVM where it is off', async () => {
    const { app } = await openWallet({}, 'off')
    await app.sees(en.wallet.unlink)
    expect(app.text()).not.toMatch(/Safe|EVM|Base|module|owners/iu)
  })
})

test('the page of a linked TON multisig shows the level of its owners, and whose keys count', async () => {
  const { app } = await openWallet(ON_TON)
  await app.sees('TypeTON multisig 2 of 3')
  await app.sees(multisigEn.keySource.sentence)
  expect(pills(app)).toEqual([en.wallet.levels.quorum.name])
  expect(app.text()).toContain(en.wallet.levels.quorum.sentence)
})

test.each(['domain', 'text'] as const)(
  'a linked TON multisig, which has no binding, shows the binding of its owners’ wallets: %s',
  async (binding) => {
    const { app } = await openWallet({ ...ON_TON, proven: { ...ON_TON.proven, binding } })
    await app.sees(multisigEn.bindings[binding].sentence)
    expect(app.text()).not.toContain(en.wallet.bindings[binding].sentence)
  },
)

test('each level has a name and a sentence of its own', () => {
  const messages = LEVELS.map((level) => en.wallet.levels[level])
  expect(new Set(messages.map(({ name }) => name)).size).toBe(LEVELS.length)
  expect(new Set(messages.map(({ sentence }) => sentence)).size).toBe(LEVELS.length)
})

describe('Home', () => {
  test('names multisigs with their rule and the level that holds', async () => {
    const { server, ada } = await startLinked()
    await server.server.store.saveMultisig(TON_MULTISIG, server.server.clock.now)
    await ada.link(ON_TON.proven)
    const app = openAt(server, { screen: 'home' })
    await app.sees('Safe 2 of 3 · Base · Accepted by the contract')
    await app.sees('TON multisig 2 of 3 · Confirmed by its owners')
  })

  test('marks a multisig whose proof has ended, and shows no level of it', async () => {
    const { server } = await startLinked({ isStale: true })
    const app = openAt(server, { screen: 'home' })
    await app.sees(`Safe 2 of 3 · Base · ${STALE_NAME}`)
    expect(app.text()).not.toContain(en.wallet.levels.account.name)
  })
})

/** Ada has shared her Safe, and Ilya opens the card. */
async function openCard(linked: LinkedOptions): Promise<MemberApp> {
  const { server, ada, wallet } = await startLinked(linked)
  const { code } = await ada.api.call(shareWallet, { body: { walletId: wallet.id } })
  return openAt(server, { screen: 'card', code }, ILYA)
}

test('a shared multisig whose proof has ended says so to every reader', async () => {
  const app = await openCard({ isStale: true })
  await app.sees(STALE_SENTENCE)
  await app.sees('TypeSafe 2 of 3')
  expect(pills(app)).toEqual([STALE_NAME])
  expect(app.text()).not.toContain(en.wallet.levels.account.sentence)
})

test('a shared multisig warns of modules, as its holder’s own page does', async () => {
  const modules = [1, 2, 3].map(() => sampleEvmWallet().address)
  const app = await openCard({ read: { ...SAFE, modules } })
  await app.sees('3 modules can act alone')
  expect(app.text()).toContain(en.wallet.levels.account.sentence)
})

describe('the choice of an answer', () => {
  test('offers a wallet whose proof holds first, and marks the other', async () => {
    const { server, ada, wallet } = await startLinked({ isStale: true })
    await ada.api.call(updateWallet, { id: wallet.id, body: { primary: true } })
    const key = await ada.link(sampleEvmWallet())
    const code = await (await server.operate()).makeRequest({ families: ['ton', 'evm'] })
    const app = openAt(server, { screen: 'request', code })
    await app.sees(STALE_NAME)
    app.telegram.pressMainButton()
    await until(() => expect(server.sentTo(answerRequest)).toHaveLength(1))
    expect(server.sentTo(answerRequest)[0]?.body).toEqual({ walletId: key.id })
  })
})

/** Of the list's sentence about a stale link. */
const STALE_CLAIM = 'could not be confirmed since Nov 20, 2026'

describe('the list of people who answered', () => {
  test.each([
    ['while it holds', false, 'agreed to link it to Ada', STALE_CLAIM],
    ['no more, once it has ended', true, STALE_CLAIM, 'agreed to link it to Ada'],
  ])('shows the proof of a multisig %s', async (_, isStale, text, unsaid) => {
    const { server, ada, wallet } = await startLinked({ isStale })
    const ilya = await server.visit(ILYA)
    const wanted = { families: ['evm' as const], expiresIn: 86_400 }
    const { code } = await ilya.api.call(makeRequest, {
      body: { ...wanted, chatId: null, membersOnly: false },
    })
    await ada.api.call(answerRequest, { id: code, body: { walletId: wallet.id } })
    const app = openAt(server, { screen: 'made-request', code }, ILYA)
    await app.sees('Safe 2 of 3 · Base')
    await app.sees(text)
    expect(app.text()).not.toContain(unsaid)
  })
})
