import { atom, type ReadableAtom } from 'nanostores'
import { getCodePath } from '#shared/code-path.ts'
import type { RouteHistory } from './route-history.ts'

export type Route =
  | { screen: 'home' }
  /**
   * `purpose`: code of what the wallet is for: a connect request (`r1_`), a cosigning (`m1_`) or a request to join (`j1_`) ·
   * `walletId`: a linked wallet, instead, that is to be verified again.
   */
  | { screen: 'connect'; purpose?: string; walletId?: string }
  | { screen: 'attempt'; id: string }
  | { screen: 'wallet'; id: string }
  /** The proof of a linked wallet, by the wallet's id. */
  | { screen: 'proof'; id: string }
  /** A connect request, from its link. */
  | { screen: 'request'; code: string }
  /** A shared wallet. */
  | { screen: 'card'; code: string }
  /** A cosigning for a multisig, from its link. */
  | { screen: 'cosign'; code: string }
  /** A request to join a group, for the person who made it. */
  | { screen: 'join'; code: string }
  /** The door of a group, for its administrators. */
  | { screen: 'door'; code: string }
  | { screen: 'multisig'; id: string }
  /** The connect requests that the member made. */
  | { screen: 'requests' }
  | { screen: 'new-request' }
  /** One of them, and its answers. */
  | { screen: 'made-request'; code: string }
  /** A link of ours that does not work. */
  | { screen: 'bad-link'; why: 'broken' | 'newer' }
  | { screen: 'settings' }
  | { screen: 'admin' }
  /** The members with wallets, for admins; what admins did; one of the members. */
  | { screen: 'members' }
  | { screen: 'admin-log' }
  | { screen: 'member'; id: string }
  | { screen: 'not-found' }

export type Router = {
  route: ReadableAtom<Route>
  open(route: Route): void
  /** Replaces the current route, so that "back" skips it. */
  replace(route: Route): void
  /** {@link Router.replace}, unless the member came from that route: then it goes "back" to it. */
  returnTo(route: Route): void
  /** Returns to the previous route; to Home if the app was opened here. */
  back(): void
  /** Follows the browser's back and forward buttons until the returned function is called. */
  listen(): () => void
}

/** Ids as the server makes them: 16 bytes in unpadded base64url. Codes are a kind, a version and such an id. */
const ID = /^[0-9A-Za-z_-]{22}$/

/** Routes are paths, because the URL's hash belongs to Telegram, which launches the app through it. */
export function createRouter(history: RouteHistory): Router {
  const route = atom(parseRoute(history.path()))

  const follow = () => route.set(parseRoute(history.path()))

  function replace(to: Route): void {
    history.replace(getRoutePath(to))
    route.set(to)
  }

  return {
    route,
    replace,
    open(to) {
      history.push(getRoutePath(to))
      route.set(to)
    },
    returnTo(to) {
      if (history.before().at(-1) === getRoutePath(to)) history.back(follow)
      else replace(to)
    },
    back() {
      if (history.before().length > 0) history.back(follow)
      else replace({ screen: 'home' })
    },
    listen: () => history.listen(follow),
  }
}

export function parseRoute(path: string): Route {
  const [first = '', id, ...more] = path.split('/').slice(1)
  if (isPurpose(first)) return parseLink(first, id, more)
  if (first === 'admin' && id !== undefined) return parseAdmin(id, more)
  if (first === 'wallets' && more.join('/') === 'connect') return parseAgain(id)
  if (more.length > 0) return NOT_FOUND
  if (id !== undefined) return parseDetail(first, id)
  if (first === '') return { screen: 'home' }
  const screen = PLAIN.find((name) => name === first)
  return screen === undefined ? NOT_FOUND : { screen }
}

const NOT_FOUND: Route = { screen: 'not-found' }

/** Screens whose name is their path. */
const PLAIN = ['connect', 'settings', 'admin', 'requests', 'new-request'] as const

/** Screens of one thing by its id, and below the folders in their paths. */
const OF_ID = ['attempt', 'wallet', 'proof', 'multisig'] as const
const FOLDERS = {
  attempt: 'attempts',
  wallet: 'wallets',
  proof: 'proof',
  multisig: 'multisig',
  member: 'admin/members',
} as const

function parseDetail(first: string, id: string): Route {
  const screen = OF_ID.find((name) => FOLDERS[name] === first)
  if (screen !== undefined && ID.test(id)) return { screen, id }
  if (first === 'c' && isCode(id, 'c1_')) return { screen: 'card', code: id }
  if (first === 'd' && isCode(id, 'd1_')) return { screen: 'door', code: id }
  if (first === 'requests' && isCode(id, 'r1_')) return { screen: 'made-request', code: id }
  if (first === 'link') return { screen: 'bad-link', why: id === 'newer' ? id : 'broken' }
  return NOT_FOUND
}

function isCode(text: string, kind: string): boolean {
  return text.startsWith(kind) && ID.test(text.slice(kind.length))
}

/** What a wallet can be connected for, by the first letter of its path and code. */
const PURPOSES = { r: 'request', m: 'cosign', j: 'join' } as const

function isPurpose(letter: string): letter is keyof typeof PURPOSES {
  return letter in PURPOSES
}

/** The screen of what a wallet is connected for, and below it the choice of the wallet. */
function parseLink(kind: keyof typeof PURPOSES, code = '', more: readonly string[]): Route {
  if (!isCode(code, `${kind}1_`)) return NOT_FOUND
  if (more.length === 0) return { screen: PURPOSES[kind], code }
  return more.join('/') === 'connect' ? { screen: 'connect', purpose: code } : NOT_FOUND
}

/** Screens below the admin view. */
function parseAdmin(page: string, [id, ...more]: readonly string[]): Route {
  if (page === 'log' && id === undefined) return { screen: 'admin-log' }
  if (page !== 'members' || more.length > 0) return NOT_FOUND
  if (id === undefined) return { screen: 'members' }
  return ID.test(id) ? { screen: 'member', id } : NOT_FOUND
}

/** The choice of a wallet below the page of the one that it is for. */
function parseAgain(walletId = ''): Route {
  return ID.test(walletId) ? { screen: 'connect', walletId } : NOT_FOUND
}

export function getRoutePath(route: Route): string {
  if ('id' in route) return `/${FOLDERS[route.screen]}/${route.id}`
  if (route.screen === 'made-request') return `/requests/${route.code}`
  if ('code' in route) return getCodePath(route.code)
  switch (route.screen) {
    case 'home':
    case 'not-found':
      return '/'
    case 'connect':
      return `${connectParent(route)}/connect`
    case 'members':
      return `/${FOLDERS.member}`
    case 'admin-log':
      return '/admin/log'
    case 'bad-link':
      return `/link/${route.why}`
    default:
      return `/${route.screen}`
  }
}

function connectParent({ purpose, walletId }: Extract<Route, { screen: 'connect' }>): string {
  if (walletId !== undefined) return `/${FOLDERS.wallet}/${walletId}`
  return purpose === undefined ? '' : getCodePath(purpose)
}
