import * as v from 'valibot'

type ProblemRow = {
  /** HTTP status when the server answers with it; 0 when only the client can meet it. */
  status: number
  /** Whether the very same request may succeed later. */
  retry: boolean
  /** The operator's line. Never shown to a member, never holds anybody's data. */
  log: string
}

/**
 * The closed list of everything that can go wrong. Every code has a sentence and one next action
 * for the member in each language (`src/client/i18n`), and its own line for the operator here.
 */
export const PROBLEMS = {
  // The request
  'bad-request': { status: 400, retry: false, log: 'request does not fit its contract' },
  'body-too-large': { status: 413, retry: false, log: 'request body over the limit' },
  'not-found': { status: 404, retry: false, log: 'no such thing, or not of this member' },
  'not-admin': { status: 403, retry: false, log: 'member is none of ADMIN_IDS' },
  'request-closed': { status: 410, retry: false, log: 'connect request closed or expired' },
  'rate-limited': { status: 429, retry: true, log: 'too many requests' },
  // Launch and session
  'launch-data-missing': { status: 401, retry: false, log: 'no launch data presented' },
  'launch-data-malformed': { status: 401, retry: false, log: 'launch data cannot be parsed' },
  'launch-data-invalid': { status: 401, retry: false, log: 'launch data hash does not match' },
  'launch-data-expired': { status: 401, retry: false, log: 'launch data older than the limit' },
  'launch-data-from-future': { status: 401, retry: true, log: 'launch data ahead of our clock' },
  'session-missing': { status: 401, retry: false, log: 'no session token presented' },
  'session-expired': { status: 401, retry: false, log: 'session token unknown or expired' },
  // Attempt
  'attempt-expired': { status: 410, retry: false, log: 'attempt expired' },
  'attempt-settled': { status: 409, retry: false, log: 'attempt already has its outcome' },
  'too-many-attempts': { status: 429, retry: true, log: 'attempts per window exceeded' },
  'wallet-limit': { status: 409, retry: false, log: 'wallets per member exceeded' },
  'wallet-linked-elsewhere': {
    status: 409,
    retry: false,
    log: 'the holder did not let the wallet go',
  },
  // ton_proof
  'ton-network-mismatch': { status: 422, retry: false, log: 'ton_proof: other network' },
  'ton-address-malformed': { status: 422, retry: false, log: 'ton_proof: address malformed' },
  'ton-domain-length-mismatch': {
    status: 422,
    retry: false,
    log: 'ton_proof: domain length differs',
  },
  'ton-domain-mismatch': { status: 422, retry: false, log: 'ton_proof: other domain' },
  'ton-proof-expired': { status: 422, retry: false, log: 'ton_proof: too old' },
  'ton-proof-from-future': { status: 422, retry: false, log: 'ton_proof: ahead of our clock' },
  'ton-payload-mismatch': {
    status: 422,
    retry: false,
    log: 'ton_proof: payload of another attempt',
  },
  'ton-signature-malformed': {
    status: 422,
    retry: false,
    log: 'ton_proof: signature is not 64 bytes',
  },
  'ton-state-init-malformed': {
    status: 422,
    retry: false,
    log: 'ton_proof: StateInit cannot be parsed',
  },
  'ton-state-init-mismatch': {
    status: 422,
    retry: false,
    log: 'ton_proof: StateInit hashes elsewhere',
  },
  'ton-key-mismatch': {
    status: 422,
    retry: false,
    log: 'ton_proof: claimed key is not the account key',
  },
  'ton-key-unknown': { status: 422, retry: false, log: 'ton_proof: account exposes no key' },
  'ton-signature-invalid': {
    status: 422,
    retry: false,
    log: 'ton_proof: signature does not verify',
  },
  'ton-chain-unreachable': { status: 503, retry: true, log: 'TON API did not answer' },
  // Wallet app, seen by the client
  'wallet-rejected': { status: 0, retry: false, log: 'declined in the wallet' },
  'wallet-no-proof': { status: 0, retry: false, log: 'wallet connected without a proof' },
  'wallet-bad-request': { status: 0, retry: false, log: 'wallet refused the request as malformed' },
  'wallet-manifest': { status: 0, retry: false, log: 'wallet cannot read the manifest' },
  'wallet-unsupported': { status: 0, retry: false, log: 'wallet does not support ton_proof' },
  'wallet-failed': { status: 0, retry: true, log: 'wallet answered with an unknown error' },
  'wallet-library-unavailable': {
    status: 0,
    retry: true,
    log: 'wallet library could not be loaded',
  },
  // Everything else
  offline: { status: 0, retry: true, log: 'client is offline' },
  'server-unreachable': { status: 0, retry: true, log: 'no answer in time' },
  maintenance: { status: 503, retry: true, log: 'not ready' },
  internal: { status: 500, retry: true, log: 'unexpected error' },
} as const satisfies Record<string, ProblemRow>

export type ProblemCode = keyof typeof PROBLEMS

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
