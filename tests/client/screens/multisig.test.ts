import { describe, expect, test } from 'vitest'
import { getMe } from '#shared/api/get-me.ts'
import { getMultisig } from '#shared/api/get-multisig.ts'
import { startCollection } from '#shared/api/start-collection.ts'
import type { MultisigDetail } from '#shared/multisig.ts'
import type { Wallet } from '#shared/wallet.ts'
import { formatTonAddress } from '#shared/ton-address.ts'
import { PERSIAN_LAUNCH } from '#tests/support/asked.ts'
import { EVM_WALLET, ME, NOW, ok, refuse, WALLET } from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { createGate } from '#tests/support/gate.ts'
import {
  COLLECTION,
  SAFE,
  SAFE_DETAIL,
  SAFE_WALLET,
  STALE_AT,
  SUMMARY,
  TON_DETAIL,
  TON_MULTISIG,
} from '#tests/support/multisigs.ts'
import { createReadyServer, EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { en, multisigEn, multisigFa } from '#tests/support/words.ts'

type App = ReturnType<typeof openApp>
type Options = Parameters<typeof openApp>[0]

const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))

/** The page of a multisig, where EVM wallets are offered. */
function openMultisig(
  detail: MultisigDetail,
  options: Options = {},
  wallets: Wallet[] = [WALLET, EVM_WALLET],
) {
  const server = createReadyServer()
  const current = { detail }
  server.on(getMe, () => ok({ ...ME, policy: EVM_BOOT.policy, wallets }))
  server.on(getMultisig, () => ok(current.detail))
  server.on(startCollection, () => ok(COLLECTION))
  const evm = createFakeWalletConnector()
  const route = { screen: 'multisig', id: detail.id } as const
  return { app: openApp({ boot: EVM_BOOT, server, evm, route, ...options }), server, current }
}

const heading = (app: App) => app.container.querySelector('h1')?.textContent
const pills = (app: App) =>
  [...app.container.querySelectorAll('.pill-mark')].map(({ textContent }) => textContent)

describe('a Safe', () => {
  test('shows what it is, where, how many must agree, and when its chain was asked', async () => {
    const { app } = openMultisig(SAFE_DETAIL)
    await sees(app, 'NetworkBase')
    expect(heading(app)).toBe('Safe')
    expect(app.container.querySelector('.ring')?.textContent).toContain('2 of 3')
    expect(app.text()).toContain('2 of 3 owners must agree')
    expect(app.text()).toContain('Version1.4.1')
    expect(app.text()).toMatch(/Read from the chainToday/u)
    expect(app.text()).toContain('0x5AFE 0000')
    expect(app.text()).not.toContain(multisigEn.notRead)
    app.press(en.wallet.explorer)
    expect(app.telegram.opened).toEqual([`https://basescan.org/address/${SAFE.address}`])
  })

  test('lists its owners: the member, the ones who let their name be seen, and bare addresses', async () => {
    const { app } = openMultisig(SAFE_DETAIL)
    await sees(app, '0xf39F…2266You')
    await sees(app, 'Ilya@ilya · 0x7099…79C8')
    expect(app.text()).toContain('0x3C44…93BC')
    expect(app.text()).toContain(multisigEn.ownersNote)
    expect([...app.container.querySelectorAll('bdi')].map((part) => part.textContent)).toContain(
      'Ilya',
    )
  })

  test('warns of modules, which act without its owners, and tells of a guard', async () => {
    const { app } = openMultisig({ ...SAFE_DETAIL, modules: 2, guard: true })
    await sees(app, '2 modules can act alone')
    expect(app.text()).toContain('without any of its owners')
    expect(app.text()).toContain('A guard is set')
    const none = openMultisig(SAFE_DETAIL).app
    await sees(none, 'NetworkBase')
    expect(none.text()).not.toMatch(/module|guard/u)
  })

  test('of which an owner’s wallet is linked is shown at signer, never as proven itself', async () => {
    const { app } = openMultisig(SAFE_DETAIL)
    await sees(app, en.wallet.levels.signer.sentence)
    expect(pills(app)).toEqual([en.wallet.levels.signer.name, en.wallet.levels.account.name])
    expect(app.text()).toContain('Once 2 owners have signed, the account itself accepts it.')
    expect(app.text()).not.toContain(en.wallet.levels.account.sentence)
  })

  test('that cannot accept a message leads to its owners’ agreement, and says why', async () => {
    const { app } = openMultisig({ ...SAFE_DETAIL, canSign: false, attainable: 'quorum' })
    await sees(app, 'This Safe has no handler for messages')
    expect(app.text()).toContain('Once 2 owners have each proven their own wallet and agreed')
    await until(() => expect(app.telegram.mainButton()?.text).toBe(multisigEn.askOthers))
  })

  test('whose chain did not answer shows what it said the last time, and says so', async () => {
    const checkedAt = new Date(NOW - 3_600_000).toISOString()
    const { app } = openMultisig({ ...SAFE_DETAIL, checkedAt })
    await sees(app, multisigEn.notRead)
    expect(app.text()).toContain('2 of 3 owners must agree')
  })
})

describe('a TON multisig', () => {
  test('has its network, its signers in the friendly form, and its proposers apart', async () => {
    const { app } = openMultisig({ ...TON_DETAIL, proposers: 1 })
    await sees(app, '1 proposer')
    expect(heading(app)).toBe('TON multisig')
    expect(app.text()).toContain('NetworkMainnet')
    expect(app.text()).toContain(multisigEn.proposersNote)
    const friendly = formatTonAddress(TON_MULTISIG.address, { network: '-239' })
    app.press(en.wallet.explorer)
    expect(app.telegram.opened).toEqual([`https://tonviewer.com/${friendly}`])
  })

  test('is proven by its owners’ agreement alone', async () => {
    const { app } = openMultisig(TON_DETAIL)
    await sees(app, 'Once 2 owners have each proven their own wallet and agreed')
    expect(pills(app)).toEqual([en.wallet.levels.signer.name, en.wallet.levels.quorum.name])
    await until(() => expect(app.telegram.mainButton()?.text).toBe(multisigEn.askOthers))
  })

  test('has no word of EVM wallets about it', async () => {
    const { app } = openMultisig(TON_DETAIL, { boot: { ...EVM_BOOT, evm: null }, evm: null })
    await sees(app, multisigEn.rule)
    expect(app.text()).not.toMatch(/EVM|Safe|Base|Version/u)
  })
})

describe('beginning to collect', () => {
  test('leads to the collection, and Home is asked for anew', async () => {
    const { app, server } = openMultisig(SAFE_DETAIL)
    await until(() => expect(app.telegram.mainButton()?.text).toBe(multisigEn.collect))
    const before = server.sentTo(getMe).length
    app.telegram.pressMainButton()
    await until(() =>
      expect(app.router.route.get()).toEqual({ screen: 'cosign', code: COLLECTION.code }),
    )
    expect(server.sentTo(startCollection)).toMatchObject([
      { path: `/api/multisigs/${SAFE.id}/collection`, body: {} },
    ])
    await until(() => expect(server.sentTo(getMe).length).toBeGreaterThan(before))
  })

  test('twice in a hurry is once', async () => {
    const { app, server } = openMultisig(SAFE_DETAIL)
    const gate = createGate()
    server.on(startCollection, () => gate.passed.then(() => ok(COLLECTION)))
    await until(() => expect(app.telegram.mainButton()?.text).toBe(multisigEn.collect))
    app.telegram.pressMainButton()
    app.telegram.pressMainButton()
    await until(() => expect(app.telegram.mainButton()?.busy).toBe(true))
    gate.open()
    await until(() => expect(app.router.route.get().screen).toBe('cosign'))
    expect(server.sentTo(startCollection)).toHaveLength(1)
  })

  test('for one whose single owner the member is asks nobody else', async () => {
    const { app } = openMultisig({ ...SAFE_DETAIL, threshold: 1 })
    await until(() => expect(app.telegram.mainButton()?.text).toBe(multisigEn.proveAlone))
    expect(app.text()).toContain('Once 1 owner has signed')
  })

  test('goes on with the one that is open, which shows how far it is', async () => {
    const { app, server } = openMultisig({ ...SAFE_DETAIL, collection: SUMMARY })
    await sees(app, '1 of 2 signed')
    expect(app.text()).toContain('51 hr left')
    await until(() => expect(app.telegram.mainButton()?.text).toBe(multisigEn.goOn))
    app.telegram.pressMainButton()
    expect(app.router.route.get()).toEqual({ screen: 'cosign', code: SUMMARY.code })
    expect(server.sentTo(startCollection)).toEqual([])
  })

  test.each(['multisig-not-signer', 'rate-limited', 'evm-chain-unreachable'] as const)(
    'refused with %s says so on the page',
    async (code) => {
      const { app, server } = openMultisig(SAFE_DETAIL)
      server.on(startCollection, () => refuse(code))
      await until(() => expect(app.telegram.mainButton()?.text).toBe(multisigEn.collect))
      app.telegram.pressMainButton()
      await until(() => expect(app.container.querySelector('.notice')?.textContent).toBeTruthy())
      expect(app.router.route.get().screen).toBe('multisig')
      expect(app.telegram.haptics).toContain('error')
    },
  )

  test('refused because the owners have changed shows them as they are now', async () => {
    const { app, server, current } = openMultisig(SAFE_DETAIL)
    server.on(startCollection, () => refuse('multisig-not-signer'))
    await until(() => expect(app.telegram.mainButton()?.text).toBe(multisigEn.collect))
    current.detail = { ...SAFE_DETAIL, level: null, signers: [] }
    app.telegram.pressMainButton()
    await until(() => expect(app.telegram.mainButton()?.text).toBe(multisigEn.connectOwner))
  })
})

describe('somebody who is no owner', () => {
  const FOREIGN: MultisigDetail = { ...SAFE_DETAIL, level: null, signers: [] }

  test('is told so, and can connect the wallet of one', async () => {
    const { app } = openMultisig(FOREIGN)
    await sees(app, multisigEn.problems['multisig-not-signer'])
    expect(pills(app)[0]).toBe(multisigEn.nothing)
    await until(() => expect(app.telegram.mainButton()?.text).toBe(multisigEn.connectOwner))
    app.telegram.pressMainButton()
    expect(app.router.route.get()).toEqual({ screen: 'connect' })
  })

  test('but has linked it through the Safe itself has nothing left to do', async () => {
    const linked: MultisigDetail = { ...FOREIGN, level: 'account', walletId: SAFE_WALLET.id }
    const { app } = openMultisig(linked, {}, [SAFE_WALLET])
    await sees(app, en.wallet.levels.account.sentence)
    await until(() => expect(app.telegram.mainButton()).toBeNull())
    expect(app.text()).not.toContain(multisigEn.problems['multisig-not-signer'])
    expect(app.text()).not.toContain(multisigEn.provable)
  })
})

describe('one that the member has linked', () => {
  const LINKED: MultisigDetail = { ...SAFE_DETAIL, level: 'account', walletId: SAFE_WALLET.id }

  test('shows the level that holds, the link, and the way to prove it anew', async () => {
    const { app } = openMultisig(LINKED, {}, [EVM_WALLET, SAFE_WALLET])
    await sees(app, en.wallet.levels.account.sentence)
    expect(pills(app)).toEqual([en.wallet.levels.account.name])
    await until(() => expect(app.telegram.mainButton()).toBeNull())
    app.press(multisigEn.proveAgain)
    await until(() => expect(app.router.route.get().screen).toBe('cosign'))
  })

  test('leads to the link', async () => {
    const { app } = openMultisig(LINKED, {}, [EVM_WALLET, SAFE_WALLET])
    await sees(app, multisigEn.yourLink)
    app.press(multisigEn.yourLink)
    expect(app.router.route.get()).toEqual({ screen: 'wallet', id: SAFE_WALLET.id })
  })

  test('whose proof has ended says so, shows membership alone, and asks for a new proof', async () => {
    const stale = { ...SAFE_WALLET, staleAt: STALE_AT }
    const { app } = openMultisig({ ...LINKED, level: 'signer' }, {}, [EVM_WALLET, stale])
    await sees(app, 'What was proven on Nov 20, 2026 does not hold any more.')
    expect(pills(app).slice(0, 2)).toEqual(['No longer proven', en.wallet.levels.signer.name])
    await until(() => expect(app.telegram.mainButton()?.text).toBe(multisigEn.proveAgain))
  })
})

describe('what the chain shows is known elsewhere, too', () => {
  const LINKED: MultisigDetail = { ...SAFE_DETAIL, level: 'account', walletId: SAFE_WALLET.id }
  const HELD = [EVM_WALLET, SAFE_WALLET]

  test('a link that has just ended is ended on its own page at once', async () => {
    const { app, server, current } = openMultisig(LINKED, {}, HELD)
    await sees(app, en.wallet.levels.account.sentence)
    const wallets = [EVM_WALLET, { ...SAFE_WALLET, staleAt: STALE_AT }]
    server.on(getMe, () => ok({ ...ME, policy: EVM_BOOT.policy, wallets }))
    current.detail = { ...LINKED, level: 'signer' }
    app.router.open({ screen: 'wallet', id: SAFE_WALLET.id })
    await sees(app, en.wallet.unlink)
    expect(app.text()).not.toContain(multisigEn.stale('').name)
    app.press(multisigEn.detail)
    await sees(app, multisigEn.stale('').name)
    app.press(multisigEn.yourLink)
    await until(() => expect(app.container.querySelector('.notice')).not.toBeNull())
    expect(app.text()).toContain(multisigEn.stale('').name)
  })

  test.each([
    ['another threshold', { ...LINKED, threshold: 3 }, HELD],
    ['a link that is not known', LINKED, [EVM_WALLET]],
    ['a link that is gone', SAFE_DETAIL, HELD],
    ['a collection that is not known', { ...LINKED, collection: SUMMARY }, HELD],
  ] as const)('%s has the member asked for anew', async (_, detail, wallets) => {
    const { app, server } = openMultisig(detail, {}, [...wallets])
    await sees(app, multisigEn.owners)
    await until(() => expect(server.sentTo(getMe)).toHaveLength(2))
  })

  test('what agrees asks for nothing', async () => {
    const { app, server } = openMultisig(LINKED, {}, HELD)
    await sees(app, multisigEn.owners)
    app.telegram.comeBack()
    await until(() => expect(server.sentTo(getMultisig)).toHaveLength(2))
    await sees(app, multisigEn.owners)
    expect(server.sentTo(getMe)).toHaveLength(1)
  })
})

describe('a page that has to wait, or cannot be had', () => {
  test('shows that it waits', async () => {
    const { app, server } = openMultisig(SAFE_DETAIL)
    const gate = createGate()
    server.on(getMultisig, () => gate.passed.then(() => ok(SAFE_DETAIL)))
    await until(() => expect(app.container.querySelector('[aria-busy=true]')).not.toBeNull())
    gate.open()
    await sees(app, multisigEn.owners)
  })

  test('says what is wrong, and can be tried again', async () => {
    const { app, server } = openMultisig(SAFE_DETAIL)
    server.on(getMultisig, () => refuse('internal'))
    await sees(app, en.problems.internal)
    server.on(getMultisig, () => ok(SAFE_DETAIL))
    app.telegram.pressMainButton()
    await sees(app, multisigEn.owners)
  })

  test('of a multisig that is not known leads Home', async () => {
    const { app, server } = openMultisig(SAFE_DETAIL)
    server.on(getMultisig, () => refuse('not-found'))
    await sees(app, en.problems['not-found'])
    app.telegram.pressMainButton()
    expect(app.router.route.get().screen).toBe('home')
  })

  test('is renewed on each return, and stays through an outage', async () => {
    const { app, server, current } = openMultisig(SAFE_DETAIL)
    await sees(app, '2 of 3 owners must agree')
    current.detail = { ...SAFE_DETAIL, threshold: 3 }
    app.telegram.comeBack()
    await sees(app, '3 of 3 owners must agree')
    server.on(getMultisig, () => refuse('maintenance'))
    app.telegram.comeBack()
    await sees(app, en.problems.maintenance)
    expect(app.text()).toContain('3 of 3 owners must agree')
  })
})

test('speaks Persian, with its digits, and addresses from left to right', async () => {
  const telegram = createFakeTelegram({ launch: PERSIAN_LAUNCH })
  const { app } = openMultisig(SAFE_DETAIL, { telegram })
  await sees(app, multisigFa.owners)
  expect(app.container.querySelector('.ring')?.textContent).toContain('۲ از ۳')
  expect(app.text()).toContain(multisigFa.toAccount(2))
  const short = [...app.container.querySelectorAll('.address-short')]
  expect(short.length).toBe(3)
  expect(short.every((part) => part.getAttribute('dir') === 'ltr')).toBe(true)
})
