import * as v from 'valibot'

type ProblemRow = {
  /** HTTP status when the server answers with it; 0 when only the client can meet it. */
  status: number
  /** Whether the same request may succeed later. */
  retry: boolean
}

/**
 * The closed list of everything that can go wrong. Every code has a sentence and one next action
 * for the member in each language (`src/client/i18n`), and a line for the operator
 * (`src/server/log/problem-lines.ts`), which members never load.
 */
export const PROBLEMS = {
  // The request
  'bad-request': { status: 400, retry: false },
  'body-too-large': { status: 413, retry: false },
  'not-found': { status: 404, retry: false },
  'not-admin': { status: 403, retry: false },
  'admin-link-dead': { status: 410, retry: false },
  // Links: requests and cards
  'link-broken': { status: 0, retry: false },
  'link-newer': { status: 0, retry: false },
  'request-closed': { status: 410, retry: false },
  'request-full': { status: 410, retry: false },
  'members-only': { status: 403, retry: false },
  'membership-unknown': { status: 503, retry: true },
  'request-not-allowed': { status: 403, retry: false },
  'chat-gone': { status: 410, retry: false },
  'not-administrator': { status: 403, retry: false },
  'door-changed': { status: 409, retry: false },
  'card-gone': { status: 410, retry: false },
  'share-failed': { status: 503, retry: true },
  'proof-missing': { status: 404, retry: false },
  'proof-undeliverable': { status: 403, retry: false },
  'proof-launch-unexpected': { status: 409, retry: false },
  'proof-launch-unsigned': { status: 422, retry: false },
  'proof-site-unknown': { status: 404, retry: false },
  'proof-none-valid': { status: 409, retry: false },
  'rate-limited': { status: 429, retry: true },
  busy: { status: 429, retry: true },
  // Launch and session
  'init-data-missing': { status: 401, retry: false },
  'init-data-malformed': { status: 401, retry: false },
  'init-data-invalid': { status: 401, retry: false },
  'init-data-expired': { status: 401, retry: false },
  'init-data-from-future': { status: 401, retry: true },
  'session-missing': { status: 401, retry: false },
  'session-expired': { status: 401, retry: false },
  'session-limited': { status: 403, retry: false },
  'ticket-invalid': { status: 401, retry: false },
  'other-account': { status: 0, retry: false },
  // Attempt
  'attempt-expired': { status: 410, retry: false },
  'attempt-settled': { status: 409, retry: false },
  'too-many-attempts': { status: 429, retry: true },
  'wallet-limit': { status: 409, retry: false },
  'wallet-linked-elsewhere': { status: 409, retry: false },
  'wallet-proven-elsewhere': { status: 409, retry: false },
  'wallet-unlinked-elsewhere': { status: 409, retry: false },
  // ton_proof
  'ton-network-mismatch': { status: 422, retry: false },
  'ton-address-malformed': { status: 422, retry: false },
  'ton-domain-length-mismatch': { status: 422, retry: false },
  'ton-domain-mismatch': { status: 422, retry: false },
  'ton-proof-expired': { status: 422, retry: false },
  'ton-proof-from-future': { status: 422, retry: false },
  'ton-payload-mismatch': { status: 422, retry: false },
  'ton-signature-malformed': { status: 422, retry: false },
  'ton-state-init-malformed': { status: 422, retry: false },
  'ton-state-init-mismatch': { status: 422, retry: false },
  'ton-key-mismatch': { status: 422, retry: false },
  'ton-key-unknown': { status: 422, retry: false },
  'ton-signature-invalid': { status: 422, retry: false },
  'ton-chain-unreachable': { status: 503, retry: true },
  'ton-chain-disagreement': { status: 503, retry: true },
  'ton-key-unconfirmed': { status: 409, retry: false },
  'ton-text-mismatch': { status: 422, retry: false },
  'ton-text-unsupported': { status: 0, retry: false },
  'ton-session-lost': { status: 0, retry: false },
  // EVM: the account, its message and the signature
  'evm-off': { status: 403, retry: false },
  'evm-address-malformed': { status: 422, retry: false },
  'evm-chain-unsupported': { status: 422, retry: false },
  'evm-account-missing': { status: 409, retry: false },
  'evm-signature-malformed': { status: 422, retry: false },
  'evm-signature-invalid': { status: 422, retry: false },
  'evm-contract-refused': { status: 422, retry: false },
  'evm-contract-not-deployed': { status: 422, retry: false },
  'evm-chain-unreachable': { status: 503, retry: true },
  // Multisigs and the cosignings
  'multisig-not-found': { status: 404, retry: false },
  'multisig-lookalike': { status: 422, retry: false },
  'multisig-not-signer': { status: 403, retry: false },
  'cosign-not-owner': { status: 422, retry: false },
  'cosign-proposer': { status: 422, retry: false },
  'cosign-owner-contract': { status: 422, retry: false },
  'cosign-no-keys': { status: 422, retry: false },
  'cosign-owner-taken': { status: 409, retry: false },
  'cosign-closed': { status: 410, retry: false },
  // WalletConnect, seen by the client
  'evm-relay-unreachable': { status: 0, retry: true },
  'evm-clock-wrong': { status: 0, retry: true },
  'evm-pairing-expired': { status: 0, retry: false },
  'evm-session-lost': { status: 0, retry: false },
  'evm-method-unsupported': { status: 0, retry: false },
  'evm-account-unavailable': { status: 0, retry: false },
  'evm-wallet-busy': { status: 0, retry: true },
  // Wallet app, seen by the client
  'wallet-rejected': { status: 0, retry: false },
  'wallet-no-proof': { status: 0, retry: false },
  'wallet-answer-malformed': { status: 0, retry: false },
  'wallet-bad-request': { status: 0, retry: false },
  'wallet-manifest': { status: 0, retry: false },
  'wallet-unsupported': { status: 0, retry: false },
  'wallet-failed': { status: 0, retry: true },
  'wallet-library-unavailable': { status: 0, retry: true },
  'wallet-not-opened': { status: 0, retry: true },
  // Everything else
  offline: { status: 0, retry: true },
  'server-unreachable': { status: 0, retry: true },
  maintenance: { status: 503, retry: true },
  internal: { status: 500, retry: true },
} as const satisfies Record<string, ProblemRow>

export type ProblemCode = keyof typeof PROBLEMS

/** Problems whose messages are served only where EVM wallets are offered. */
type EvmProblemCode = Extract<ProblemCode, `evm-${string}`>

/** Problems of multisigs and of their cosignings. */
type MultisigProblemCode = Extract<ProblemCode, `${'multisig' | 'cosign'}-${string}`>

/** Problems that only a wallet's answer leads to: their messages load after the first bundle. */
export type FurtherProblemCode =
  | EvmProblemCode
  | MultisigProblemCode
  | Extract<ProblemCode, `${'ton' | 'proof'}-${string}` | `${string}-elsewhere`>

export const PROBLEM_CODES = Object.keys(PROBLEMS).filter(isProblemCode)

function isProblemCode(key: string): key is ProblemCode {
  return Object.hasOwn(PROBLEMS, key)
}

/** RFC 9457 problem details; `code` is the stable part, `requestId` finds the log line. */
export const ProblemSchema = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  code: v.picklist(PROBLEM_CODES),
  requestId: v.optional(v.string()),
})
export type Problem = v.InferOutput<typeof ProblemSchema>
