import { getAttemptId } from './attempt-code.ts'

/** Path of the screen that a code of this version opens. */
export function getCodePath(code: string): `/${string}` {
  return code.startsWith('a') ? `/attempts/${getAttemptId(code)}` : `/${code.charAt(0)}/${code}`
}
