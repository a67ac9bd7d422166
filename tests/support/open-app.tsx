import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { expect, onTestFinished } from 'vitest'
import type { Boot } from '#shared/boot.ts'
import { App } from '#client/app/app.tsx'
import { prepareChooser } from '#client/app/prepare-chooser.ts'
import { prepareLink } from '#client/app/prepare-link.ts'
import { type AppServices, composeServices } from '#client/app/services.ts'
import { load as loadFirstMessages } from 'virtual:messages/first'
import { loadMessages } from '#client/i18n/load-messages.ts'
import { readAwaited } from '#client/parts/remembered-picture.ts'
import type { Route } from '#client/screens/routing/router.ts'
import type { Telegram } from '#client/telegram/telegram.ts'
import type { WalletConnector } from '#client/wallets/wallet-connector.ts'
import { createFakeRouter } from './fake-router.ts'
import { createFakeTelegram, type FakeTelegram } from './fake-telegram.ts'
import { createFakeWalletConnector, type FakeWalletConnector } from './fake-wallet-connector.ts'
import { createMemoryStorage, type MemoryStorage } from './memory-storage.ts'
import { until } from './until.ts'

type Options = {
  boot: Boot
  /** The wire to the server, and the server's clock. */
  server: { fetch: typeof fetch; now: () => number }
  /** How far the device's clock is ahead of that, in milliseconds. @default 0 */
  clockError?: number
  telegram?: FakeTelegram
  /** The real port instead of the fake one. */
  client?: Telegram
  /** The TON connector. */
  wallets?: FakeWalletConnector
  /** The EVM connector. @default null, as where the operator does not offer EVM */
  evm?: WalletConnector | null
  device?: MemoryStorage
  /** The tab's storage. */
  tab?: MemoryStorage
  route?: Route
  /** Markup that the server put into the page. */
  markup?: string
  /** The picture of a link's screen that the server put into the page. */
  picture?: string
  /** The screen of that markup, if it is the choice of a wallet. @default Home */
  first?: Route
  /** Loads the messages of members' screens. */
  loadMessages?: typeof loadMessages
}

/** Opens the app in a page, with fakes of the two ports. */
export function openApp(options: Options) {
  const { boot, server, telegram = createFakeTelegram(), device = createMemoryStorage() } = options
  const { wallets = createFakeWalletConnector(), evm = null } = options
  const { tab = createMemoryStorage() } = options
  const router = createFakeRouter(options.route)
  const cookies: string[] = []
  const services = composeServices(
    {
      boot,
      telegram: options.client ?? telegram,
      wallets: { ton: wallets, evm },
      ...server,
      clockError: () => options.clockError ?? 0,
      storage: device,
      tab,
    },
    { ...getPage(options), router, setCookie: (cookie) => void cookies.push(cookie) },
  )
  const recovered: unknown[] = []
  const container = document.createElement('div')
  container.innerHTML = options.markup ?? options.picture ?? ''
  document.body.replaceChildren(container)
  const app = <App services={services} first={options.first} />
  const { markup } = options
  drawAfter(prepareFirst(services, options), () => draw(container, app, { markup, recovered }))
  return {
    telegram,
    wallets,
    device,
    tab,
    router,
    services,
    /** The cookies that the app has set, oldest first. */
    cookies,
    container,
    recovered,
    ...eyesOn(container),
    ...handOn(telegram),
  }
}

/** Helpers to read and use the page of the app. */
function getPage({ loadMessages: load = loadMessages }: Options) {
  return {
    loadFirstMessages,
    loadMessages: load,
    isVisible: () => true,
    hasGesture: () => true,
    readAwaited,
    whenIdle: () => {},
  }
}

/** Waits for what the first screen needs; Home needs nothing. */
function prepareFirst(services: AppServices, { first, picture }: Options) {
  if (picture !== undefined) return prepareLink(services)
  return first && prepareChooser(services)
}

type Drawing = { markup: string | undefined; recovered: unknown[] }

/** Draws the app over the server's markup, if there is any, as `main.tsx` does. */
function draw(container: HTMLElement, app: ReactNode, { markup, recovered }: Drawing): Root {
  if (markup === undefined) {
    const root = createRoot(container)
    root.render(app)
    return root
  }
  const onRecoverableError = (error: unknown) => recovered.push(error)
  return hydrateRoot(container, app, { onRecoverableError })
}

/** Draws once what the first screen needs is here, unless the test has ended by then. */
function drawAfter(prepared: Promise<void> | undefined, drawNow: () => Root): void {
  let root: Root | null = null
  let hasEnded = false
  onTestFinished(() => {
    hasEnded = true
    root?.unmount()
  })
  const drawOnce = () =>
    startTransition(() => {
      if (!hasEnded) root = drawNow()
    })
  if (prepared === undefined) drawOnce()
  else void prepared.then(drawOnce)
}

function eyesOn(container: HTMLElement) {
  const text = () => container.textContent
  const buttons = () => [...container.querySelectorAll<HTMLElement>('button, a')]
  /** Presses the control with this text. */
  function press(label: string): void {
    const button = buttons().find(({ textContent }) => textContent.includes(label))
    if (button === undefined) throw new Error(`no button says "${label}" in: ${text()}`)
    button.click()
  }
  return {
    text,
    buttons,
    press,
    /** Waits for that control and presses it. */
    tap: (label: string) => until(() => press(label)),
    sees: (shown: string) => until(() => expect(text()).toContain(shown)),
    /** Waits until this text is gone. */
    seesNot: (shown: string) => until(() => expect(text()).not.toContain(shown)),
    /** Waits until nothing is under way. */
    settles: () => until(() => expect(container.querySelector('[aria-busy=true]')).toBeNull()),
  }
}

function handOn(telegram: FakeTelegram) {
  const seesMain = (text: string) =>
    until(() => expect(telegram.mainButton()).toMatchObject({ text, enabled: true, busy: false }))
  return {
    /** Checks that the main button has this text and is enabled. */
    seesMain,
    /** Waits until the main button has this text and presses it. */
    async tapMain(text: string) {
      await seesMain(text)
      telegram.pressMainButton()
    },
  }
}
