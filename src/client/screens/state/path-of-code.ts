import { attemptIdOf } from '#shared/attempt-code.ts'

/** Path of the screen that a code of this version leads to. */
export function pathOfCode(code: string): string {
  switch (code[0]) {
    case 'r':
      return `/r/${code}`
    case 'c':
      return `/c/${code}`
    case 'a':
      return `/attempts/${attemptIdOf(code)}`
    // Nothing here shows what waits for its co-signers yet: a later version does.
    default:
      return '/link/newer'
  }
}
