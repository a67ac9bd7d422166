import type { Cosigning } from '#shared/multisig.ts'
import type { Me } from '../state/member-state.ts'

/** Whether what is known of the member agrees with a cosigning as it is now: Home lists those that are open and that they have a part in. */
export function knowsCosigning(
  { cosignings }: Me,
  { code, state, mine, signed, signedAs }: Cosigning,
): boolean {
  const listed = cosignings.find((one) => one.code === code)
  if (state !== 'open') return listed === undefined
  if (listed === undefined) return !mine && signedAs === null
  return listed.signed === signed && listed.signedAs === signedAs
}
