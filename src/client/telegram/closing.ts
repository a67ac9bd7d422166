import type { Client } from './client.ts'

/** Makes the client ask before it closes the app, for as long as any guard stands. */
export function createClosingGuard({ post }: Client): () => () => void {
  const guards = new Set<symbol>()
  const settle = () =>
    post('web_app_setup_closing_behavior', { need_confirmation: guards.size > 0 })

  return () => {
    const guard = Symbol('guard')
    guards.add(guard)
    settle()
    return () => {
      if (guards.delete(guard)) settle()
    }
  }
}
