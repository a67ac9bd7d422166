import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { getMe } from '#shared/api/get-me.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { getTonAddress } from '#tests/support/link-wallet.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import {
  sampleCosigning,
  sampleSafe,
  sampleTonMultisig,
  confirmSample,
} from '#tests/support/multisig-samples.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { sampleEvmWallet } from '#tests/support/store-samples.ts'
import { until } from '#tests/support/until.ts'
import { en, multisigEn, multisigFa } from '#tests/support/messages.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

type Options = Parameters<typeof openMemberApp>[1]

const HOUR_MS = 3_600_000
const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const NAMELESS = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const SAFE = sampleSafe({
  chainId: 8453,
  address: '0x5AFE000000000000000000000000000000005afE',
  owners: [OWN, OTHER, NAMELESS],
})

afterEach(() => void vi.useRealTimers())

/** Ada has asked the owners of a Safe, one of whom she is; another has signed, and 51 hours are left. */
async function startRequesting(evm: EvmPolicy = 'in-app') {
  const server = await startAppServer({ evm })
  const { store, clock } = server.server
  const [ada, ilya] = [await server.visit(ADA), await server.visit(ILYA)]
  await ada.link(sampleEvmWallet(OWN))
  const now = clock.now - 21 * HOUR_MS
  const { code } = await sampleCosigning(store, ada.userId, await store.saveMultisig(SAFE, now), {
    now,
  })
  const setLanguageOf = (userId: string, owner: string) =>
    confirmSample(store, userId, { code, owner, now: clock.now })
  await setLanguageOf(ilya.userId, OTHER)
  const end = () => store.cancelCosigning(code, ada.userId, clock.now)
  return { server, ada, ilya, code, end, sign: () => setLanguageOf(ada.userId, OWN) }
}

function openHome(server: AppServer, options: Options = {}): MemberApp {
  const evm = server.boot.evm && createFakeWalletConnector()
  return openMemberApp(server, { evm, ...options })
}

/** Ilya has asked the owners of a TON multisig, one of whom Ada is; five hours are left. */
async function askOnTon({ server, ada, ilya }: Awaited<ReturnType<typeof startRequesting>>) {
  const { store, clock } = server.server
  await ada.linkTon()
  const now = clock.now - 67 * HOUR_MS
  const owners = [1, 2, 3].map(getTonAddress)
  const multisig = await store.saveMultisig(sampleTonMultisig({ owners }), now)
  await sampleCosigning(store, ilya.userId, multisig, { now })
}

describe('a pending cosigning', () => {
  test('a pending cosigning is on Home with the multisig, its progress and its time left, and leads there', async () => {
    const { server, code } = await startRequesting()
    const app = openHome(server)
    await app.sees(`Safe 2 of 3${multisigEn.waitsForYou}0x5AFE…5afE1 of 2 signed51 hr left`)
    expect(app.text()).toContain(multisigEn.pending)
    app.press('Safe 2 of 3')
    expect(app.router.route.get()).toEqual({ screen: 'cosign', code })
  })

  test('comes first when it waits for the member', async () => {
    const asking = await startRequesting()
    await asking.sign()
    await askOnTon(asking)
    const app = openHome(asking.server)
    await app.sees('TON multisig 2 of 3')
    await app.sees(multisigEn.youSigned)
    const text = app.text() ?? ''
    expect(text.indexOf('TON multisig 2 of 3')).toBeLessThan(text.indexOf('Safe 2 of 3'))
    expect(text).toContain('0 of 2 agreed5 hr left')
    expect(text.split(multisigEn.waitsForYou)).toHaveLength(2)
  })

  test('a pending cosigning is not mentioned where there is none', async () => {
    const app = openHome(await startAppServer({ evm: 'in-app' }))
    await app.sees(en.home.empty)
    expect(app.text()).not.toContain(multisigEn.pending)
  })

  test('a pending cosigning is not mentioned for a Safe where EVM is off', async () => {
    const { server } = await startRequesting('off')
    const app = openHome(server)
    await app.sees(en.home.wallets)
    expect(app.text()).not.toMatch(/Safe|EVM|Base/u)
    expect(app.text()).not.toContain(multisigEn.pending)
  })

  test('a pending cosigning is shown in Persian', async () => {
    const { server } = await startRequesting()
    const launch = server.launch({ ...ADA, language_code: 'fa' })
    const app = openHome(server, { telegram: createFakeTelegram({ launch }) })
    await app.sees(multisigFa.waitsForYou)
    expect(app.text()).toContain('۱ از ۲')
  })
})

describe('a live attempt on Home', () => {
  test('a live attempt is not shown twice while owners are asked, and Home is not polled meanwhile', async () => {
    const { server } = await startRequesting()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const app = openHome(server)
    await app.sees('1 of 2 signed')
    expect(app.text()).not.toContain(en.home.underWay.name)
    const asked = server.sentTo(getMe).length
    await vi.advanceTimersByTimeAsync(30_000)
    expect(server.sentTo(getMe)).toHaveLength(asked)
  })

  test('a live attempt is described as the member’s own confirmation when it is for a cosigning', async () => {
    const { server, ada, code } = await startRequesting()
    const body = { family: 'evm', cosign: { code, showsName: false } } as const
    const { id } = await ada.api.call(createAttempt, { body })
    await ada.api.call(updateAttempt, { id, body: { state: 'awaiting-wallet' } })
    const app = openHome(server)
    await app.sees(multisigEn.confirmationUnderWay)
    expect(app.text()).not.toContain(en.home.underWay.name)
  })
})

test('a finished cosigning is gone from Home after a return, and was never stored on the device', async () => {
  const device = createMemoryStorage()
  const { server, end } = await startRequesting()
  const app = openHome(server, { device })
  await app.sees('1 of 2 signed')
  expect(device.getItem(`clasp/${ADA.id}/home`)).toBeNull()
  await end()
  app.telegram.comeBack()
  await app.seesNot('1 of 2 signed')
  await until(() => expect(device.getItem(`clasp/${ADA.id}/home`)).not.toBeNull())
  expect(device.getItem(`clasp/${ADA.id}/home`)).not.toContain('1 of 2')
})
