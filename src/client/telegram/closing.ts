import type { TelegramClient } from './client.ts'

/**
 * As long as any guard is active, the client asks before it closes the app, and a swipe down on the page does not start
 * to close it. Nothing is posted before the first guard, because one stored version of Telegram Web A takes any such
 * method as a yes. A reload leaves the client as it was, so after one it is told that nothing is guarded.
 */
export function createClosingGuard({ post }: TelegramClient): () => () => void {
  const guards = new Set<symbol>()
  let isGuarded = isReload()

  function settle(): void {
    const wanted = guards.size > 0
    if (wanted === isGuarded) return
    isGuarded = wanted
    post('web_app_setup_closing_behavior', { need_confirmation: wanted })
    post('web_app_setup_swipe_behavior', { allow_vertical_swipe: !wanted })
  }

  queueMicrotask(settle)
  return () => {
    const guard = Symbol('guard')
    guards.add(guard)
    queueMicrotask(settle)
    return () => {
      guards.delete(guard)
      queueMicrotask(settle)
    }
  }
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation !== undefined && 'type' in navigation && navigation.type === 'reload'
}
