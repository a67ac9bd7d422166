import { expect, test } from 'vitest'
import { submitProof } from '#shared/api/submit-proof.ts'
import { ATTEMPT, ok, WALLET } from '#tests/support/fake-api.ts'
import { PROOF } from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage, type MemoryStorage } from '#tests/support/memory-storage.ts'
import { createReadyServer, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'
import { en } from '#tests/support/words.ts'

type App = ReturnType<typeof openApp>

const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))

function createLinkingServer() {
  const server = createReadyServer()
  server.on(submitProof, () => {
    server.attempt.current = { ...ATTEMPT, state: 'linked', wallet: WALLET }
    return ok(server.attempt.current)
  })
  return server
}

/** From the choice of a wallet to the wallet itself. */
async function askWallet(app: App): Promise<void> {
  await sees(app, en.connect.telegramWallet)
  app.press(en.connect.telegramWallet)
  await until(() => expect(app.wallets.calls).toContain('connect telegram-wallet'))
  await sees(app, en.attempt.title)
}

function wipe(device: MemoryStorage): void {
  for (const key of device.keys()) device.removeItem(key)
}

test('storage that is wiped while the wallet is open costs nothing: its answer links', async () => {
  const device = createMemoryStorage()
  const app = openApp({ device, server: createLinkingServer(), route: { screen: 'connect' } })
  await askWallet(app)
  expect(device.keys()).not.toEqual([])
  wipe(device)
  app.wallets.answer(PROOF)
  await sees(app, en.attempt.linked)
})

test('storage that is wiped before a reload: the attempt is found at the server, and another wallet can answer it', async () => {
  const device = createMemoryStorage()
  const server = createLinkingServer()
  const first = openApp({ device, server, route: { screen: 'connect' } })
  await askWallet(first)
  wipe(device)
  const again = openApp({ device, server, route: { screen: 'attempt', id: ATTEMPT.id } })
  await sees(again, en.attempt.elsewhere)
  again.press(en.connect.title)
  expect(again.router.route.get()).toEqual({ screen: 'connect' })
  await askWallet(again)
  again.wallets.answer(PROOF)
  await sees(again, en.attempt.linked)
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

test.each(NO_STORAGE)('storage that %s: a wallet is linked all the same', async (_, fault) => {
  const device = { ...createMemoryStorage(), ...fault }
  const app = openApp({ device, server: createLinkingServer() })
  await sees(app, 'Ada')
  app.press(en.home.connect)
  await askWallet(app)
  app.wallets.answer(PROOF)
  await sees(app, en.attempt.linked)
})
