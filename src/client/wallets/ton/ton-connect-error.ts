import {
  BadRequestError,
  TonConnectError,
  UnknownAppError,
  UserRejectsError,
  WalletMissingRequiredFeaturesError,
  WalletNotConnectedError,
  WalletNotSupportFeatureError,
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
] as const

/**
 * What the library says where it refuses a `ton_proof` itself, with the code 0
 * (`validateTonProofItemReply` of @tonconnect/sdk 3.4.1).
 */
const REFUSED_PROOF = /^(?:'?ton_proof'? |'proof\.|Invalid '(?:proof|error)|Invalid data format$)/
/** Of these, the one about a wallet's error whose only fault is that it has no message. */
const REFUSED_MESSAGE = "Invalid 'error.message'"
/** What the library makes of an exception in its own code over the answer of a wallet that is part of the browser. */
const REFUSED_ANSWER = /TypeError: |ton_addr connection item was not found/

/**
 * Our code for an error that TON Connect reports, mostly while connecting.
 *
 * @param walletCode the wallet's code for it; null if no wallet sent one
 */
export function getConnectErrorCode(error: unknown, walletCode: number | null): ProblemCode {
  if (walletCode === NOT_SUPPORTED) return 'wallet-unsupported'
  const known = CODE_OF_CLASS.find(([type]) => error instanceof type)
  if (known !== undefined) return known[1]
  if (isManifestError(error)) return 'wallet-manifest'
  return REFUSED_ANSWER.test(String(error)) ? 'wallet-answer-malformed' : 'wallet-failed'
}

/** {@link getConnectErrorCode} for an error instead of a signed text. */
export function getSignErrorCode(error: unknown, walletCode: number | null): ProblemCode {
  const isUnsupported = error instanceof WalletNotSupportFeatureError
  if (isUnsupported || walletCode === NOT_SUPPORTED) return 'ton-text-unsupported'
  return getConnectErrorCode(error, walletCode)
}

/** Our code for the error in a wallet's answer, or in its place by the library, that replaces the proof. */
export function getProofErrorCode({ code, message }: ProofError): ProblemCode {
  if (code === NOT_SUPPORTED || message === REFUSED_MESSAGE) return 'wallet-unsupported'
  return REFUSED_PROOF.test(message ?? '') ? 'wallet-answer-malformed' : 'wallet-failed'
}

type ProofError = { code: number; message?: string | undefined }

/** The classes of manifest errors (codes 2 and 3) are not exported; their messages name the file. */
function isManifestError(error: unknown): boolean {
  return error instanceof TonConnectError && /tonconnect-manifest\.json/.test(error.message)
}
