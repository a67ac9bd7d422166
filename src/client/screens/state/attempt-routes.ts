import type { Attempt } from '#shared/attempt.ts'
import type { Route } from './router.ts'

type Purposeful = Pick<Attempt, 'requestCode' | 'confirmsCode'>

/** Code of what the attempt is for: a cosigning, or a connect request; null for neither. */
export function findPurpose({ requestCode, confirmsCode }: Purposeful): string | null {
  return confirmsCode ?? requestCode
}

/** Where the attempt was begun, and where its end leads back to. */
export function getOrigin({ requestCode, confirmsCode }: Purposeful): Route {
  if (confirmsCode !== null) return { screen: 'cosign', code: confirmsCode }
  return requestCode === null ? { screen: 'home' } : { screen: 'request', code: requestCode }
}

/** Where the owners' confirmations for what it is to link are gathered; null where none are. */
export function cosigningOf({ cosigningCode }: Pick<Attempt, 'cosigningCode'>): Route | null {
  return cosigningCode === null ? null : { screen: 'cosign', code: cosigningCode }
}

/** Where a wallet is chosen for the same purpose. */
export function getChoice(attempt: Purposeful): Route {
  const purpose = findPurpose(attempt)
  return purpose === null ? { screen: 'connect' } : { screen: 'connect', purpose }
}
