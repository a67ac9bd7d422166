import {
  BadRequestError,
  TonConnectError,
  UnknownAppError,
  UserRejectsError,
  WalletMissingRequiredFeaturesError,
  WalletNotConnectedError,
  WalletNotSupportFeatureError,
  WalletWrongNetworkError,
} from '@tonconnect/ui-react'
import type { ProblemCode } from '#shared/problem.ts'

/** `METHOD_NOT_SUPPORTED` of TON Connect's connect items and of its requests. */
const NOT_SUPPORTED = 400

const CODE_OF_CLASS = [
  [UserRejectsError, 'wallet-rejected'],
  [BadRequestError, 'wallet-bad-request'],
  // The wallet no longer knows us.
  [UnknownAppError, 'ton-session-lost'],
  [WalletNotConnectedError, 'ton-session-lost'],
  [WalletMissingRequiredFeaturesError, 'wallet-unsupported'],
  [WalletNotSupportFeatureError, 'wallet-unsupported'],
  [WalletWrongNetworkError, 'ton-network-mismatch'],
] as const

/** Our code for an error that TON Connect reports, mostly while connecting. */
export function getConnectErrorCode(error: unknown): ProblemCode {
  const known = CODE_OF_CLASS.find(([type]) => error instanceof type)
  if (known !== undefined) return known[1]
  return isManifestError(error) ? 'wallet-manifest' : 'wallet-failed'
}

/**
 * Our code for an error that TON Connect reports instead of a signed text.
 *
 * @param walletCode the wallet's code for it; null if no wallet sent one
 */
export function getSignErrorCode(error: unknown, walletCode: number | null): ProblemCode {
  const isUnsupported = error instanceof WalletNotSupportFeatureError
  if (isUnsupported || walletCode === NOT_SUPPORTED) return 'ton-text-unsupported'
  return getConnectErrorCode(error)
}

/** Our code for the error in a wallet's answer that replaces the proof. */
export function getProofErrorCode({ code }: { code: number }): ProblemCode {
  return code === NOT_SUPPORTED ? 'wallet-unsupported' : 'wallet-failed'
}

/** The classes of manifest errors (codes 2 and 3) are not exported; their messages name the file. */
function isManifestError(error: unknown): boolean {
  return error instanceof TonConnectError && /tonconnect-manifest\.json/.test(error.message)
}
