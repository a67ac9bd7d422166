import type { MiniAppSession } from './session.ts'

/** How long web clients wait for a page that said it can reload, in milliseconds. Web K waits 300. */
const ANSWER_LIMIT_MS = 500

/**
 * Reloads the Mini App as web clients do: they ask the page to do it, and load the original address again when the page does
 * not announce a reload in time.
 *
 * @param load loads the original address, launch parameters included
 */
export function reloadMiniApp(session: MiniAppSession, load: () => void): void {
  const { isReloadSupported, reloads } = session.state.get()
  if (!isReloadSupported) return load()
  const timer = setTimeout(() => {
    stop()
    load()
  }, ANSWER_LIMIT_MS)
  const stop = session.state.listen((state) => {
    if (state.reloads === reloads) return
    stop()
    clearTimeout(timer)
  })
  session.emit('reload_iframe')
}
