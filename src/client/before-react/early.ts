import { startPath } from '../screens/routing/start-path.ts'
import { noteWhatLed } from '../telegram/from-other-page.ts'
import { hasTicket, takeTicket, TICKET_KEY } from '../telegram/launch-ticket.ts'
import { saveLaunchParams, readLaunchParams } from '../telegram/launch-params.ts'
import { onPaintTheme } from '../telegram/paint-theme.ts'
import { setThemeVariables } from '../telegram/theme-variables.ts'
import { openEarly } from './early-session.ts'
import { findTapped } from './find-tapped.ts'
import { showChooser } from './show-chooser.ts'
import { showMember } from './show-member.ts'
import { fillTimes, showOwnPicture } from './show-own-picture.ts'
import { showRemembered } from './show-remembered.ts'

/*
 * Runs inline in the head, before the first paint: the page is in Telegram's colours and shows the
 * right first screen before any other script has arrived. The build inlines it as one classic script.
 */

const PROBE = 'clasp/probe'
/** Paths of the screens that the server draws for members. */
const HOME = '/'
const CHOOSER = '/connect'
/** How long the modules of a link's page wait for the session's answer, in milliseconds: without it they draw nothing more. */
const OWN_PICTURE_MS = 1_000

const { dataset } = document.documentElement

// The browser may paint what it has read so far. Until the screen is this launch's, it paints nothing of it: `base.css`.
dataset['settling'] = ''

shimBlockedStorage('sessionStorage')
shimBlockedStorage('localStorage')
noteWhatLed()
const initData = takeLaunch(takeTicket())
const opening = initData === '' ? null : openEarly(initData)
const isElsewhere = followCode(initData)
// Following another link in this tab, or in a web client's frame, changes only the fragment.
addEventListener('hashchange', followLink)
// Store a tap that comes before hydration, so that it is not lost.
addEventListener('click', keepIntent, true)
onPaintTheme(setThemeVariables)
Object.assign(window, { settleFirstScreen })

/**
 * @param ticket counts only where Telegram does not say who opened the page
 * @returns the `initData` that Telegram signed; empty without it
 */
function takeLaunch(ticket: string | null): string {
  const parameters = readLaunchParams()
  const colors = setThemeVariables(getTheme(parameters))
  if (parameters === null) {
    if (ticket !== null) sessionStorage.setItem(TICKET_KEY, ticket)
    dataset['launch'] = hasTicket() ? 'ticket' : 'outside'
    return ''
  }
  const initData = parameters.get('tgWebAppData') ?? ''
  dataset['launch'] = initData === '' ? 'unsigned' : 'telegram'
  dataset['platform'] = parameters.get('tgWebAppPlatform') ?? ''
  if (parameters.get('tgWebAppFullscreen') === '1') dataset['fullscreen'] = ''
  parameters.set('tgWebAppThemeParams', JSON.stringify(colors))
  saveLaunchParams(parameters)
  return initData
}

/** Follows a ticket's link, or a launch in place of this one. An open attempt is stored on the device, and goes on. */
function followLink(): void {
  const ticket = takeTicket()
  const isLaunched = readLaunchParams() !== null
  if (isLaunched ? !location.hash.includes('tgWebApp') : ticket === null) return
  if (ticket !== null && !isLaunched) sessionStorage.setItem(TICKET_KEY, ticket)
  location.reload()
}

function getTheme(parameters: URLSearchParams | null): object {
  try {
    const theme: unknown = JSON.parse(parameters?.get('tgWebAppThemeParams') ?? '')
    return typeof theme === 'object' && theme ? theme : {}
  } catch {
    return {}
  }
}

/**
 * A link's code opens its screen instead of Home, once: a member who then went to Home stays there after a reload. Only
 * the start_param that Telegram signed counts; the server checks it before it answers anything.
 */
function followCode(initData: string): boolean {
  const path = startPath(new URLSearchParams(initData).get('start_param') ?? '')
  const { pathname, search, hash } = location
  if (history.state !== null || pathname !== '/' || path === null) return false
  history.replaceState(null, '', path + search + hash)
  return true
}

function keepIntent({ target }: Event): void {
  if (dataset['hydrated'] !== undefined) return
  const { intent, to } = findTapped(target)
  if (!intent && !to) return
  // The last tap counts.
  delete dataset['intent']
  delete dataset['to']
  // What leads to another screen is on the page that this device remembers.
  if (to) dataset['to'] = to
  if (!intent) return
  dataset['intent'] = intent
  if (dataset['screen'] !== undefined) return
  showChooser()
  showMember(initData)
}

/** Called right after the root element. Without a Telegram account it leaves the page that leads to Telegram. */
function settleFirstScreen(): void {
  showFirstScreen()
  delete dataset['settling']
}

/** The page of a link has its modules in a template: its picture and the session come before them on a slow line. */
function startModules(): void {
  const template = document.querySelector<HTMLTemplateElement>('template#modules')
  template?.replaceWith(...template.content.childNodes)
}

function showFirstScreen(): void {
  const { launch } = dataset
  const { pathname } = location
  const isTicket = launch === 'ticket' && (pathname === HOME || pathname === CHOOSER)
  const isLink = showLink(pathname)
  if (isLink) followOwnPicture()
  else startModules()
  // The choice of a wallet is on the page of Home, too.
  if (isElsewhere && pathname === CHOOSER) showChooser()
  else if (!isLink && (isElsewhere || isTicket)) fillRoot('waiting')
  if (launch === 'telegram') settleForMember(pathname)
  else if (launch !== 'ticket') fillRoot('outside')
}

/**
 * Shows the picture of what a link leads to. The server drew it for the code in the address, which anybody can write; only
 * the launch says which screen this is. Nothing of another one stays on the page.
 */
function showLink(pathname: string): boolean {
  const template = document.querySelector<HTMLTemplateElement>('template#link')
  const isOfLaunch = dataset['launch'] === 'telegram' && template?.dataset['path'] === pathname
  if (isOfLaunch) fillRoot('link')
  template?.remove()
  return isOfLaunch
}

/** A session that is refused, or an answer that cannot be read, is met by the app. */
function followOwnPicture(): void {
  dataset['screen'] = 'link'
  const shown = opening?.then((answer) => showOwnPicture(answer, initData)).catch(() => {})
  const late = new Promise((resolve) => setTimeout(resolve, OWN_PICTURE_MS))
  void Promise.race([shown, late]).then(startModules)
}

/** Moves what is in this template to the screen. */
function fillRoot(template: 'outside' | 'waiting' | 'link'): void {
  const content = document.querySelector<HTMLTemplateElement>(`template#${template}`)?.content
  document.getElementById('root')?.replaceChildren(...(content?.childNodes ?? []))
}

function settleForMember(pathname: string): void {
  if (pathname === CHOOSER) dataset['screen'] = 'connect'
  showMember(initData)
  showRemembered(initData)
  fillTimes()
}

/**
 * Installs a storage in memory where the browser refuses its own: accessing `sessionStorage` throws in
 * a frame whose third-party storage is blocked, and writing throws where the disk is full. It contains
 * what could still be read.
 */
function shimBlockedStorage(name: 'localStorage' | 'sessionStorage'): void {
  const items = new Map<string, string>()
  try {
    const storage = window[name]
    for (const key of Object.keys(storage)) items.set(key, storage.getItem(key) ?? '')
    storage.setItem(PROBE, PROBE)
    storage.removeItem(PROBE)
  } catch {
    Object.defineProperty(window, name, { value: memoryStorage(items) })
  }
}

function memoryStorage(items: Map<string, string>): Storage {
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => {
      items.delete(key)
    },
    setItem: (key, value) => {
      items.set(key, value)
    },
  }
}
