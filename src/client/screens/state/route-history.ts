/** The paths that the member has come through. */
export type RouteHistory = {
  /** Path of the present screen. */
  path(): string
  /** Paths of the screens before it, oldest first. */
  before(): readonly string[]
  push(path: string): void
  replace(path: string): void
  /** To the path before; only where there is one. */
  back(): void
  /** Calls back when the path has changed without {@link RouteHistory.push} and {@link RouteHistory.replace}. */
  listen(follow: () => void): () => void
}

/** The part of the browser's window that paths live in. */
type BrowserWindow = {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'back'>
  location: Pick<Location, 'pathname'>
  addEventListener(type: 'popstate', listener: () => void): void
  removeEventListener(type: 'popstate', listener: () => void): void
}

/** Paths as entries of the browser's session history, for a page that nothing frames. */
export function createSessionHistory(window: BrowserWindow): RouteHistory {
  const { history, location } = window
  const before = () => pathsOf(history.state)
  return {
    path: () => location.pathname,
    before,
    push: (path) => history.pushState(stateOf([...before(), location.pathname]), '', path),
    replace: (path) => history.replaceState(stateOf(before()), '', path),
    back: () => history.back(),
    listen(follow) {
      window.addEventListener('popstate', follow)
      return () => window.removeEventListener('popstate', follow)
    },
  }
}

/**
 * Paths in memory, for a page in a frame: it shares one session history with the client around it, which adds entries of
 * its own (a popup, a menu), and `history.back()` would remove those. Only the address changes, and one entry keeps all
 * paths for a reload.
 */
export function createFrameHistory(window: BrowserWindow): RouteHistory {
  const { history, location } = window
  const followers = new Set<() => void>()
  let path = location.pathname
  let before = pathsOf(history.state)

  function show(next: string, paths: readonly string[]): void {
    path = next
    before = paths
    history.replaceState(stateOf(before), '', path)
  }

  /** A browser may bring an earlier address of ours back with an entry that the client removes. */
  function keepAddress(): void {
    show(path, before)
  }

  return {
    path: () => path,
    before: () => before,
    push: (next) => show(next, [...before, path]),
    replace: (next) => show(next, before),
    back() {
      show(before.at(-1) ?? path, before.slice(0, -1))
      for (const follow of followers) follow()
    },
    listen(follow) {
      followers.add(follow)
      window.addEventListener('popstate', keepAddress)
      return () => {
        followers.delete(follow)
        window.removeEventListener('popstate', keepAddress)
      }
    },
  }
}

function stateOf(before: readonly string[]): unknown {
  return { before }
}

/** Another script may have left anything there. */
function pathsOf(state: unknown): readonly string[] {
  const before: unknown = Reflect.get(Object(state), 'before')
  return Array.isArray(before) && before.every((path) => typeof path === 'string') ? before : []
}
