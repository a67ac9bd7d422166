import { describe, expect, onTestFinished, test } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import type { Family } from '#shared/wallet.ts'
import { ApiError } from '#client/api/api-error.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import {
  createFakeWalletConnector,
  type FakeWalletConnector,
} from '#tests/support/fake-wallet-connector.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { EVM_WALLET } from '#tests/support/sample-data.ts'
import { sampleApiKey, sampleRequest } from '#tests/support/store-samples.ts'
import { until } from '#tests/support/until.ts'

const CONNECT = { screen: 'connect' } as const
const NAMES = ['MetaMask', 'Trust Wallet', 'OKX Wallet', 'Bitget Wallet', 'Rainbow', 'Safe']
const ANY_EVM_NAME = /EVM|Ethereum|WalletConnect|MetaMask|Rainbow|Safe/u

/** A wallet of TON Connect's list. */
const listed = (name: string, link: string) => ({
  app_name: name,
  name,
  image: 'https://wallet.example/icon.png',
  universal_url: link,
  bridge: [{ type: 'sse', url: 'https://wallet.example/bridge' }],
})

/** A device that stores nothing. */
const forgetful = () => ({ ...createMemoryStorage(), setItem: () => {} })

type Options = NonNullable<Parameters<typeof openMemberApp>[1]> & {
  evm?: FakeWalletConnector
  server?: AppServer
  policy?: EvmPolicy
}

/** The choice of a wallet where EVM wallets are offered. */
async function openConnect({ policy = 'in-app', ...options }: Options = {}) {
  const { server = await startAppServer({ evm: policy }), evm = createFakeWalletConnector() } =
    options
  const app = openMemberApp(server, { route: CONNECT, ...options, evm })
  return { app, evm, server }
}

/** A finger comes down on the control with this label. */
function touch(app: MemberApp, messages: string): void {
  const control = app.buttons().find(({ textContent }) => textContent.includes(messages))
  control?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
}

/** Every text that the screen shows from now on, however briefly. */
function watchText(app: MemberApp): () => readonly string[] {
  const texts = [app.text()]
  const observer = new MutationObserver(() => texts.push(app.text()))
  observer.observe(app.container, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return () => texts
}

/** Longer than the screen waits before it prepares wallets automatically. */
const idle = () => new Promise((resolve) => setTimeout(resolve, 500))

/** A promise that the test settles by hand. */
function later() {
  const events = new EventTarget()
  const arrival = new Promise<void>((resolve, reject) => {
    events.addEventListener('here', () => resolve())
    events.addEventListener('lost', () => reject(new ApiError('evm-relay-unreachable')))
  })
  return {
    arrival,
    arrives: () => void events.dispatchEvent(new Event('here')),
    isLost: () => void events.dispatchEvent(new Event('lost')),
  }
}

test('attack: five openings of the chooser on a device that keeps nothing use up none of the ten attempts', async () => {
  const server = await startAppServer({ evm: 'in-app' })
  for (let opening = 1; opening <= 5; opening += 1) {
    const { app, evm } = await openConnect({ server, device: forgetful() })
    await app.sees('All other EVM wallets')
    await until(() => expect([app.wallets.warmUps.count, evm.warmUps.count]).toEqual([1, 1]))
  }
  expect(server.sentTo(createAttempt)).toEqual([])
})

test('the list of all TON wallets closes when another device ends its attempt, and shows the outcome', async () => {
  const server = await startAppServer()
  const app = openMemberApp(server, { route: CONNECT })
  await app.tap('All other TON wallets')
  await until(() => expect(app.wallets.chooserOpen.get()).toBe(true))
  const path = await until(() => server.sentTo(getAttempt)[0]?.path ?? expect.fail('not asked yet'))
  const id = path.split('/').at(-1) ?? ''
  await (await server.visit()).api.call(cancelAttempt, { id })
  await until(() => expect(app.wallets.chooserOpen.get()).toBe(false))
  await until(() => expect(app.router.route.get()).toEqual({ screen: 'attempt', id }))
})

test('a list that was chosen and left while it was prepared does not open over another screen', async () => {
  const library = later()
  const wallets = createFakeWalletConnector({ library: library.arrival })
  const app = openMemberApp(await startAppServer(), { route: CONNECT, wallets })
  await app.tap('All other TON wallets')
  await app.sees('Getting ready…')
  app.router.back()
  await app.sees('No wallet linked yet')
  library.arrives()
  await until(() => expect(wallets.prepared).toHaveLength(1))
  await idle()
  expect(wallets.calls).not.toContain('connect all-wallets')
  expect(wallets.chooserOpen.get()).toBe(false)
})

test('a list that was chosen does not open over the list of the other family, which was chosen after it', async () => {
  const library = later()
  const { app, evm } = await openConnect({
    evm: createFakeWalletConnector({ library: library.arrival }),
  })
  await app.sees('All other EVM wallets')
  app.press('All other EVM wallets')
  await app.sees('Getting ready…')
  app.press('All other TON wallets')
  await until(() => expect(app.wallets.chooserOpen.get()).toBe(true))
  library.arrives()
  await idle()
  expect(evm.chooserOpen.get()).toBe(false)
})

describe('the choice of a TON wallet', () => {
  test('shows the first wallets of TON Connect’s list between Wallet in Telegram and the list of all', async () => {
    const app = openMemberApp(await startAppServer(), { route: CONNECT })
    await app.sees('Tonhub')
    const shown = app.buttons().map(({ textContent }) => textContent)
    expect(shown.slice(0, 5)).toEqual([
      'Wallet in TelegramOne tap, inside Telegram',
      'TTonkeeper',
      'MMyTonWallet',
      'TTonhub',
      'All other TON wallets',
    ])
  })

  test('names the wallets in Telegram as the list does, and shows no line for one where the list has none', async () => {
    let list = [
      listed('Purse', 'https://t.me/purse?attach=wallet'),
      listed('Pouch', 'https://t.me/pouch?attach=wallet'),
    ]
    const server = await startAppServer({ fetch: async () => Response.json(list) })
    const { walletsList } = server.server
    await walletsList.refresh()
    const app = openMemberApp(server, { route: CONNECT })
    await app.sees('Purse in TelegramOne tap')
    expect(app.text()).toContain('Pouch in Telegram')
    expect(app.text()).not.toContain('Wallet in Telegram')
    app.press('Purse in Telegram')
    await until(() => expect(app.wallets.calls).toContain('connect telegram-wallet'))

    list = [listed('Satchel', 'https://satchel.example/connect')]
    await walletsList.refresh()
    const other = openMemberApp(server, { route: CONNECT })
    await other.sees('Satchel')
    expect(other.text()).not.toContain('in Telegram')
  })

  test('loads their icons from our origin, and each shows its letter until its icon is here', async () => {
    const app = openMemberApp(await startAppServer(), { route: CONNECT })
    await app.sees('Tonhub')
    const icons = [...app.container.querySelectorAll('img')]
    expect(icons).toHaveLength(3)
    for (const icon of icons) {
      expect(icon.getAttribute('src')).toMatch(/^\/wallet-icons\/[0-9a-f]{32}$/u)
      expect(icon.style.opacity).toBe('0')
      icon.dispatchEvent(new Event('load'))
      await until(() => expect(icon.style.opacity).toBe('1'))
    }
  })

  test('connects the wallet of the cell with one tap', async () => {
    const app = openMemberApp(await startAppServer(), { route: CONNECT })
    await app.tap('Tonkeeper')
    await until(() => expect(app.wallets.calls).toEqual(['prepare', 'connect ton:tonkeeper']))
    await app.sees('Approve in Tonkeeper')
    expect(app.wallets.chooserOpen.get()).toBe(false)
  })
})

describe('the choice where EVM wallets are not offered', () => {
  test('the choice of wallets without EVM does not mention them', async () => {
    const app = openMemberApp(await startAppServer(), { route: CONNECT })
    await app.sees('It is never a transaction')
    expect(app.text()).not.toMatch(ANY_EVM_NAME)
  })
})

describe('the choice where EVM wallets are connected in the app', () => {
  test('shows the common ones below TON’s, with the list of all and the chains', async () => {
    const { app } = await openConnect()
    await app.sees('All other EVM wallets')
    const text = app.text()
    const places = [
      'All other TON wallets',
      ...NAMES,
      'All other EVM wallets',
      'Ethereum and Base',
    ].map((name) => text.indexOf(name))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  test('shows what stands above without a wait for them', async () => {
    const { app } = await openConnect()
    const seen = watchText(app)
    await app.sees('MetaMask')
    const texts = seen()
    expect(texts.some((text) => text.includes('All other TON wallets'))).toBe(true)
    for (const text of texts) {
      if (text.includes('MetaMask')) expect(text).toContain('All other TON wallets')
    }
  })

  test('shows the icon of each from our origin over its letter', async () => {
    const { app } = await openConnect()
    await app.sees('MetaMask')
    const paths = [...app.container.querySelectorAll('.wallet-icon img')]
      .map((icon) => icon.getAttribute('src') ?? '')
      .filter((path) => path.includes('/evm/'))
    expect(paths).toEqual(
      ['metamask', 'trust', 'okx', 'bitget', 'rainbow', 'safe'].map(
        (id) => `/wallet-icons/evm/${id}`,
      ),
    )
    const letters = [...app.container.querySelectorAll('.tile')].map((tile) => tile.textContent)
    expect(letters.slice(-6)).toEqual(['M', 'T', 'O', 'B', 'R', 'S'])
  })

  test('makes the attempt and opens the wallet with one tap on a cell', async () => {
    const { app, evm } = await openConnect()
    await app.tap('MetaMask')
    await until(() => expect(evm.calls).toEqual(['prepare', 'connect metamask']))
    const attemptId: unknown = expect.stringMatching(/^[\w-]{22}$/u)
    expect(evm.prepared).toMatchObject([{ family: 'evm', attemptId }])
    await until(() => expect(app.router.route.get()).toEqual({ screen: 'attempt', id: attemptId }))
  })

  test('warms them up only after TON’s', async () => {
    const library = later()
    const wallets = createFakeWalletConnector({ library: library.arrival })
    const { app, evm } = await openConnect({ wallets })
    await app.sees('MetaMask')
    await idle()
    expect([wallets.warmUps.count, evm.warmUps.count]).toEqual([1, 0])
    library.arrives()
    await until(() => expect(evm.warmUps.count).toBe(1))
  })

  test('warms them up immediately when a finger touches a cell, and makes no attempt', async () => {
    const wallets = createFakeWalletConnector({ library: new Promise(() => {}) })
    const { app, evm, server } = await openConnect({ wallets })
    await app.sees('MetaMask')
    for (const name of ['MetaMask', 'Wallet in Telegram', 'All other TON wallets']) touch(app, name)
    await until(() => expect(evm.warmUps.count).toBe(1))
    expect(server.sentTo(createAttempt)).toEqual([])
    expect([...wallets.calls, ...evm.calls]).toEqual([])
  })

  test('disconnects a connected wallet only after another is chosen, not when the screen opens', async () => {
    const evm = createFakeWalletConnector({
      deviceWallet: {
        status: 'connected',
        network: 'eip155:1',
        address: EVM_WALLET.address,
        walletApp: { appName: 'metamask', name: 'MetaMask' },
      },
    })
    const { app } = await openConnect({ evm })
    await app.sees('Rainbow')
    await until(() => expect(evm.warmUps.count).toBe(1))
    expect(evm.calls).toEqual([])
    app.press('Rainbow')
    await until(() => expect(evm.prepared).toHaveLength(1))
  })

  test('shows a tap before the provider has arrived in its cell, and then opens the wallet', async () => {
    const provider = later()
    const evm = createFakeWalletConnector({ library: provider.arrival })
    const { app } = await openConnect({ evm })
    await app.tap('MetaMask')
    await app.sees('MetaMaskGetting ready…')
    provider.arrives()
    await until(() => expect(evm.calls).toContain('connect metamask'))
  })

  test('reports an unreachable relay where the tap was, and can try again', async () => {
    const provider = later()
    const evm = createFakeWalletConnector({ library: provider.arrival })
    const { app } = await openConnect({ evm })
    await until(() => expect(evm.warmUps.count).toBe(1))
    provider.isLost()
    await app.sees('Trust Wallet')
    expect(app.text()).not.toContain('WalletConnect cannot be reached')
    app.press('Trust Wallet')
    await app.sees('Trust WalletWalletConnect cannot be reached')
    expect(app.text()).toContain('Wallet in Telegram')
    const tries = evm.prepared.length
    app.press('Trust Wallet')
    await until(() => expect(evm.prepared).toHaveLength(tries + 1))
  })

  test('still offers them when TON’s library does not load', async () => {
    const library = later()
    const wallets = createFakeWalletConnector({ library: library.arrival })
    const { app, evm } = await openConnect({ wallets })
    wallets.prepare = () => Promise.reject(new Error('did not arrive'))
    await until(() => expect(wallets.warmUps.count).toBe(1))
    library.isLost()
    await app.sees('MetaMask')
    await until(() => expect(evm.warmUps.count).toBe(1))
    app.press('Wallet in Telegram')
    await app.sees('The part that talks to wallets could not be loaded.')
    expect(app.text()).toContain('MetaMask')
  })

  test('fills the whole screen with a problem that no wallet can fix', async () => {
    const { app, server } = await openConnect()
    server.refuse(createAttempt, 'too-many-attempts')
    await app.sees('MetaMask')
    app.press('Wallet in Telegram')
    await app.sees('Too many tries in a short time.')
    expect(app.text()).not.toContain('MetaMask')
  })
})

describe('the choice where EVM wallets are connected in the browser', () => {
  test('shows where its one cell leads, and prepares nothing before the cell is chosen', async () => {
    const { app, evm, server } = await openConnect({ policy: 'browser' })
    await app.sees('Opens in your browser')
    for (const name of NAMES) expect(app.text()).not.toContain(name)
    expect(app.text()).toContain('works once, for five minutes')
    touch(app, 'Opens in your browser')
    await idle()
    expect(evm.prepared).toEqual([])
    expect(server.sentTo(createAttempt)).toEqual([])
    app.press('Opens in your browser')
    await until(() => expect(evm.calls).toContain('connect browser'))
  })
})

/** The choice for a connect request for wallets of these families. */
async function openRequest(families: Family[]) {
  const server = await startAppServer({ evm: 'in-app' })
  return openConnect({ server, route: await requestFor(server, families) })
}

async function requestFor({ server }: AppServer, families: Family[]) {
  const { id } = await sampleApiKey(server.store)
  return { screen: 'connect', purpose: await sampleRequest(server.store, id, families) } as const
}

describe('the choice for a connect request', () => {
  test('shows no EVM wallet for TON', async () => {
    const { app } = await openRequest(['ton'])
    await app.sees('It is never a transaction')
    expect(app.text()).not.toMatch(ANY_EVM_NAME)
  })

  test('shows no TON wallet for EVM, and prepares none', async () => {
    const { app, evm } = await openRequest(['evm'])
    await app.sees('MetaMask')
    expect(app.text()).not.toContain('TON')
    await until(() => expect(evm.warmUps.count).toBe(1))
    expect(app.wallets.warmUps.count).toBe(0)
  })

  test('shows wallets of both families when the request allows both', async () => {
    const { app } = await openRequest(['ton', 'evm'])
    await app.sees('MetaMask')
    expect(app.text()).toContain('All other TON wallets')
  })

  test('names one way out when the request is for EVM wallets and none are offered', async () => {
    const server = await startAppServer()
    const app = openMemberApp(server, { route: await requestFor(server, ['evm']) })
    await app.sees('That did not work')
    expect(app.text()).not.toMatch(ANY_EVM_NAME)
    await app.seesMain('Back to start')
  })
})
