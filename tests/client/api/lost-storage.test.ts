import { expect, test } from 'vitest'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { createMemoryStorage, type MemoryStorage } from '#tests/support/memory-storage.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { en } from '#tests/support/messages.ts'

/** From the choice of a wallet to the wallet itself. */
async function askWallet(app: MemberApp): Promise<void> {
  await app.tap(en.connect.walletInTelegram('Wallet'))
  await until(() => expect(app.wallets.calls).toContain('connect telegram-wallet'))
  await app.sees(en.attempt.title)
}

/** The wallet answers, and is linked. */
async function link(server: AppServer, app: MemberApp): Promise<void> {
  app.wallets.answer(server.proveTon(app.wallets.prepared.at(-1)))
  await app.sees(en.attempt.linked)
}

function wipe(device: MemoryStorage): void {
  for (const key of device.keys()) device.removeItem(key)
}

test('a wallet’s answer is linked when the storage was wiped while the wallet was open', async () => {
  const device = createMemoryStorage()
  const server = await startAppServer()
  const app = openMemberApp(server, { device, route: { screen: 'connect' } })
  await askWallet(app)
  expect(device.keys()).not.toEqual([])
  wipe(device)
  await link(server, app)
})

test('an attempt whose storage was wiped before a reload is loaded from the server, and another wallet can answer it', async () => {
  const device = createMemoryStorage()
  const server = await startAppServer()
  const first = openMemberApp(server, { device, route: { screen: 'connect' } })
  await askWallet(first)
  wipe(device)
  const again = openMemberApp(server, { device, route: first.router.route.get() })
  await again.sees(en.attempt.elsewhere)
  again.press(en.connect.title)
  expect(again.router.route.get()).toEqual({ screen: 'connect' })
  await askWallet(again)
  await link(server, again)
})

const NO_STORAGE: [name: string, fault: Partial<MemoryStorage>][] = [
  ['is full', { setItem: fail }],
  ['is blocked', { setItem: fail, getItem: fail, removeItem: fail, key: fail }],
  ['holds what nobody of ours has written', { getItem: () => '{"id":7,"isOpened":"yes"}' }],
  ['holds what is no JSON', { getItem: () => '\u0000{' }],
]

function fail(): never {
  throw new DOMException('no', 'QuotaExceededError')
}

test.each(NO_STORAGE)('a wallet is linked with storage that %s', async (_, fault) => {
  const device = { ...createMemoryStorage(), ...fault }
  const server = await startAppServer()
  const app = openMemberApp(server, { device })
  await app.sees('Ada')
  app.press(en.home.connect)
  await askWallet(app)
  await link(server, app)
})
