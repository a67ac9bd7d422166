import { takeStart } from '#shared/api/take-start.ts'
import { getCodePath } from '#shared/code-path.ts'
import type { Api } from '../../api/call.ts'
import { getRoutePath, parseRoute, type Router } from './router.ts'

type Deps = {
  api: Pick<Api, 'ask'>
  router: Pick<Router, 'route' | 'open' | 'replace'>
  /** The start_param that Telegram has signed, which the page's first script has followed. Empty for none. */
  launched: string
  /** Whether the member is doing nothing that another screen would interrupt. */
  isFree: () => boolean
  onReturn: (listener: () => void) => void
}

/**
 * Opens what a link was for whose start parameter did not reach the app, because the client lost it, or only brought
 * the open app to the front. The bot's chat stores the code for a while, and returns it once.
 */
export function followStart({ api, router, launched, isFree, onReturn }: Deps) {
  const followed = new Set([launched])
  let waiting: string | null = null
  let isSaved = false
  let asking: Promise<void> | null = null

  /** A session has been opened; its response contained the code that the member brought to the bot's chat. */
  function take(start: string | null): void {
    isSaved = true
    waiting = start ?? waiting
    if (waiting === null || !isFree()) return
    go(waiting)
    waiting = null
  }

  /** Once for each code: a member who has left its screen since stays where they are. */
  function go(code: string): void {
    if (followed.has(code)) return
    followed.add(code)
    const current = router.route.get()
    const { screen } = current
    const to = parseRoute(getCodePath(code))
    if (getRoutePath(current) === getRoutePath(to)) return
    if (screen === 'bad-link' || screen === 'not-found') router.replace(to)
    else router.open(to)
  }

  /** A request that cannot be made now is made on the next return. */
  async function ask(): Promise<void> {
    const { start } = await api.ask(takeStart, {}).catch(() => ({ start: null }))
    take(start)
  }

  function askOnce(): void {
    if (isFree()) asking ??= ask().finally(() => (asking = null))
  }

  // The page, the window and the client all report the same return.
  onReturn(askOnce)
  return {
    take,
    /** There is a session; if it was opened earlier, this requests the code. */
    onSession: (): void => {
      if (!isSaved) askOnce()
    },
  }
}
