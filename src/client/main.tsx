import { StrictMode, useEffect, type ReactNode } from 'react'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import * as v from 'valibot'
import { App } from '#client/app/app.tsx'
import { createServices } from '#client/app/services.ts'
import { BootSchema } from '#shared/boot.ts'
import { directLink } from '#shared/links.ts'
import { showStartFailure } from './start-failure.ts'
import { createTelegram } from './telegram/create-telegram.ts'
import { stripLaunchParameters } from './telegram/launch-parameters.ts'
import type { Launch, Telegram } from './telegram/telegram.ts'
import { createTonConnector } from './wallets/ton/create-ton-connector.ts'

try {
  const telegram = createTelegram()
  stripLaunchParameters()
  start(telegram)
} catch (error) {
  showStartFailure(error)
}

function start(telegram: Telegram): void {
  const boot = readBoot()
  const storage = window.localStorage
  const wallets = createTonConnector({
    manifestUrl: boot.manifestUrl,
    walletsListUrl: new URL('/wallets.json', location.href).href,
    appLink: directLink(boot.bot),
    language: () => (document.documentElement.lang === 'ru' ? 'ru' : 'en'),
    telegramId: deviceUserOf(telegram.launch),
    storage,
    telegram,
    now,
  })
  const services = createServices({ boot, telegram, wallets, fetch: callFetch, storage, now })
  render(<App services={services} />, telegram)
}

function now(): number {
  return Date.now()
}

/** `fetch` works only as a method of the window. */
function callFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  return window.fetch(...request)
}

function readBoot() {
  const text = document.getElementById('boot')?.textContent
  return v.parse(v.pipe(v.string(), v.parseJson(), BootSchema), text)
}

/** Whose things this device keeps; outside Telegram nobody is known. */
function deviceUserOf(launch: Launch): string {
  return launch.place === 'telegram' ? launch.telegramId : 'nobody'
}

/** Takes over what the server has put into the page for this launch; draws everything else anew. */
function render(app: ReactNode, telegram: Telegram): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root element')
  document.documentElement.dataset['launch'] = telegram.launch.place
  const page = (
    <StrictMode>
      <Painted telegram={telegram}>{app}</Painted>
    </StrictMode>
  )
  const options: RootOptions = {
    onUncaughtError: (error) => {
      telegram.ready()
      showStartFailure(error)
    },
  }
  if (isPrepared(telegram.launch) && root.childElementCount > 0) hydrateRoot(root, page, options)
  else createRoot(root, options).render(page)
}

/** Home for members and the page outside Telegram stand in the shell as the app draws them first. */
function isPrepared({ place }: Launch): boolean {
  return place === 'outside' || (place === 'telegram' && location.pathname === '/')
}

/** Tells Telegram after the first commit that its placeholder may go. */
function Painted({ telegram, children }: { telegram: Telegram; children: ReactNode }) {
  useEffect(() => telegram.ready(), [telegram])
  return children
}
