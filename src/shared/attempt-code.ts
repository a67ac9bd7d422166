const ATTEMPT_PREFIX = 'a1_'

/** Code that leads back to an attempt. */
export function attemptCode(id: string): string {
  return ATTEMPT_PREFIX + id
}

/** The id of the attempt that such a code leads to. */
export function getAttemptId(code: string): string {
  return code.slice(ATTEMPT_PREFIX.length)
}
