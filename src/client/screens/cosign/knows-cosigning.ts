import type { Cosigning } from '#shared/multisig.ts'
import type { Me } from '../member/member-state.ts'

/** Whether the known member data agrees with a cosigning as it is now: Home lists the member's open ones. */
export function knowsCosigning(
  { cosignings }: Me,
  { code, state, mine, signed, signedAs }: Cosigning,
): boolean {
  const listed = cosignings.find((one) => one.code === code)
  if (state !== 'open') return listed === undefined
  if (listed === undefined) return !mine && signedAs === null
  return listed.signed === signed && listed.signedAs === signedAs
}
