import { describe, expect, test } from 'vitest'
import { getMe } from '#shared/api/get-me.ts'
import { listMultisigs } from '#shared/api/list-multisigs.ts'
import { lookUpMultisig } from '#shared/api/look-up-multisig.ts'
import type { Wallet } from '#shared/wallet.ts'
import { PERSIAN_LAUNCH } from '#tests/support/asked.ts'
import { EVM_WALLET, ME, ok, refuse, WALLET } from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { createGate } from '#tests/support/gate.ts'
import { SAFE, SAFE_WALLET, TON_MULTISIG } from '#tests/support/multisigs.ts'
import { BOOT, createReadyServer, EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { en, multisigEn, multisigFa } from '#tests/support/words.ts'

type App = ReturnType<typeof openApp>
type Options = Parameters<typeof openApp>[0]

const OTHER_SAFE = { ...SAFE, id: 'othersafeothersafeothe', chainId: 1 }
const ALL = { isComplete: true, canList: true }

const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))
const seesNot = (app: App, words: string) => until(() => expect(app.text()).not.toContain(words))

/** The page of a wallet, where EVM wallets are offered. */
function openWallet(wallet: Wallet, listed: unknown, options: Options = {}) {
  const server = createReadyServer()
  const current = { listed }
  server.on(getMe, () => ok({ ...ME, policy: EVM_BOOT.policy, wallets: [wallet] }))
  server.on(listMultisigs, () => ok(current.listed))
  const evm = createFakeWalletConnector()
  const route = { screen: 'wallet', id: wallet.id } as const
  return { app: openApp({ boot: EVM_BOOT, server, evm, route, ...options }), server, current }
}

describe('the multisigs that a wallet signs for', () => {
  test('are listed with kind, chain and address, as membership and not control', async () => {
    const { app } = openWallet(EVM_WALLET, { ...ALL, multisigs: [SAFE, OTHER_SAFE] })
    await sees(app, 'Safe 2 of 3One owner0x5AFE…5afE · Base')
    expect(app.text()).toContain('Safe 2 of 3One owner0x5AFE…5afE · Ethereum')
    expect(app.text()).toContain(multisigEn.list.header)
    expect(app.text()).toContain(en.wallet.levels.signer.sentence)
    app.press('Base')
    expect(app.router.route.get()).toEqual({ screen: 'multisig', id: SAFE.id })
  })

  test('leave the wallet itself at its own level', async () => {
    const { app } = openWallet(EVM_WALLET, { ...ALL, multisigs: [SAFE] })
    await sees(app, 'Safe 2 of 3')
    const pills = [...app.container.querySelectorAll('.pill-mark')]
    expect(pills.map(({ textContent }) => textContent)).toEqual([en.wallet.levels.key.name])
  })

  test('on TON are its multisigs', async () => {
    const { app } = openWallet(WALLET, { ...ALL, multisigs: [TON_MULTISIG] })
    await sees(app, 'TON multisig 2 of 3')
    app.press('TON multisig 2 of 3')
    expect(app.router.route.get()).toEqual({ screen: 'multisig', id: TON_MULTISIG.id })
  })

  test('are waited for without a jump of what is below', async () => {
    const { app, server } = openWallet(EVM_WALLET, null)
    const gate = createGate()
    server.on(listMultisigs, () => gate.passed.then(() => ok({ ...ALL, multisigs: [SAFE] })))
    await sees(app, multisigEn.list.header)
    const section = sectionOf(app, multisigEn.list.header)
    expect(section?.querySelectorAll('.skeleton-icon')).toHaveLength(1)
    gate.open()
    await sees(app, 'Safe 2 of 3')
    expect(section?.querySelectorAll('.skeleton-icon')).toHaveLength(0)
  })

  test('that not every chain has told of in time are said to be a part, and asked for again', async () => {
    const partial = { isComplete: false, canList: true, multisigs: [SAFE] }
    const { app, server, current } = openWallet(EVM_WALLET, partial)
    await sees(app, multisigEn.list.partial)
    expect(app.text()).toContain('Safe 2 of 3')
    current.listed = { ...ALL, multisigs: [SAFE, OTHER_SAFE] }
    app.press(multisigEn.list.again)
    await sees(app, 'Ethereum')
    await seesNot(app, multisigEn.list.partial)
    expect(server.sentTo(listMultisigs)).toHaveLength(2)
  })

  test('of which none was told of in time are not said to be none', async () => {
    const { app } = openWallet(EVM_WALLET, { isComplete: false, canList: true, multisigs: [] })
    await sees(app, multisigEn.list.partial)
    expect(app.text()).not.toContain(multisigEn.list.none)
  })

  test('of which there are none lead to finding one by its address', async () => {
    const { app } = openWallet(EVM_WALLET, { ...ALL, multisigs: [] })
    await sees(app, multisigEn.list.none)
    expect(app.text()).toContain(multisigEn.list.noneNote)
    expect(app.text()).not.toContain(en.wallet.levels.signer.sentence)
  })

  test('that nobody lists are not said to be none', async () => {
    const { app } = openWallet(EVM_WALLET, { isComplete: true, canList: false, multisigs: [] })
    await sees(app, multisigEn.list.unlisted)
    expect(app.text()).not.toContain(multisigEn.list.none)
  })

  test('that cannot be had are said so, and can be asked for again', async () => {
    const { app, server } = openWallet(EVM_WALLET, null)
    server.on(listMultisigs, () => refuse('evm-chain-unreachable'))
    await sees(app, 'The chain did not answer.')
    server.on(listMultisigs, () => ok({ ...ALL, multisigs: [SAFE] }))
    app.press(en.actions.retry)
    await sees(app, 'Safe 2 of 3')
    await seesNot(app, 'The chain did not answer.')
  })

  test('stay on the page through an outage', async () => {
    const { app, server } = openWallet(EVM_WALLET, { ...ALL, multisigs: [SAFE] })
    await sees(app, 'Safe 2 of 3')
    server.on(listMultisigs, () => refuse('maintenance'))
    app.telegram.comeBack()
    await sees(app, en.problems.maintenance)
    expect(app.text()).toContain('Safe 2 of 3')
  })

  test('are not asked for where the family is not offered, nor of what is itself a contract', async () => {
    const off = openWallet(EVM_WALLET, { ...ALL, multisigs: [SAFE] }, { boot: BOOT, evm: null })
    const contract = openWallet(SAFE_WALLET, { ...ALL, multisigs: [SAFE] })
    for (const { app, server } of [off, contract]) {
      await sees(app, en.wallet.unlink)
      await sees(app, en.wallet.makePrimary)
      expect(app.text()).not.toContain(multisigEn.list.header)
      expect(server.sentTo(listMultisigs)).toEqual([])
    }
    expect(off.app.text()).not.toMatch(/Safe|EVM/u)
  })

  test('are spoken of in Persian', async () => {
    const telegram = createFakeTelegram({ launch: PERSIAN_LAUNCH })
    const { app } = openWallet(EVM_WALLET, { ...ALL, multisigs: [SAFE] }, { telegram })
    await sees(app, multisigFa.list.header)
    await sees(app, 'Safe با ۲ از ۳')
  })
})

function sectionOf(app: App, header: string) {
  const headers = [...app.container.querySelectorAll('.section-header')]
  return headers.find(({ textContent }) => textContent === header)?.closest('.section')
}

/** With the sheet open, and this typed into it. */
async function openFind(wallet: Wallet = EVM_WALLET) {
  const opened = openWallet(wallet, { isComplete: true, canList: false, multisigs: [] })
  await sees(opened.app, multisigEn.list.paste)
  opened.app.press(multisigEn.list.paste)
  await until(() => expect(sheetOf(opened.app)).not.toBeNull())
  return opened
}

const sheetOf = (app: App) => app.container.querySelector('dialog')

/** As a person types it. */
async function find(app: App, text: string) {
  const field = sheetOf(app)?.querySelector('input')
  if (!field) throw new Error('no field')
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  property?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await until(() => expect(sheetOf(app)?.textContent).toContain(multisigEn.find.go))
  app.press(multisigEn.find.go)
}

describe('finding a multisig by its address', () => {
  test('asks the chains, and opens the only one at once', async () => {
    const { app, server } = await openFind()
    server.on(lookUpMultisig, () => ok({ multisigs: [SAFE], isComplete: true }))
    await find(app, SAFE.address)
    await until(() => expect(app.router.route.get()).toEqual({ screen: 'multisig', id: SAFE.id }))
    expect(server.sentTo(lookUpMultisig)).toMatchObject([
      { body: { family: 'evm', address: SAFE.address } },
    ])
  })

  test('on several chains lets the member choose', async () => {
    const { app, server } = await openFind()
    server.on(lookUpMultisig, () => ok({ multisigs: [SAFE, OTHER_SAFE], isComplete: true }))
    await find(app, SAFE.address)
    await sees(app, multisigEn.find.found)
    expect(sheetOf(app)?.textContent).toContain('· Base')
    app.press('Ethereum')
    expect(app.router.route.get()).toEqual({ screen: 'multisig', id: OTHER_SAFE.id })
  })

  test('of which not every chain has told in time says so, and does not go on by itself', async () => {
    const { app, server } = await openFind()
    server.on(lookUpMultisig, () => ok({ multisigs: [SAFE], isComplete: false }))
    await find(app, SAFE.address)
    await sees(app, multisigEn.list.partial)
    expect(app.router.route.get().screen).toBe('wallet')
  })

  test('takes what Safe’s own app gives, with the chain’s short name before it', async () => {
    const { app, server } = await openFind()
    server.on(lookUpMultisig, () => ok({ multisigs: [SAFE], isComplete: true }))
    await find(app, ` base:${SAFE.address} `)
    await until(() => expect(server.sentTo(lookUpMultisig)).toHaveLength(1))
    expect(server.sentTo(lookUpMultisig)[0]?.body).toEqual({ family: 'evm', address: SAFE.address })
  })

  test.each([
    ['a word', EVM_WALLET, 'vitalik.eth'],
    ['an address that was cut off', EVM_WALLET, SAFE.address.slice(0, -1)],
    ['an address of the other family', EVM_WALLET, TON_MULTISIG.address],
    ['an EVM address on TON', WALLET, SAFE.address],
  ] as const)('refuses %s before anything is asked', async (_, wallet, text) => {
    const { app, server } = await openFind(wallet)
    await find(app, text)
    await sees(app, multisigEn.find.refused)
    expect(sheetOf(app)?.querySelector('input')?.getAttribute('aria-invalid')).toBe('true')
    expect(server.sentTo(lookUpMultisig)).toEqual([])
  })

  test.each(['multisig-not-found', 'multisig-lookalike'] as const)(
    'says in its place that it came to %s',
    async (code) => {
      const { app, server } = await openFind()
      server.on(lookUpMultisig, () => refuse(code))
      await find(app, SAFE.address)
      await sees(app, multisigEn.problems[code])
      expect(sheetOf(app)?.textContent).toContain(multisigEn.problems[code])
      expect(app.router.route.get().screen).toBe('wallet')
    },
  )

  test('on TON takes an address in any of its forms', async () => {
    const { app, server } = await openFind(WALLET)
    server.on(lookUpMultisig, () => ok({ multisigs: [TON_MULTISIG], isComplete: true }))
    await find(app, TON_MULTISIG.address)
    await until(() => expect(app.router.route.get().screen).toBe('multisig'))
  })

  test('leads nowhere once the sheet is closed', async () => {
    const { app, server } = await openFind()
    const gate = createGate()
    server.on(lookUpMultisig, () =>
      gate.passed.then(() => ok({ multisigs: [SAFE], isComplete: true })),
    )
    await find(app, SAFE.address)
    await until(() => expect(server.sentTo(lookUpMultisig)).toHaveLength(1))
    app.telegram.pressBack()
    await until(() => expect(sheetOf(app)).toBeNull())
    gate.open()
    app.press(multisigEn.list.paste)
    await until(() => expect(sheetOf(app)).not.toBeNull())
    expect(app.router.route.get().screen).toBe('wallet')
  })

  test('is closed by "back" before the page is', async () => {
    const { app } = await openFind()
    app.telegram.pressBack()
    await until(() => expect(sheetOf(app)).toBeNull())
    expect(app.router.route.get().screen).toBe('wallet')
  })
})
