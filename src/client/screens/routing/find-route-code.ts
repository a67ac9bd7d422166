import { attemptCode } from '#shared/attempt-code.ts'
import type { Route } from './router.ts'

/** The code that opens this screen through Telegram; undefined where a link opens Home. */
export function findRouteCode(route: Route): string | undefined {
  if (route.screen === 'attempt') return attemptCode(route.id)
  if (route.screen === 'connect') return route.purpose
  return 'code' in route ? route.code : undefined
}
