import type { Attempt } from '#shared/attempt.ts'
import type { Route } from './router.ts'

export type Purposeful = Pick<Attempt, 'requestCode' | 'confirmsCode'>

/** Code of the attempt's purpose: a cosigning, or a connect request; null for neither. */
export function findPurpose({ requestCode, confirmsCode }: Purposeful): string | null {
  return confirmsCode ?? requestCode
}

/** Where the attempt was started, and where its end leads back to. */
export function getOrigin({ requestCode, confirmsCode }: Purposeful): Route {
  if (confirmsCode !== null) return { screen: 'cosign', code: confirmsCode }
  return requestCode === null ? { screen: 'home' } : { screen: 'request', code: requestCode }
}

/** The cosigning that collects the owners' confirmations for this attempt; null where there is none. */
export function getCosigningRoute({ cosigningCode }: Pick<Attempt, 'cosigningCode'>): Route | null {
  return cosigningCode === null ? null : { screen: 'cosign', code: cosigningCode }
}

/** Where a wallet is chosen for the same purpose. */
export function getChoice(attempt: Purposeful): Route {
  const purpose = findPurpose(attempt)
  return purpose === null ? { screen: 'connect' } : { screen: 'connect', purpose }
}
