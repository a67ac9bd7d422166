import * as v from 'valibot'
import { type Attempt, AttemptIdSchema } from '#shared/attempt.ts'
import { JOIN_CODE } from '#shared/start-param.ts'
import type { UserStorage } from '../../api/user-storage.ts'
import { getChoice, getOrigin, type Purposeful } from '../routing/attempt-routes.ts'
import type { Route } from '../routing/router.ts'

const JOINING_KEY = 'joining'

const JoiningSchema = v.object({
  /** Of the request to join. */
  code: v.pipe(v.string(), v.regex(JOIN_CODE)),
  /** The attempt that was opened last for it; null before there is one. */
  attemptId: v.nullable(AttemptIdSchema),
})

/** Notes for which request to join the next wallet is connected, where it is for one. */
export function noteJoining(storage: UserStorage, purpose: string | undefined): void {
  const isForOne = purpose !== undefined && JOIN_CODE.test(purpose)
  if (!isForOne) storage.remove(JOINING_KEY)
  else if (storage.read(JOINING_KEY, JoiningSchema)?.code !== purpose)
    storage.write(JOINING_KEY, { code: purpose, attemptId: null })
}

/**
 * A wallet is about to be opened for this attempt.
 *
 * @param wanted its addresses: one that is wanted is for no request to join
 */
export function joinWith(storage: UserStorage, id: Attempt['id'], wanted: readonly string[]): void {
  const joining = storage.read(JOINING_KEY, JoiningSchema)
  if (wanted.length > 0) storage.remove(JOINING_KEY)
  else if (joining !== null) storage.write(JOINING_KEY, { ...joining, attemptId: id })
}

/** This attempt is tried again: the next one is for the same request to join, or for none. */
export function keepJoining(storage: UserStorage, id: Attempt['id']): void {
  if (storage.read(JOINING_KEY, JoiningSchema)?.attemptId !== id) storage.remove(JOINING_KEY)
}

type Joinable = Purposeful & Pick<Attempt, 'id'>

/** Where an attempt leads back to: a wallet may have been connected for a request to join. */
export function findWayBack(storage: UserStorage, attempt: Joinable): Route {
  const origin = getOrigin(attempt)
  const joining = storage.read(JOINING_KEY, JoiningSchema)
  if (origin.screen !== 'home' || joining?.attemptId !== attempt.id) return origin
  return { screen: 'join', code: joining.code }
}

/** Where a wallet is chosen for the same purpose, or for the same request to join. */
export function findChoice(storage: UserStorage, attempt: Joinable): Route {
  const back = findWayBack(storage, attempt)
  return back.screen === 'join' ? { screen: 'connect', purpose: back.code } : getChoice(attempt)
}
