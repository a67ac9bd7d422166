import { attemptIdOf } from '#shared/attempt-code.ts'

/** Path of the screen that a code of this version leads to. */
export function pathOfCode(code: string): string {
  return code.startsWith('a') ? `/attempts/${attemptIdOf(code)}` : `/${code.charAt(0)}/${code}`
}
