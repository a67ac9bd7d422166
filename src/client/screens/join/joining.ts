import * as v from 'valibot'
import { JOIN_CODE } from '#shared/start-param.ts'
import type { UserStorage } from '../../api/user-storage.ts'
import { getOrigin, type Purposeful } from '../routing/attempt-routes.ts'
import type { Route } from '../routing/router.ts'

const JOINING_KEY = 'joining'

/** Notes for which request to join the next wallet is connected, where it is for one. */
export function noteJoining(storage: UserStorage, purpose: string | undefined): void {
  if (purpose !== undefined && JOIN_CODE.test(purpose)) storage.write(JOINING_KEY, purpose)
  else storage.remove(JOINING_KEY)
}

/** Where an attempt leads back to: a wallet may have been connected for a request to join. */
export function findWayBack(storage: UserStorage, attempt: Purposeful): Route {
  const origin = getOrigin(attempt)
  const code = storage.read(JOINING_KEY, v.pipe(v.string(), v.regex(JOIN_CODE)))
  return origin.screen === 'home' && code !== null ? { screen: 'join', code } : origin
}
