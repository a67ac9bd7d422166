const ATTEMPT_PREFIX = 'a1_'

/** Code under which an attempt is taken up again. */
export function attemptCode(id: string): string {
  return ATTEMPT_PREFIX + id
}

/** The attempt that such a code leads to. */
export function getAttemptId(code: string): string {
  return code.slice(ATTEMPT_PREFIX.length)
}
