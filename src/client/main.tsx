import { ahead } from './before-react/fetch-ahead.ts'
import { startTransition, StrictMode, useEffect, type ReactNode } from 'react'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import * as v from 'valibot'
import type { Api } from '#client/api/call.ts'
import { createServerClock } from '#client/api/server-clock.ts'
import { App } from '#client/app/app.tsx'
import { createEvmWallets } from '#client/app/evm-wallets.ts'
import { type AppServices, createServices } from '#client/app/services.ts'
import { type Boot, BootSchema } from '#shared/boot.ts'
import { directLink } from '#shared/links.ts'
import { takeEarly } from './before-react/early-session.ts'
import { showStartFailure } from './before-react/start-failure.ts'
import { createTelegram } from './telegram/create-telegram.ts'
import { stripLaunchParams } from './telegram/launch-params.ts'
import type { Launch, Telegram } from './telegram/telegram.ts'
import { createTonConnector } from './wallets/ton/create-ton-connector.ts'

const CHOOSER = { screen: 'connect' } as const

// A failed prefetch surfaces later, when the data is actually needed.
ahead?.catch(() => {})

// In a task of its own: running the modules takes a slow phone as long as it may be held up.
setTimeout(() => {
  // The page has said that the engine is too old.
  if (document.documentElement.dataset['old'] !== undefined) return
  try {
    const boot = readBoot()
    const telegram = createTelegram(boot.frameOrigins)
    stripLaunchParams()
    start(boot, telegram)
  } catch (error) {
    showStartFailure(error)
  }
})

function start(boot: Boot, telegram: Telegram): void {
  const { localStorage: storage, sessionStorage: tab } = window
  const telegramId = getDeviceUser(telegram.launch)
  const { now, error: clockError, fetch } = createServerClock(deviceNow, callFetch)
  const device = { boot, telegram, storage, telegramId }
  const ton = createTonConnector({
    ...device,
    // Wallets and their libraries use the device's own clock, right or wrong.
    now: deviceNow,
    manifestUrl: boot.manifestUrl,
    walletsListUrl: new URL('/wallets.json', location.href).href,
    storageEvents: window,
    appLink: directLink(boot.bot),
    language: () => (document.documentElement.lang === 'ru' ? 'ru' : 'en'),
  })
  const evm = __EVM__
    ? createEvmWallets({ ...device, now, deviceNow, clockError, api: () => getApi(services) })
    : null
  const services = createServices({ ...device, now, clockError, wallets: { ton, evm }, fetch, tab })
  void render(services)
}

/** Needed only once there is an attempt, which only the core can create. */
function getApi({ core }: AppServices): Api {
  const loading = core.state.get()
  if (loading.status !== 'ready') throw new Error('no core yet')
  return loading.value.api
}

function deviceNow(): number {
  return Date.now()
}

/** `fetch` works only as a method of the window. The page's first script has opened the session already. */
function callFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  return takeEarly(...request) ?? window.fetch(...request)
}

function readBoot(): Boot {
  const text = document.getElementById('boot')?.textContent
  return v.parse(v.pipe(v.string(), v.parseJson(), BootSchema), text)
}

/** The account whose data this device stores; outside Telegram it is not known yet. */
function getDeviceUser(launch: Launch): string {
  return launch.place === 'telegram' ? launch.telegramId : 'nobody'
}

/** Hydrates what the page shows for this launch; otherwise draws from scratch. */
async function render(services: AppServices): Promise<void> {
  const { telegram } = services
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root element')
  const { dataset } = document.documentElement
  // From now on the page's first script leaves the screen to React.
  const screen = (dataset['screen'] ??= 'home')
  const isChooser = screen === 'connect'
  const isPrepared =
    screen === 'home'
      ? dataset['launch'] === telegram.launch.place && hasFirstScreen(telegram.launch)
      : (await take(screen, services)) && isChooser
  dataset['launch'] = telegram.launch.place
  const page = (
    <StrictMode>
      <Painted telegram={telegram}>
        <App services={services} {...(isChooser && { first: CHOOSER })} />
      </Painted>
    </StrictMode>
  )
  const options: RootOptions = {
    onUncaughtError: (error) => {
      telegram.ready()
      showStartFailure(error)
    },
  }
  if (!isPrepared || root.childElementCount === 0) return createRoot(root, options).render(page)
  // In a transition React yields between its steps; nothing on the screen changes meanwhile.
  startTransition(() => void hydrateRoot(root, page, options))
}

/** Whether React can draw the screen that is on the page with all that it needs. Telegram's placeholder is not needed meanwhile. */
async function take(screen: string, services: AppServices): Promise<boolean> {
  services.telegram.ready()
  try {
    const { prepareChooser, prepareLink } = await import('./app/core.ts')
    await (screen === 'connect' ? prepareChooser(services) : prepareLink(services))
    return true
  } catch {
    return false
  }
}

/** The shell contains Home for members and the page outside Telegram as the app first draws them. */
function hasFirstScreen({ place }: Launch): boolean {
  return place === 'outside' || (place === 'telegram' && location.pathname === '/')
}

/** Signals Telegram after the first commit to remove its placeholder. */
function Painted({ telegram, children }: { telegram: Telegram; children: ReactNode }) {
  useEffect(() => {
    telegram.ready()
  }, [telegram])
  return children
}
