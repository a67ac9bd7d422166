import { afterEach, describe, expect, test, vi } from 'vitest'
import { getMe } from '#shared/api/get-me.ts'
import type { AttemptSummary } from '#shared/attempt.ts'
import type { CollectionSummary } from '#shared/multisig.ts'
import { PERSIAN_LAUNCH } from '#tests/support/asked.ts'
import { ATTEMPT, EVM_WALLET, ME, NOW, ok } from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { SUMMARY, TON_MULTISIG } from '#tests/support/multisigs.ts'
import { BOOT, createReadyServer, EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { en, multisigEn, multisigFa } from '#tests/support/words.ts'

type App = ReturnType<typeof openApp>
type Options = Parameters<typeof openApp>[0]

const TON_SUMMARY: CollectionSummary = {
  ...SUMMARY,
  code: 'm1_toncollectiontoncollec',
  multisig: TON_MULTISIG,
  method: 'agreements',
  mine: false,
  starter: { firstName: 'Ilya', username: null },
  signed: 0,
  expiresAt: new Date(NOW + 5 * 3_600_000).toISOString(),
}
const SIGNED: CollectionSummary = { ...SUMMARY, signedAs: EVM_WALLET.address }

afterEach(() => void vi.useRealTimers())

const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))

function openHome(
  collections: CollectionSummary[],
  attempt: AttemptSummary | null = null,
  options: Options = {},
) {
  const server = createReadyServer()
  const current = { collections }
  server.on(getMe, () =>
    ok({ ...ME, policy: EVM_BOOT.policy, attempt, collections: current.collections }),
  )
  const evm = createFakeWalletConnector()
  return { app: openApp({ boot: EVM_BOOT, server, evm, ...options }), server, current }
}

const SUMMARY_OF_ATTEMPT: AttemptSummary = {
  id: ATTEMPT.id,
  family: 'ton',
  state: 'awaiting-wallet',
  requestCode: null,
  cosignCode: null,
  expiresAt: SUMMARY.expiresAt,
}

describe('what waits for owners', () => {
  test('is on Home with the multisig, how far it is and how long it lasts, and leads there', async () => {
    const { app } = openHome([SUMMARY])
    await sees(app, `Safe 2 of 3${multisigEn.waitsForYou}0x5AFE…5afE1 of 2 signed51 hr left`)
    expect(app.text()).toContain(multisigEn.pending)
    app.press('Safe 2 of 3')
    expect(app.router.route.get()).toEqual({ screen: 'cosign', code: SUMMARY.code })
  })

  test('comes first where it waits for the member', async () => {
    const { app } = openHome([SIGNED, TON_SUMMARY])
    await sees(app, 'TON multisig 2 of 3')
    await sees(app, multisigEn.youSigned)
    const text = app.text() ?? ''
    expect(text.indexOf('TON multisig 2 of 3')).toBeLessThan(text.indexOf('Safe 2 of 3'))
    expect(text).toContain('0 of 2 agreed5 hr left')
    expect(text.split(multisigEn.waitsForYou)).toHaveLength(2)
  })

  test('is not spoken of where there is nothing', async () => {
    const { app } = openHome([])
    await sees(app, en.home.wallets)
    expect(app.text()).not.toContain(multisigEn.pending)
  })

  test('of a Safe has no name where EVM is off', async () => {
    const { app } = openHome([SUMMARY], null, { boot: BOOT, evm: null })
    await sees(app, multisigEn.title)
    expect(app.text()).not.toMatch(/Safe|EVM|Base/u)
  })

  test('is as it is now after each return', async () => {
    const { app, current } = openHome([SUMMARY])
    await sees(app, '1 of 2 signed')
    current.collections = []
    app.telegram.comeBack()
    await until(() => expect(app.text()).not.toContain('1 of 2 signed'))
  })

  test('is spoken of in Persian', async () => {
    const telegram = createFakeTelegram({ launch: PERSIAN_LAUNCH })
    const { app } = openHome([SUMMARY], null, { telegram })
    await sees(app, multisigFa.waitsForYou)
    expect(app.text()).toContain('۱ از ۲')
  })
})

describe('what is under way', () => {
  test('is not shown twice while owners are asked, and nothing is asked meanwhile', async () => {
    vi.useFakeTimers()
    const attempt: AttemptSummary = { ...SUMMARY_OF_ATTEMPT, state: 'awaiting-cosigners' }
    const { app, server } = openHome([SUMMARY], attempt)
    await sees(app, '1 of 2 signed')
    expect(app.text()).not.toContain(en.home.underWay.name)
    const asked = server.sentTo(getMe).length
    await vi.advanceTimersByTimeAsync(30_000)
    expect(server.sentTo(getMe)).toHaveLength(asked)
  })

  test('is the member’s own word as an owner, where it is that', async () => {
    const { app } = openHome([SUMMARY], { ...SUMMARY_OF_ATTEMPT, cosignCode: SUMMARY.code })
    await sees(app, multisigEn.wordUnderWay)
    expect(app.text()).not.toContain(en.home.underWay.name)
  })
})

test('Home is not remembered with what may be over by the next start', async () => {
  const device = createMemoryStorage()
  const { app, current } = openHome([SUMMARY], null, { device })
  await sees(app, '1 of 2 signed')
  expect(device.getItem('clasp/1001/home')).toBeNull()
  current.collections = []
  app.telegram.comeBack()
  await until(() => expect(device.getItem('clasp/1001/home')).not.toBeNull())
  expect(device.getItem('clasp/1001/home')).not.toContain('1 of 2')
})
