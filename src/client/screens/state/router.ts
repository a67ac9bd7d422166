import { atom, type ReadableAtom } from 'nanostores'

export type Route =
  | { screen: 'home' }
  | { screen: 'connect' }
  | { screen: 'attempt'; id: string }
  | { screen: 'wallet'; id: string }
  | { screen: 'settings' }
  | { screen: 'not-found' }

export type Router = {
  route: ReadableAtom<Route>
  open(route: Route): void
  /** Shows the route in place of the present one, which "back" then skips. */
  replace(route: Route): void
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

/** Ids as the server makes them: 16 bytes in unpadded base64url. */
const ID = /^[0-9A-Za-z_-]{22}$/

/** Routes are paths: the URL's hash belongs to Telegram, which launches the app through it. */
export function createRouter(window: BrowserWindow): Router {
  const { history } = window
  const route = atom(parseRoute(window.location.pathname))

  function replace(to: Route): void {
    history.replaceState({ depth: depthOf(history.state) }, '', pathOfRoute(to))
    route.set(to)
  }

  return {
    route,
    replace,
    open(to) {
      history.pushState({ depth: depthOf(history.state) + 1 }, '', pathOfRoute(to))
      route.set(to)
    },
    back() {
      if (depthOf(history.state) > 0) history.back()
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
  if (more.length > 0) return { screen: 'not-found' }
  if (id !== undefined) return parseDetail(first, id)
  if (first === '') return { screen: 'home' }
  if (first === 'connect' || first === 'settings') return { screen: first }
  return { screen: 'not-found' }
}

function parseDetail(first: string, id: string): Route {
  if (!ID.test(id)) return { screen: 'not-found' }
  if (first === 'attempts') return { screen: 'attempt', id }
  if (first === 'wallets') return { screen: 'wallet', id }
  return { screen: 'not-found' }
}

export function pathOfRoute(route: Route): string {
  switch (route.screen) {
    case 'home':
    case 'not-found':
      return '/'
    case 'connect':
    case 'settings':
      return `/${route.screen}`
    case 'attempt':
      return `/attempts/${route.id}`
    case 'wallet':
      return `/wallets/${route.id}`
  }
}

/** How many of our screens lie before this one in the browser's history. */
function depthOf(state: unknown): number {
  const isOurs = typeof state === 'object' && state !== null && 'depth' in state
  return isOurs && typeof state.depth === 'number' ? state.depth : 0
}
