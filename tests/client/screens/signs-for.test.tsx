import { createRoot } from 'react-dom/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listMultisigs } from '#shared/api/list-multisigs.ts'
import type { Wallet } from '#shared/wallet.ts'
import { SpeechContext } from '#client/i18n/use-speech.ts'
import { SignsFor } from '#client/screens/multisig/signs-for.tsx'
import { CoreContext } from '#client/screens/use-core.ts'
import { ServicesContext } from '#client/screens/use-services.ts'
import { EVM_WALLET, ok, refuse, WALLET } from '#tests/support/fake-api.ts'
import { SAFE, SAFE_WALLET, TON_MULTISIG } from '#tests/support/multisigs.ts'
import { createReadyServer, EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { en, multisigEn } from '#tests/support/words.ts'

type Answer = Parameters<ReturnType<typeof createReadyServer>['on']>[1]

/** What stands below the receipt of this wallet. */
async function showBelow(wallet: Wallet, answer: Answer) {
  const server = createReadyServer()
  server.on(listMultisigs, answer)
  const { services, router } = openApp({ boot: EVM_BOOT, server })
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
      <SpeechContext value={{ language: 'en', isWhole: true, messages: en }}>
        <CoreContext value={core}>
          <p>receipt</p>
          <SignsFor wallet={wallet} />
        </CoreContext>
      </SpeechContext>
    </ServicesContext>,
  )
  await until(() => expect(place.textContent).toContain('receipt'))
  return { place, server, router }
}

const list = (multisigs: readonly unknown[]) => () =>
  ok({ multisigs, isComplete: true, canList: true })

describe('a wallet that has just been linked', () => {
  test('leads to the one multisig that it signs for', async () => {
    const { place, router } = await showBelow(WALLET, list([TON_MULTISIG]))
    await until(() => expect(place.textContent).toContain(multisigEn.signsFor(1)))
    place.querySelector('button')?.click()
    expect(router.route.get()).toEqual({ screen: 'multisig', id: TON_MULTISIG.id })
  })

  test('leads to the list of several', async () => {
    const other = { ...SAFE, id: 'othersafeothersafeothe', chainId: 1 }
    const { place, router } = await showBelow(EVM_WALLET, list([SAFE, other]))
    await until(() => expect(place.textContent).toContain('This wallet signs for 2 multisigs'))
    place.querySelector('button')?.click()
    expect(router.route.get()).toEqual({ screen: 'wallet', id: EVM_WALLET.id })
  })

  test.each([
    ['signs for none', list([])],
    ['of which nobody can tell', () => refuse('internal')],
  ])('that %s says nothing of it', async (_, answer) => {
    const { place, server } = await showBelow(EVM_WALLET, answer)
    await until(() => expect(server.sentTo(listMultisigs)).toHaveLength(1))
    expect(place.textContent).toBe('receipt')
  })

  test('and is a multisig itself is not asked about', async () => {
    const { place, server } = await showBelow(SAFE_WALLET, list([SAFE]))
    expect(server.sentTo(listMultisigs)).toEqual([])
    expect(place.textContent).toBe('receipt')
  })
})
