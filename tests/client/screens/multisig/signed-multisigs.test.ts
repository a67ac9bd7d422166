import { describe, expect, test } from 'vitest'
import { listMultisigs } from '#shared/api/list-multisigs.ts'
import { lookUpMultisig } from '#shared/api/look-up-multisig.ts'
import { formatTonAddress } from '#shared/ton-address.ts'
import type { MemberApp } from '#tests/support/open-member-app.tsx'
import { type GatheredOwners, shareOwnersServers, getShort } from '#tests/support/cosigning.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { provenSafe, sampleSafe } from '#tests/support/multisig-samples.ts'
import { sampleEvmWallet, sampleWallet } from '#tests/support/store-samples.ts'
import { until } from '#tests/support/until.ts'
import { en, multisigEn, multisigFa } from '#tests/support/messages.ts'

const { gatherOwners } = shareOwnersServers()

/** A Safe that Ada does not own. */
const FOREIGN = { change: { owners: [1, 2, 3].map(() => sampleEvmWallet().address) } }

/** The page of Ada's wallet, which by default is an owner of a multisig. */
function open(owners: GatheredOwners, id = owners.ada.walletId) {
  return { ...owners, app: owners.openApp({ route: { screen: 'wallet', id } }) }
}

const openNew = async (options?: Parameters<typeof gatherOwners>[0]) =>
  open(await gatherOwners(options))

/** A Safe of Ada's and two others on Ethereum, at the address of the one on Base. */
function standOnEthereum({ world, multisig, ada, ilya }: GatheredOwners): void {
  const owners = [ada, ilya].map(({ address }) => address)
  world.setSafe(sampleSafe({ chainId: 1, address: multisig.address, threshold: 2, owners }))
}

describe('the multisigs that a wallet signs for', () => {
  test('the multisigs of a wallet are listed with kind, chain and address, as membership and not control, which leaves the wallet at its own level', async () => {
    const owners = await gatherOwners()
    standOnEthereum(owners)
    const { app, multisig, multisigId } = open(owners)
    const short = getShort(multisig.address)
    await app.sees(`Safe 2 of 3One owner${short} · Base`)
    expect(app.text()).toContain(`Safe 2 of 2One owner${short} · Ethereum`)
    expect(app.text()).toContain(multisigEn.list.header)
    expect(app.text()).toContain(en.wallet.levels.signer.sentence)
    const pills = [...app.container.querySelectorAll('.pill-mark')]
    expect(pills.map(({ textContent }) => textContent)).toEqual([en.wallet.levels.key.name])
    app.press('Base')
    expect(app.router.route.get()).toEqual({ screen: 'multisig', id: multisigId })
  })

  test('the multisigs of a TON wallet are TON multisigs', async () => {
    const { app, multisigId } = await openNew({ family: 'ton' })
    await app.tap('TON multisig 2 of 3')
    expect(app.router.route.get()).toEqual({ screen: 'multisig', id: multisigId })
  })

  test('stand below everything else, so that nothing jumps when they are known', async () => {
    const owners = await gatherOwners()
    const release = owners.server.hold(listMultisigs)
    const { app } = open(owners)
    await app.sees(en.wallet.unlink)
    expect(app.text()).not.toContain(multisigEn.list.header)
    release()
    await app.sees(multisigEn.list.header)
    expect(app.text().indexOf(multisigEn.list.header)).toBeGreaterThan(
      app.text().indexOf(en.wallet.unlink),
    )
  })

  test('the multisigs of a wallet are described as a part when some chain has not answered in time, and can be loaded again', async () => {
    const owners = await gatherOwners()
    standOnEthereum(owners)
    owners.world.setReachable(1, false)
    const { app, server } = open(owners)
    await app.sees(multisigEn.list.partial)
    expect(app.text()).toContain('Safe 2 of 3')
    owners.world.setReachable(1, true)
    app.press(multisigEn.list.again)
    await app.sees('Ethereum')
    await app.seesNot(multisigEn.list.partial)
    expect(server.sentTo(listMultisigs)).toHaveLength(2)
  })

  test.each<[string, (owners: GatheredOwners) => unknown]>([
    ['all chains have answered', () => {}],
    ['no service lists them', ({ world }) => world.setListing(false)],
    [
      'a chain has not answered',
      (owners) => {
        standOnEthereum(owners)
        owners.world.setReachable(1, false)
      },
    ],
    ['the list fails', ({ server }) => server.refuse(listMultisigs, 'evm-chain-unreachable')],
  ])('are not mentioned to a wallet that has none, when %s', async (_, happen) => {
    const owners = await gatherOwners(FOREIGN)
    happen(owners)
    const { app, server } = open(owners)
    await app.sees(en.wallet.unlink)
    await until(() => expect(server.sentTo(listMultisigs)).toHaveLength(1))
    await server.settled()
    expect(app.text()).not.toMatch(/multisig/iu)
  })

  test('appear on the next return when they could not be loaded, and stay on the page through an outage', async () => {
    const owners = await gatherOwners()
    const recover = owners.server.refuse(listMultisigs, 'evm-chain-unreachable')
    const { app, server } = open(owners)
    await until(() => expect(server.sentTo(listMultisigs)).toHaveLength(1))
    await server.settled()
    recover()
    app.telegram.comeBack()
    await app.sees('Safe 2 of 3')
    server.refuse(listMultisigs, 'maintenance')
    app.telegram.comeBack()
    await app.sees(en.problems.maintenance)
    expect(app.text()).toContain('Safe 2 of 3')
  })

  test('the multisigs of a wallet are not loaded where the family is not offered, nor for a wallet that is itself a contract', async () => {
    const without = await gatherOwners({ family: 'ton', evm: 'off' })
    const off = open(without, (await without.ada.link(sampleEvmWallet())).id)
    const own = await gatherOwners()
    const contract = open(own, (await own.ada.link(provenSafe(sampleSafe()))).id)
    for (const { app, server } of [off, contract]) {
      await app.sees(en.wallet.unlink)
      await app.sees(en.wallet.makePrimary)
      expect(app.text()).not.toContain(multisigEn.list.header)
      expect(server.sentTo(listMultisigs)).toEqual([])
    }
    expect(off.app.text()).not.toMatch(/Safe|EVM/u)
  })

  test('the multisigs of a wallet are shown in Persian', async () => {
    const { server, ada, openApp } = await gatherOwners()
    const launch = server.launch({ ...ada.account, language_code: 'fa' })
    const telegram = createFakeTelegram({ launch })
    const app = openApp({ telegram, route: { screen: 'wallet', id: ada.walletId } })
    await app.sees(multisigFa.list.header)
    await app.sees('Safe با ۲ از ۳')
  })
})

/** The sheet in which a multisig is found by its address, opened from the settings. */
async function openFind(options: Parameters<typeof gatherOwners>[0] = FOREIGN) {
  const owners = await gatherOwners(options)
  const opened = { ...owners, app: owners.openApp({ route: { screen: 'settings' } }) }
  await opened.app.tap(multisigEn.find.title)
  await until(() => expect(findSheet(opened.app)).not.toBeNull())
  return opened
}

const findSheet = (app: MemberApp) => app.container.querySelector('dialog')

/** Types as a person does. */
async function find(app: MemberApp, text: string) {
  const field = findSheet(app)?.querySelector('input')
  if (!field) throw new Error('no field')
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  property?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await until(() => expect(findSheet(app)?.textContent).toContain(multisigEn.find.go))
  app.press(multisigEn.find.go)
}

describe('finding a multisig by its address', () => {
  test.each([
    ['its address', (address: string) => address],
    ['what Safe’s own app gives', (address: string) => ` base:${address} `],
  ])('queries the chains for %s, and opens the only multisig immediately', async (_, pasted) => {
    const { app, server, multisig, multisigId: id } = await openFind()
    await find(app, pasted(multisig.address))
    await until(() => expect(app.router.route.get()).toEqual({ screen: 'multisig', id }))
    expect(server.sentTo(lookUpMultisig)).toMatchObject([
      { body: { family: 'evm', address: multisig.address } },
    ])
  })

  test('lets the member choose when it is on several chains', async () => {
    const opened = await openFind()
    const { app, multisig } = opened
    standOnEthereum(opened)
    await find(app, multisig.address)
    await app.sees(multisigEn.find.found)
    expect(findSheet(app)?.textContent).toContain('· Base')
    app.press('Ethereum')
    await app.sees('NetworkEthereum')
  })

  test('says so when not every chain has answered in time, and does not continue automatically', async () => {
    const { app, world, multisig } = await openFind()
    world.setReachable(1, false)
    await find(app, multisig.address)
    await app.sees(multisigEn.list.partial)
    expect(app.router.route.get().screen).toBe('settings')
  })

  test.each([
    ['a word', FOREIGN, () => 'vitalik.eth'],
    [
      'an address that was cut off',
      FOREIGN,
      ({ multisig }: GatheredOwners) => multisig.address.slice(0, -1),
    ],
    [
      'an address of a family that is not offered',
      { family: 'ton', evm: 'off' },
      () => sampleEvmWallet().address,
    ],
  ] as const)('refuses %s before any call', async (_, options, text) => {
    const opened = await openFind(options)
    const { app, server } = opened
    await find(app, text(opened))
    await app.sees(multisigEn.find.refused)
    expect(findSheet(app)?.querySelector('input')?.getAttribute('aria-invalid')).toBe('true')
    expect(server.sentTo(lookUpMultisig)).toEqual([])
  })

  test.each(['multisig-not-found', 'multisig-lookalike'] as const)(
    'shows in its place that the result is %s',
    async (code) => {
      const { app, server } = await openFind({ family: 'ton' })
      const { address } = sampleWallet()
      if (code === 'multisig-lookalike') server.server.tonChain.setMultisig(address, 'lookalike')
      await find(app, address)
      await app.sees(multisigEn.problems[code])
      expect(findSheet(app)?.textContent).toContain(multisigEn.problems[code])
      expect(app.router.route.get().screen).toBe('settings')
    },
  )

  test.each([
    ['raw', (address: string) => address],
    ['friendly', (address: string) => formatTonAddress(address, { network: '-239' })],
  ])('accepts a TON address in its %s form', async (_, pasted) => {
    const { app, multisig, multisigId: id } = await openFind({ family: 'ton' })
    await find(app, pasted(multisig.address))
    await until(() => expect(app.router.route.get()).toEqual({ screen: 'multisig', id }))
  })

  test('closes by "back" before the page does, and leads nowhere then', async () => {
    const { app, server, multisig } = await openFind()
    const release = server.hold(lookUpMultisig)
    await find(app, multisig.address)
    await until(() => expect(server.sentTo(lookUpMultisig)).toHaveLength(1))
    app.telegram.pressBack()
    await until(() => expect(findSheet(app)).toBeNull())
    expect(app.router.route.get().screen).toBe('settings')
    release()
    await server.settled()
    app.press(multisigEn.find.title)
    await until(() => expect(findSheet(app)).not.toBeNull())
    expect(app.router.route.get().screen).toBe('settings')
  })
})
