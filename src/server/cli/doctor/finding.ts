/** `skipped`: not checked, because something before it failed. */
export type CheckStatus = 'ok' | 'warning' | 'failure' | 'skipped'

/** One result of a check; each text is one sentence. Neither holds a secret. */
export type Finding =
  | { status: 'ok' | 'skipped'; found: string }
  | { status: 'warning' | 'failure'; found: string; fix: string }

/** This and the three below: all findings of a check, which most often are one. */
export function ok(found: string): Finding[] {
  return [{ status: 'ok', found }]
}

export function skipped(found: string): Finding[] {
  return [{ status: 'skipped', found }]
}

export function warning(found: string, fix: string): Finding[] {
  return [{ status: 'warning', found, fix }]
}

export function failure(found: string, fix: string): Finding[] {
  return [{ status: 'failure', found, fix }]
}

/** One line that all is well, if there are no faults. */
export function okUnless(faults: Finding[], found: string): Finding[] {
  return faults.length === 0 ? ok(found) : faults
}
