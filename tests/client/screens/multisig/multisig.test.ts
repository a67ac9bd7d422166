import { describe, expect, test } from 'vitest'
import { getMe } from '#shared/api/get-me.ts'
import { getMultisig } from '#shared/api/get-multisig.ts'
import { startCosigning } from '#shared/api/start-cosigning.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { formatTonAddress } from '#shared/ton-address.ts'
import type { MemberApp } from '#tests/support/open-member-app.tsx'
import { type GatheredOwners, shareOwnersServers, getShort } from '#tests/support/cosigning.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { sampleEvmWallet } from '#tests/support/store-samples.ts'
import { until } from '#tests/support/until.ts'
import { en, multisigEn, multisigFa } from '#tests/support/messages.ts'

const { gatherOwners, startCosigningStage } = shareOwnersServers()

const HOUR_MS = 3_600_000
const OTHERS = [1, 2, 3].map(() => sampleEvmWallet().address)

/** The page of a multisig of which Ada is an owner. */
function open<Started extends GatheredOwners>(owners: Started) {
  const route = { screen: 'multisig', id: owners.multisigId } as const
  return { ...owners, app: owners.openApp({ route }) }
}

const openNew = async (options?: Parameters<typeof gatherOwners>[0]) =>
  open(await gatherOwners(options))

/** Ada has linked the Safe by the signatures of its other owners. */
async function gatherLinked() {
  const owners = await startCosigningStage({ starter: 'ada' })
  await owners.ilya.sign()
  await owners.negar.sign()
  const { wallets } = await owners.ada.api.call(getMe, {})
  const linkId = wallets.find(({ kind }) => kind === 'safe')?.id ?? expect.fail('not linked')
  /** Removes an owner who signed. */
  const end = () =>
    owners.become({ owners: [...owners.multisig.owners.slice(0, 2), ...OTHERS] }, 'refused')
  return { ...owners, linkId, end }
}

const openLinked = async () => open(await gatherLinked())

const getText = (app: MemberApp, selector: string) =>
  [...app.container.querySelectorAll(selector)].map(({ textContent }) => textContent)
const pills = (app: MemberApp) => getText(app, '.pill-mark')

describe('a Safe', () => {
  test('shows its type, its network, its threshold, when its chain was read, and its owners, by name only those who allow it', async () => {
    const owners = await startCosigningStage()
    await owners.ilya.sign(true)
    const { app, multisig } = open(owners)
    const [own, ilyas, nameless] = multisig.owners.map(getShort)
    await app.sees('NetworkBase')
    expect(getText(app, 'h1')).toEqual(['Safe'])
    expect(app.text()).toContain(`${multisigEn.rule}${multisigEn.ruleNote}2 of 3`)
    expect(app.container.querySelector('.ring')).toBeNull()
    expect(app.text()).toContain('Version1.4.1')
    expect(app.text()).toMatch(/Read from the chainToday/u)
    expect(app.text()).toContain(`${multisig.address.slice(0, 6)} ${multisig.address.slice(6, 10)}`)
    expect(app.text()).not.toContain(multisigEn.notRead)
    expect(app.text()).toContain(`${own}You`)
    expect(app.text()).toContain(`Ilya@ilya · ${ilyas}`)
    expect(app.text()).toContain(nameless)
    expect(app.text()).toContain(multisigEn.ownersNote)
    expect(getText(app, 'bdi')).toContain('Ilya')
    app.press(en.wallet.explorer)
    expect(app.telegram.opened).toEqual([`https://basescan.org/address/${multisig.address}`])
  })

  test('warns of modules, which act without its owners, and mentions a guard, as long as they exist', async () => {
    const [one = '', two = '', guard = null] = OTHERS
    const { app, become } = await openNew({ change: { modules: [one, two], guard } })
    await app.sees('2 modules can act alone')
    expect(app.text()).toContain('without any of its owners')
    expect(app.text()).toContain('A guard is set')
    become({ modules: [], guard: null })
    app.telegram.comeBack()
    await until(() => expect(app.text()).not.toMatch(/module|guard/u))
    expect(app.text()).toContain('NetworkBase')
  })

  test('shows the level signer for an owner’s linked wallet, never a proof of the Safe itself', async () => {
    const { app } = await openNew()
    await app.sees(en.wallet.levels.signer.sentence)
    expect(pills(app)).toEqual([en.wallet.levels.signer.name, en.wallet.levels.account.name])
    expect(app.text()).toContain('Once 2 owners have signed, the account itself accepts it.')
    expect(app.text()).not.toContain(en.wallet.levels.account.sentence)
  })

  test('leads to its owners’ agreement when it cannot accept a message, and says why', async () => {
    const { app } = await openNew({ change: { canSign: false } })
    await app.sees('This Safe has no handler for messages')
    expect(app.text()).toContain('Once 2 owners have each proven their own wallet and agreed')
    await app.seesMain(multisigEn.askOthers)
  })

  test('shows its last reading when its chain does not answer, and says so', async () => {
    const owners = await gatherOwners()
    owners.world.setReachable(8453, false)
    owners.server.server.clock.now += HOUR_MS
    const { app } = open(owners)
    await app.sees(multisigEn.notRead)
    expect(app.text()).toContain(`${multisigEn.ruleNote}2 of 3`)
  })
})

describe('a TON multisig', () => {
  test('shows its network, its signers in the friendly form and its proposers apart, and is proven by its owners’ agreement alone', async () => {
    const { app, multisig } = await openNew({ family: 'ton' })
    await app.sees('1 proposer')
    expect(getText(app, 'h1')).toEqual(['TON multisig'])
    expect(app.text()).toContain('NetworkMainnet')
    expect(app.text()).toContain(multisigEn.proposersNote)
    expect(app.text()).toContain('Once 2 owners have each proven their own wallet and agreed')
    expect(pills(app)).toEqual([en.wallet.levels.signer.name, en.wallet.levels.quorum.name])
    await app.seesMain(multisigEn.askOthers)
    const friendly = formatTonAddress(multisig.address, { network: '-239' })
    app.press(en.wallet.explorer)
    expect(app.telegram.opened).toEqual([`https://tonviewer.com/${friendly}`])
  })

  test('a TON multisig does not mention EVM wallets', async () => {
    const { app } = await openNew({ family: 'ton', evm: 'off' })
    await app.sees(multisigEn.rule)
    expect(app.text()).not.toMatch(/EVM|Safe|Base|Version/u)
  })
})

describe('starting a cosigning', () => {
  test('leads to the cosigning, once however often it is pressed, and Home refreshes', async () => {
    const { app, server, ada, multisigId } = await openNew()
    const release = server.hold(startCosigning)
    await app.seesMain(multisigEn.collect)
    const before = server.sentTo(getMe).length
    app.telegram.pressMainButton()
    app.telegram.pressMainButton()
    await until(() => expect(app.telegram.mainButton()?.busy).toBe(true))
    release()
    await until(() => expect(app.router.route.get().screen).toBe('cosign'))
    const { cosigning } = await ada.api.call(getMultisig, { id: multisigId })
    expect(app.router.route.get()).toEqual({ screen: 'cosign', code: cosigning?.code })
    expect(server.sentTo(startCosigning)).toMatchObject([
      { path: `/api/multisigs/${multisigId}/cosigning`, body: {} },
    ])
    await until(() => expect(server.sentTo(getMe).length).toBeGreaterThan(before))
  })

  test('asks no other owner when the member is the single owner', async () => {
    const { app } = await openNew({ change: { threshold: 1 } })
    await app.seesMain(multisigEn.proveAlone)
    expect(app.text()).toContain('Once 1 owner has signed')
  })

  test('continues the open one, which shows its progress', async () => {
    const owners = await startCosigningStage({ starter: 'ada' })
    await owners.ilya.sign()
    owners.server.server.clock.now += 21 * HOUR_MS
    const { app, server, code } = open(owners)
    await app.sees('1 of 2 signed')
    expect(app.text()).toContain('51 hr left')
    await app.tapMain(multisigEn.goOn)
    expect(app.router.route.get()).toEqual({ screen: 'cosign', code })
    expect(server.sentTo(startCosigning)).toEqual([])
  })

  test.each(['multisig-not-signer', 'rate-limited', 'evm-chain-unreachable'] as const)(
    'shows the refusal %s on the page',
    async (code) => {
      const { app, server } = await openNew()
      server.refuse(startCosigning, code)
      await app.tapMain(multisigEn.collect)
      await until(() => expect(app.container.querySelector('.notice')?.textContent).toBeTruthy())
      expect(app.router.route.get().screen).toBe('multisig')
      expect(app.telegram.haptics).toContain('error')
    },
  )

  test('shows the present owners when it is refused because they have changed', async () => {
    const { app, become } = await openNew()
    await app.seesMain(multisigEn.collect)
    become({ owners: OTHERS })
    app.telegram.pressMainButton()
    await app.seesMain(multisigEn.connectOwner)
  })
})

describe('a member who is no owner', () => {
  test('reads so, and can connect the wallet of an owner', async () => {
    const { app } = await openNew({ change: { owners: OTHERS } })
    await app.sees(multisigEn.problems['multisig-not-signer'])
    expect(pills(app)[0]).toBe(multisigEn.nothing)
    await app.tapMain(multisigEn.connectOwner)
    expect(app.router.route.get()).toEqual({ screen: 'connect' })
  })

  test('a member who is no owner has nothing left to do after linking it through the Safe itself', async () => {
    const owners = await gatherLinked()
    await owners.ada.api.call(unlinkWallet, { id: owners.ada.walletId })
    const { app } = open(owners)
    await app.sees(en.wallet.levels.account.sentence)
    await until(() => expect(app.telegram.mainButton()).toBeNull())
    expect(app.text()).not.toContain(multisigEn.problems['multisig-not-signer'])
    expect(app.text()).not.toContain(multisigEn.provable)
  })
})

describe('a multisig that the member has linked', () => {
  test('shows the level that holds, the link, and the way to prove it again', async () => {
    const { app, linkId } = await openLinked()
    await app.sees(en.wallet.levels.account.sentence)
    expect(pills(app)).toEqual([en.wallet.levels.account.name])
    await until(() => expect(app.telegram.mainButton()).toBeNull())
    app.press(multisigEn.yourLink)
    expect(app.router.route.get()).toEqual({ screen: 'wallet', id: linkId })
    app.router.back()
    await app.tap(multisigEn.proveAgain)
    await until(() => expect(app.router.route.get().screen).toBe('cosign'))
  })

  test('says so when its proof has ended, shows membership alone, and offers a new proof', async () => {
    const linked = await gatherLinked()
    linked.end()
    const { app } = open(linked)
    await app.sees('What was proven on Nov 20, 2026 is no longer valid.')
    expect(pills(app).slice(0, 2)).toEqual(['No longer proven', en.wallet.levels.signer.name])
    await app.seesMain(multisigEn.proveAgain)
  })
})

describe('a new reading of the chain', () => {
  test('marks a link that has just ended as ended on its own page immediately', async () => {
    const { app, linkId, end } = await openLinked()
    await app.sees(en.wallet.levels.account.sentence)
    end()
    app.router.open({ screen: 'wallet', id: linkId })
    await app.sees(en.wallet.unlink)
    expect(app.text()).not.toContain(multisigEn.stale('').name)
    app.press(multisigEn.detail)
    await app.sees(multisigEn.stale('').name)
    app.press(multisigEn.yourLink)
    await until(() => expect(app.container.querySelector('.notice')).not.toBeNull())
    expect(app.text()).toContain(multisigEn.stale('').name)
  })

  type LinkedOwners = Awaited<ReturnType<typeof gatherLinked>>

  test.each<[string, (linked: LinkedOwners) => unknown]>([
    ['another threshold', ({ become }) => become({ threshold: 3 })],
    ['a link that is gone', ({ ada, linkId: id }) => ada.api.call(unlinkWallet, { id })],
    [
      'a collection that is not known',
      ({ ada, multisigId: id }) => ada.api.call(startCosigning, { id, body: {} }),
    ],
  ])('refreshes the member when it shows %s', async (_, change) => {
    const linked = await gatherLinked()
    const app = linked.openApp({ route: { screen: 'settings' } })
    await app.sees(en.settings.exportData)
    await change(linked)
    app.router.open({ screen: 'multisig', id: linked.multisigId })
    await app.sees(multisigEn.owners)
    await until(() => expect(linked.server.sentTo(getMe)).toHaveLength(1))
  })

  test('refreshes the member when it shows an unknown link, and not when it shows the same', async () => {
    const { openApp, server, multisigId, ilya, negar } = await startCosigningStage({
      starter: 'ada',
    })
    const app = openApp({ route: { screen: 'settings' } })
    await app.sees(en.settings.exportData)
    await ilya.sign()
    await negar.sign()
    app.router.open({ screen: 'multisig', id: multisigId })
    await app.sees(multisigEn.owners)
    await until(() => expect(server.sentTo(getMe)).toHaveLength(1))
    app.telegram.comeBack()
    await until(() => expect(server.sentTo(getMultisig)).toHaveLength(2))
    await server.settled()
    expect(server.sentTo(getMe)).toHaveLength(1)
  })
})

describe('the page of a multisig', () => {
  test('shows that it waits, says what is wrong, and can be tried again', async () => {
    const owners = await gatherOwners()
    const recover = owners.server.refuse(getMultisig, 'internal')
    const { app, server } = open(owners)
    await app.sees(en.problems.internal)
    recover()
    const release = server.hold(getMultisig)
    app.telegram.pressMainButton()
    await until(() => expect(app.container.querySelector('[aria-busy=true]')).not.toBeNull())
    release()
    await app.sees(multisigEn.owners)
  })

  test('leads Home when the multisig is unknown', async () => {
    const { app } = open({ ...(await gatherOwners()), multisigId: 'n'.repeat(22) })
    await app.sees(en.problems['not-found'])
    app.telegram.pressMainButton()
    expect(app.router.route.get().screen).toBe('home')
  })

  test('the page of a multisig is refreshed on each return, and stays through an outage', async () => {
    const { app, server, become } = await openNew()
    await app.sees(`${multisigEn.ruleNote}2 of 3`)
    become({ threshold: 3 })
    app.telegram.comeBack()
    await app.sees(`${multisigEn.ruleNote}3 of 3`)
    server.refuse(getMultisig, 'maintenance')
    app.telegram.comeBack()
    await app.sees(en.problems.maintenance)
    expect(app.text()).toContain(`${multisigEn.ruleNote}3 of 3`)
  })
})

test('the page of a multisig in Persian has Persian digits, and addresses from left to right', async () => {
  const owners = await gatherOwners()
  const { server, ada, multisigId: id } = owners
  const launch = server.launch({ ...ada.account, language_code: 'fa' })
  const telegram = createFakeTelegram({ launch })
  const app = owners.openApp({ telegram, route: { screen: 'multisig', id } })
  await app.sees(multisigFa.owners)
  expect(app.text()).toContain('۲ از ۳')
  expect(app.text()).toContain(multisigFa.toAccount(2))
  const short = [...app.container.querySelectorAll('.address-short')]
  expect(short.length).toBe(3)
  expect(short.every((part) => part.getAttribute('dir') === 'ltr')).toBe(true)
})
