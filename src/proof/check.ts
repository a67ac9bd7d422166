/** Why a check fails. */
export type Failure =
  | 'state-init-malformed'
  | 'state-init-of-another-account'
  | 'key-not-in-data'
  | 'key-may-not-sign'
  | 'key-not-expected'
  | 'key-missing'
  | 'key-differs'
  | 'signature-invalid'
  | 'text-differs'
  | 'message-differs'
  | 'signature-refused'
  | 'signer-differs'
  | 'signer-not-owner'
  | 'owners-differ'
  | 'owners-changed'
  | 'agreement-invalid'
  | 'domains-differ'
  | 'too-few-agreements'
  | 'account-not-among-agreements'
  | 'time-in-future'
  | 'time-outside-its-text'
  | `${'launch' | 'login'}-${'malformed' | 'of-another-account' | 'of-another-proof' | 'before-proof' | 'in-future'}`
  | 'login-of-another-issuer'
  | 'login-of-another-bot'
  | 'login-not-expired'
  | 'key-outdated'

/** The checks of the format, as docs/proof-format.md names them. */
export type CheckName =
  | 'state-init'
  | 'key'
  | 'text'
  | 'signature'
  | 'message'
  | 'acceptance'
  | 'acceptance-now'
  | 'signatures'
  | 'agreements'
  | 'owners'
  | 'owners-now'
  | 'time'
  | 'telegram-signature'
  | 'telegram-account'
  | 'telegram-proof'
  | 'telegram-time'

/**
 * One check, and how it ended. `open`: only the chain can answer, and it was not asked or did not answer; of
 * `telegram-signature`, the verifier does not know the key, or its engine has no Web Crypto.
 */
export type Check =
  | { check: CheckName; result: 'passed' | 'open' }
  | { check: CheckName; result: 'failed'; reason: Failure }

export function passed(check: CheckName): Check {
  return { check, result: 'passed' }
}

export function open(check: CheckName): Check {
  return { check, result: 'open' }
}

export function failed(check: CheckName, reason: Failure): Check {
  return { check, result: 'failed', reason }
}

/** A check that passes where there is no reason against it. */
export function checkThat(check: CheckName, reason: Failure | null): Check {
  return reason === null ? passed(check) : failed(check, reason)
}

/** Whether nothing further is checked. What has changed since then is no such reason. */
export function isRefusal({ check, result }: Check): boolean {
  return result === 'failed' && !isAboutNow(check)
}

export function isAboutNow(check: CheckName): boolean {
  return check === 'acceptance-now' || check === 'owners-now'
}
