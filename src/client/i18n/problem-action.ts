import type { ProblemCode } from '#shared/problem.ts'

/**
 * The one thing to do next. `retry`: the same again · `new-attempt`: link from the start · `other-wallet`: choose
 * another wallet · `reopen`: open the app afresh through Telegram · `home` · `close`: leave the app.
 */
export type ProblemAction = 'retry' | 'new-attempt' | 'other-wallet' | 'reopen' | 'home' | 'close'

/** What a member can do about each problem; the words are in the languages. */
export const PROBLEM_ACTIONS: Record<ProblemCode, ProblemAction> = {
  'bad-request': 'home',
  'body-too-large': 'home',
  'not-found': 'home',
  'not-admin': 'home',
  'request-closed': 'home',
  'rate-limited': 'retry',
  'launch-data-missing': 'reopen',
  'launch-data-malformed': 'reopen',
  'launch-data-invalid': 'reopen',
  'launch-data-expired': 'reopen',
  'launch-data-from-future': 'reopen',
  'session-missing': 'reopen',
  'session-expired': 'reopen',
  'attempt-expired': 'new-attempt',
  'attempt-settled': 'new-attempt',
  'too-many-attempts': 'home',
  'wallet-limit': 'home',
  'wallet-linked-elsewhere': 'other-wallet',
  'ton-network-mismatch': 'new-attempt',
  'ton-address-malformed': 'other-wallet',
  'ton-domain-length-mismatch': 'other-wallet',
  'ton-domain-mismatch': 'new-attempt',
  'ton-proof-expired': 'new-attempt',
  'ton-proof-from-future': 'new-attempt',
  'ton-payload-mismatch': 'new-attempt',
  'ton-signature-malformed': 'other-wallet',
  'ton-state-init-malformed': 'other-wallet',
  'ton-state-init-mismatch': 'other-wallet',
  'ton-key-mismatch': 'other-wallet',
  'ton-key-unknown': 'other-wallet',
  'ton-signature-invalid': 'other-wallet',
  'ton-chain-unreachable': 'retry',
  'wallet-rejected': 'new-attempt',
  'wallet-no-proof': 'new-attempt',
  'wallet-bad-request': 'other-wallet',
  'wallet-manifest': 'close',
  'wallet-unsupported': 'other-wallet',
  'wallet-failed': 'new-attempt',
  'wallet-library-unavailable': 'retry',
  offline: 'retry',
  'server-unreachable': 'retry',
  maintenance: 'retry',
  internal: 'retry',
}
