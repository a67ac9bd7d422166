import { attemptCode } from '#shared/attempt-code.ts'
import type { Route } from './router.ts'

/** The code that leads back to this screen through Telegram; undefined where a link leads Home. */
export function findRouteCode(route: Route): string | undefined {
  if (route.screen === 'attempt') return attemptCode(route.id)
  if (route.screen === 'connect') return route.purpose
  return 'code' in route ? route.code : undefined
}
