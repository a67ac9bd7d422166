import type { Attempt } from '#shared/attempt.ts'
import type { Route } from './router.ts'

/** Where the attempt was begun, and where its end leads back to. */
export function originOf({ requestCode }: Attempt): Route {
  return requestCode === null ? { screen: 'home' } : { screen: 'request', code: requestCode }
}

/** Where a wallet is chosen for the same purpose. */
export function choiceOf({ requestCode }: Attempt): Route {
  return requestCode === null ? { screen: 'connect' } : { screen: 'connect', request: requestCode }
}
