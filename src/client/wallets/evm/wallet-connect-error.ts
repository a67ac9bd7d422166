import * as v from 'valibot'
import type { ProblemCode } from '#shared/problem.ts'

/**
 * Codes of WalletConnect (specs.walletconnect.com/2.0/specs/clients/sign/error-codes), EIP-1193,
 * EIP-1474, EIP-3326 and wallets, as far as they have only one meaning.
 */
const CODES: Readonly<Record<number, ProblemCode>> = {
  // EIP-1193 and EIP-3326
  4001: 'wallet-rejected',
  4100: 'evm-account-unavailable',
  4200: 'evm-method-unsupported',
  4900: 'evm-session-lost',
  4901: 'evm-chain-unsupported',
  4902: 'evm-chain-unsupported',
  // EIP-1474
  [-32_002]: 'evm-wallet-busy',
  [-32_004]: 'evm-method-unsupported',
  [-32_600]: 'wallet-bad-request',
  [-32_601]: 'evm-method-unsupported',
  [-32_602]: 'wallet-bad-request',
  [-32_700]: 'wallet-bad-request',
  // Safe for iOS, before it supported version 2
  [-32_075]: 'evm-method-unsupported',
  // WalletConnect
  1001: 'evm-method-unsupported',
  3001: 'evm-account-unavailable',
  3005: 'evm-chain-unsupported',
  5000: 'wallet-rejected',
  5001: 'wallet-rejected',
  5002: 'wallet-rejected',
  5003: 'wallet-rejected',
  5100: 'evm-chain-unsupported',
  5101: 'evm-method-unsupported',
  5102: 'wallet-unsupported',
  5103: 'evm-account-unavailable',
  5104: 'evm-chain-unsupported',
  6000: 'evm-session-lost',
  7000: 'evm-session-lost',
  7001: 'evm-session-lost',
  8000: 'attempt-expired',
  10001: 'evm-method-unsupported',
  11004: 'evm-signature-invalid',
  12001: 'wallet-rejected',
}

/** Sentences of the SDK, of its relay and of wallets, for codes without a meaning or errors without a code. */
const SENTENCES: readonly (readonly [RegExp, ProblemCode])[] = [
  // @walletconnect/sign-client: engine.ts
  [/proposal expired/i, 'evm-pairing-expired'],
  [/request expired/i, 'attempt-expired'],
  [/missing or invalid\. request\(\) method/i, 'evm-method-unsupported'],
  [/missing or invalid\. request\(\) chainId/i, 'evm-chain-unsupported'],
  [/session topic|recently deleted|session.*not found/i, 'evm-session-lost'],
  // @walletconnect/core: relayer.ts, publisher.ts, subscriber.ts
  [/no internet connection/i, 'evm-relay-unreachable'],
  [/failed to publish|failed initial publish/i, 'evm-relay-unreachable'],
  [/socket (?:stalled|connection|hang up)|websocket/i, 'evm-relay-unreachable'],
  [/connection interrupted|subscribing to .* failed/i, 'evm-relay-unreachable'],
  // The relay's answer to a project id that it does not know
  [
    /project (?:id )?(?:not found|doesn't exist|limit)|invalid (?:project|api) ?(?:id|key)/i,
    'evm-relay-unreachable',
  ],
  // Wallets
  [/reject|denied|declined|cancel|disapproved/i, 'wallet-rejected'],
  [/already (?:pending|processing)/i, 'evm-wallet-busy'],
  [/(?:un|not )supported.*(?:chain|network)|unrecognized chain/i, 'evm-chain-unsupported'],
  [
    /(?:un|not )supported|not implemented|unknown method|method not found/i,
    'evm-method-unsupported',
  ],
  [/not (?:been )?authorized|unauthorized|unknown account/i, 'evm-account-unavailable'],
]

/** Where an error holds the one that it stands for (EIP-1474; MetaMask's `rpc-errors`, and its predecessor). */
const INNER = ['data', 'cause', 'originalError'] as const
const MAX_DEPTH = 4

const ErrorSchema = v.looseObject({
  code: v.fallback(v.union([v.number(), v.pipe(v.string(), v.transform(Number))]), 0),
  message: v.fallback(v.string(), ''),
})

/** Our code for an error of WalletConnect or of the wallet behind it. */
export function getWalletConnectErrorCode(error: unknown): ProblemCode {
  return findCode(error, MAX_DEPTH) ?? 'wallet-failed'
}

/** What the error itself says counts more than what it stands for. */
function findCode(error: unknown, depth: number): ProblemCode | null {
  const parsed = v.safeParse(ErrorSchema, error)
  if (!parsed.success || depth === 0) return null
  const { code, message, ...rest } = parsed.output
  const sentence = SENTENCES.find(([pattern]) => pattern.test(message))
  const own = CODES[code] ?? sentence?.[1]
  if (own !== undefined) return own
  const inner = INNER.map((name) => findCode(rest[name], depth - 1))
  return inner.find((found) => found !== null) ?? null
}
