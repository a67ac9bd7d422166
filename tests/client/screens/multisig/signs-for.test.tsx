import { createRoot } from 'react-dom/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { getMe } from '#shared/api/get-me.ts'
import { listMultisigs } from '#shared/api/list-multisigs.ts'
import type { ProvenWallet } from '#shared/proven-wallet.ts'
import type { ReadMultisig } from '#server/chains/read-multisig.ts'
import { LocalizationContext } from '#client/i18n/use-localization.ts'
import { SignsFor } from '#client/screens/multisig/signs-for.tsx'
import { CoreContext, ServicesContext } from '#client/screens/context/context.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { provenSafe, sampleSafe, sampleTonMultisig } from '#tests/support/multisig-samples.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { sampleEvmWallet, sampleWallet } from '#tests/support/store-samples.ts'
import { until } from '#tests/support/until.ts'
import { en, multisigEn } from '#tests/support/messages.ts'

const TON = sampleWallet()
const EVM = sampleEvmWallet()
const TON_MULTISIG = sampleTonMultisig({ owners: [TON.address] })
const SAFE = sampleSafe({ owners: [EVM.address] })

type SignsForSetting = { known?: ReadMultisig[]; disturb?: (server: AppServer) => void }

/** The part below the receipt of this wallet, where these multisigs are known. */
async function showBelow(proven: ProvenWallet, { known = [], disturb }: SignsForSetting = {}) {
  const server = await startAppServer({ evm: 'in-app' })
  const { store, clock, tonChain } = server.server
  tonChain.setMultisig(TON_MULTISIG.address, TON_MULTISIG)
  const multisigs = []
  for (const read of known) multisigs.push(await store.saveMultisig(read, clock.now))
  const ada = await server.visit()
  const { id } = await ada.link(proven)
  const wallet = (await ada.api.call(getMe, {})).wallets.find((each) => each.id === id)
  disturb?.(server)
  const { services, router } = openMemberApp(server)
  const core = await until(() => {
    const loading = services.core.state.get()
    if (loading.status !== 'ready') throw new Error('no core yet')
    return loading.value
  })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => root.unmount())
  root.render(
    <ServicesContext value={services}>
      <LocalizationContext value={{ language: 'en', isFull: true, messages: en }}>
        <CoreContext value={core}>
          <p>receipt</p>
          {wallet && <SignsFor wallet={wallet} />}
        </CoreContext>
      </LocalizationContext>
    </ServicesContext>,
  )
  await until(() => expect(place.textContent).toContain('receipt'))
  return { place, server, router, id, multisigs }
}

describe('a wallet that has just been linked', () => {
  test('leads to the one multisig that it signs for', async () => {
    const { place, router, multisigs } = await showBelow(TON, { known: [TON_MULTISIG] })
    await until(() => expect(place.textContent).toContain(multisigEn.signsFor(1)))
    place.querySelector('button')?.click()
    expect(router.route.get()).toEqual({ screen: 'multisig', id: multisigs[0]?.id })
  })

  test('leads to the list when it signs for several', async () => {
    const { place, router, id } = await showBelow(EVM, {
      known: [SAFE, sampleSafe({ owners: [EVM.address], chainId: 8453 })],
    })
    await until(() => expect(place.textContent).toContain('This wallet signs for 2 multisigs'))
    place.querySelector('button')?.click()
    expect(router.route.get()).toEqual({ screen: 'wallet', id })
  })

  test.each<[string, SignsForSetting]>([
    ['signs for none', {}],
    [
      'of which nobody can tell',
      { known: [SAFE], disturb: (server) => void server.refuse(listMultisigs, 'internal') },
    ],
  ])('mentions no multisigs (%s)', async (_, setting) => {
    const { place, server } = await showBelow(EVM, setting)
    await until(() => expect(server.sentTo(listMultisigs)).toHaveLength(1))
    expect(place.textContent).toBe('receipt')
  })

  test('sends no query when it is a multisig itself', async () => {
    const { place, server } = await showBelow(provenSafe(SAFE), { known: [SAFE] })
    expect(server.sentTo(listMultisigs)).toEqual([])
    expect(place.textContent).toBe('receipt')
  })
})
