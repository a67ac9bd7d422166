import type { Collection } from '#shared/multisig.ts'
import type { Me } from '../state/member-state.ts'

/** Whether what is known of the member agrees with a collection as it is now: Home lists those that are open and that they have a part in. */
export function knowsCollection(
  { collections }: Me,
  { code, state, mine, signed, signedAs }: Collection,
): boolean {
  const listed = collections.find((one) => one.code === code)
  if (state !== 'open') return listed === undefined
  if (listed === undefined) return !mine && signedAs === null
  return listed.signed === signed && listed.signedAs === signedAs
}
