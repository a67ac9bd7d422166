import * as v from 'valibot'

/** The paths that the member has visited. */
export type RouteHistory = {
  /** Path of the current screen. */
  path(): string
  /** Paths of the earlier screens, oldest first. */
  before(): readonly string[]
  push(path: string): void
  replace(path: string): void
  /** Goes to the previous path, if there is one; `follow` or {@link RouteHistory.listen} reports when it is there. */
  back(follow: () => void): void
  /** Calls back when the browser has changed the path. Returns how to stop. */
  listen(follow: () => void): () => void
}

/** The part of the browser's window that holds paths. */
type BrowserWindow = {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'back'>
  location: Pick<Location, 'pathname'>
  addEventListener(type: 'popstate', listener: () => void): void
  removeEventListener(type: 'popstate', listener: () => void): void
}

/** Paths as entries of the browser's session history, for a page outside a frame. */
export function createSessionHistory(window: BrowserWindow): RouteHistory {
  const { history, location } = window
  const before = () => getPaths(history.state)
  return {
    path: () => location.pathname,
    before,
    push: (path) => history.pushState([...before(), location.pathname], '', path),
    replace: (path) => history.replaceState(before(), '', path),
    back: () => history.back(),
    listen: (follow) => listenTo(window, follow),
  }
}

/**
 * Paths in memory, for a page in a frame: it shares one session history with the client around it, which adds entries
 * of its own (a popup, a menu), and `history.back()` would remove those. Only the address changes, and one entry
 * stores all paths for a reload.
 */
export function createFrameHistory(window: BrowserWindow): RouteHistory {
  const { history, location } = window
  let path = location.pathname
  let before = getPaths(history.state)
  const show = (next: string, paths: readonly string[]) => {
    path = next
    before = paths
    history.replaceState(paths, '', next)
  }
  return {
    path: () => path,
    before: () => before,
    push: (next) => show(next, [...before, path]),
    replace: (next) => show(next, before),
    back(follow) {
      show(before.at(-1) ?? path, before.slice(0, -1))
      follow()
    },
    // When the client removes an entry, the browser may restore an earlier address of ours.
    listen: () => listenTo(window, () => show(path, before)),
  }
}

function listenTo(window: BrowserWindow, listener: () => void): () => void {
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}

const PathsSchema = v.array(v.string())

/** Another script may have written anything there. */
function getPaths(state: unknown): readonly string[] {
  return v.is(PathsSchema, state) ? state : []
}
