import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { expect, onTestFinished } from 'vitest'
import type { Boot } from '#shared/boot.ts'
import { App } from '#client/app/app.tsx'
import { composeServices } from '#client/app/services.ts'
import { loadFirstMessages } from '#client/i18n/load-first-messages.ts'
import { loadMessages } from '#client/i18n/load-messages.ts'
import type { Route } from '#client/screens/state/router.ts'
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
  telegram?: FakeTelegram
  /** The real port, in place of the fake one. */
  client?: Telegram
  /** Of TON. */
  wallets?: FakeWalletConnector
  /** Of EVM chains. @default null, as where the owner does not offer them */
  evm?: WalletConnector | null
  device?: MemoryStorage
  /** What the tab keeps. */
  tab?: MemoryStorage
  route?: Route
  /** Markup that the server put into the page. */
  markup?: string
  /** What the device knows of its connection. @default true */
  isOnline?: () => boolean
  /** How the words of members' screens arrive. */
  loadMessages?: typeof loadMessages
}

/** The app in a page, over fakes of the two ports. */
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
      storage: device,
      tab,
    },
    { ...getPage(options), router, setCookie: (cookie) => void cookies.push(cookie) },
  )
  const recovered: unknown[] = []
  const container = document.createElement('div')
  container.innerHTML = options.markup ?? ''
  document.body.replaceChildren(container)
  draw(container, <App services={services} />, { markup: options.markup, recovered })
  return {
    telegram,
    wallets,
    device,
    tab,
    router,
    services,
    /** What the browser was told to keep, oldest first. */
    cookies,
    container,
    recovered,
    ...eyesOn(container),
    ...handOn(telegram),
  }
}

/** A page in which the app is seen and used. */
function getPage({ isOnline = () => true, loadMessages: load = loadMessages }: Options) {
  return {
    loadFirstMessages,
    loadMessages: load,
    isOnline,
    isVisible: () => true,
    hasGesture: () => true,
    whenIdle: () => {},
  }
}

type Drawing = { markup: string | undefined; recovered: unknown[] }

/** Over the server's markup, if there is any, as `main.tsx` does it. */
function draw(container: HTMLElement, app: ReactNode, { markup, recovered }: Drawing): void {
  if (markup === undefined) {
    const root = createRoot(container)
    root.render(app)
    return unmountAfterwards(root)
  }
  const onRecoverableError = (error: unknown) => recovered.push(error)
  startTransition(() => unmountAfterwards(hydrateRoot(container, app, { onRecoverableError })))
}

function unmountAfterwards(root: Root): void {
  onTestFinished(() => root.unmount())
}

function eyesOn(container: HTMLElement) {
  const text = () => container.textContent
  const buttons = () => [...container.querySelectorAll<HTMLElement>('button, a')]
  /** Presses the control that bears these words. */
  function press(messages: string): void {
    const button = buttons().find(({ textContent }) => textContent.includes(messages))
    if (button === undefined) throw new Error(`no button says "${messages}" in: ${text()}`)
    button.click()
  }
  return {
    text,
    buttons,
    press,
    /** Presses that control as soon as it is there. */
    tap: (messages: string) => until(() => press(messages)),
    sees: (messages: string) => until(() => expect(text()).toContain(messages)),
  }
}

function handOn(telegram: FakeTelegram) {
  const seesMain = (text: string) =>
    until(() => expect(telegram.mainButton()).toMatchObject({ text, enabled: true, busy: false }))
  return {
    /** The main button bears this text and can be pressed. */
    seesMain,
    /** Presses the main button as soon as it bears this text. */
    async tapMain(text: string) {
      await seesMain(text)
      telegram.pressMainButton()
    },
  }
}
