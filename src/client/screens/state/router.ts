import { atom, type ReadableAtom } from 'nanostores'

export type Route =
  | { screen: 'home' }
  /** `request`: code of the connect request that the new link answers. */
  | { screen: 'connect'; request?: string }
  | { screen: 'attempt'; id: string }
  | { screen: 'wallet'; id: string }
  /** A connect request, for whoever opened its link. */
  | { screen: 'request'; code: string }
  /** A shared wallet. */
  | { screen: 'card'; code: string }
  /** The connect requests that the member made. */
  | { screen: 'requests' }
  | { screen: 'new-request' }
  /** One of them, and its answers. */
  | { screen: 'made-request'; code: string }
  /** A link of ours that cannot be followed. */
  | { screen: 'bad-link'; why: 'broken' | 'newer' }
  | { screen: 'settings' }
  | { screen: 'admin' }
  | { screen: 'not-found' }

export type Router = {
  route: ReadableAtom<Route>
  open(route: Route): void
  /** Shows the route in place of the present one, which "back" then skips. */
  replace(route: Route): void
  /** {@link Router.replace}, unless the member came from that route: then "back" to it. */
  returnTo(route: Route): void
  /** To where the member came from; Home if the app was opened here. */
  back(): void
  /** Follows the browser's own back and forward until the returned function is called. */
  listen(): () => void
}

/** The part of the browser's window that routes live in. */
type BrowserWindow = {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'back'>
  location: Pick<Location, 'pathname'>
  addEventListener(type: 'popstate', listener: () => void): void
  removeEventListener(type: 'popstate', listener: () => void): void
}

/** Ids as the server makes them: 16 bytes in unpadded base64url. Codes are a kind, a version and such an id. */
const ID = /^[0-9A-Za-z_-]{22}$/

/** Routes are paths: the URL's hash belongs to Telegram, which launches the app through it. */
export function createRouter(window: BrowserWindow): Router {
  const { history } = window
  const route = atom(parseRoute(window.location.pathname))

  function replace(to: Route): void {
    history.replaceState(placeOf(history.state), '', pathOfRoute(to))
    route.set(to)
  }

  return {
    route,
    replace,
    open(to) {
      const place = { depth: placeOf(history.state).depth + 1, before: pathOfRoute(route.get()) }
      history.pushState(place satisfies Place, '', pathOfRoute(to))
      route.set(to)
    },
    returnTo(to) {
      if (placeOf(history.state).before === pathOfRoute(to)) history.back()
      else replace(to)
    },
    back() {
      if (placeOf(history.state).depth > 0) history.back()
      else replace({ screen: 'home' })
    },
    listen() {
      const follow = () => route.set(parseRoute(window.location.pathname))
      window.addEventListener('popstate', follow)
      return () => window.removeEventListener('popstate', follow)
    },
  }
}

export function parseRoute(path: string): Route {
  const [first = '', id, ...more] = path.split('/').slice(1)
  if (first === 'r') return parseRequest(id, more)
  if (more.length > 0) return NOT_FOUND
  if (id !== undefined) return parseDetail(first, id)
  if (first === '') return { screen: 'home' }
  const screen = PLAIN.find((name) => name === first)
  return screen === undefined ? NOT_FOUND : { screen }
}

const NOT_FOUND: Route = { screen: 'not-found' }

/** Screens whose path is their name. */
const PLAIN = ['connect', 'settings', 'admin', 'requests', 'new-request'] as const

function parseDetail(first: string, id: string): Route {
  if (first === 'attempts' && ID.test(id)) return { screen: 'attempt', id }
  if (first === 'wallets' && ID.test(id)) return { screen: 'wallet', id }
  if (first === 'c' && isCode(id, 'c1_')) return { screen: 'card', code: id }
  if (first === 'requests' && isCode(id, 'r1_')) return { screen: 'made-request', code: id }
  if (first === 'link') return { screen: 'bad-link', why: id === 'newer' ? id : 'broken' }
  return NOT_FOUND
}

function isCode(text: string, kind: string): boolean {
  return text.startsWith(kind) && ID.test(text.slice(kind.length))
}

function parseRequest(code = '', more: readonly string[]): Route {
  if (!isCode(code, 'r1_')) return NOT_FOUND
  if (more.length === 0) return { screen: 'request', code }
  return more.join('/') === 'connect' ? { screen: 'connect', request: code } : NOT_FOUND
}

export function pathOfRoute(route: Route): string {
  switch (route.screen) {
    case 'home':
    case 'not-found':
      return '/'
    case 'connect':
      return route.request === undefined ? '/connect' : `/r/${route.request}/connect`
    case 'request':
      return `/r/${route.code}`
    case 'card':
      return `/c/${route.code}`
    case 'made-request':
      return `/requests/${route.code}`
    case 'bad-link':
      return `/link/${route.why}`
    case 'attempt':
      return `/attempts/${route.id}`
    case 'wallet':
      return `/wallets/${route.id}`
    default:
      return `/${route.screen}`
  }
}

/** What the browser's history keeps of a screen of ours. */
type Place = {
  /** How many of our screens lie before this one. */
  depth: number
  /** Path of the screen right before this one; null for the first. */
  before: string | null
}

const FIRST: Place = { depth: 0, before: null }

function placeOf(state: unknown): Place {
  return isPlace(state) ? state : FIRST
}

function isPlace(state: unknown): state is Place {
  if (typeof state !== 'object' || state === null) return false
  if (!('depth' in state && 'before' in state)) return false
  const { depth, before } = state
  return typeof depth === 'number' && (before === null || typeof before === 'string')
}
