import type { Attempt } from '#shared/attempt.ts'
import type { Route } from './router.ts'

type Purposeful = Pick<Attempt, 'requestCode' | 'cosignCode'>

/** Code of what the attempt is for: a collection of owners' words, or a connect request; null for neither. */
export function purposeOf({ requestCode, cosignCode }: Purposeful): string | null {
  return cosignCode ?? requestCode
}

/** Where the attempt was begun, and where its end leads back to. */
export function originOf({ requestCode, cosignCode }: Purposeful): Route {
  if (cosignCode !== null) return { screen: 'cosign', code: cosignCode }
  return requestCode === null ? { screen: 'home' } : { screen: 'request', code: requestCode }
}

/** Where the owners' words for what it is to link are gathered; null where none are. */
export function collectionOf({ collectionCode }: Pick<Attempt, 'collectionCode'>): Route | null {
  return collectionCode === null ? null : { screen: 'cosign', code: collectionCode }
}

/** Where a wallet is chosen for the same purpose. */
export function choiceOf(attempt: Purposeful): Route {
  const purpose = purposeOf(attempt)
  return purpose === null ? { screen: 'connect' } : { screen: 'connect', purpose }
}
