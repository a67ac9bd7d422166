import type { TelegramClient } from './client.ts'

/**
 * For as long as any guard stands, the client asks before it closes the app, and a downward swipe on the page does
 * not begin to. Nothing is said before the first guard: one stored version of Telegram Web A takes any word on it for
 * a yes. A reload leaves the client as it was, so after one it hears that nothing is guarded.
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
