import type { Hex } from 'viem'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { ProvenEvmWallet } from '#shared/wallet.ts'
import { textHash } from '#shared/safe-message.ts'
import { getAddress, parseErc6492Signature } from 'viem/utils'
import { decodeHex, encodeHex } from './bytes.ts'
import { compiledRecovery } from './compiled-recovery.ts'
import type { EvmBlock } from '#proof/document.ts'
import type { ExclusiveEvmChains, EvmCode } from './evm-chain.ts'
import {
  KEY_SIGNATURE_BYTES,
  recoverEvmSigner,
  SHORT_SIGNATURE_BYTES,
} from '#proof/evm/evm-signer.ts'

/** Why a signature is refused. */
type EvmSignatureProblem = Extract<
  ProblemCode,
  | 'evm-signature-malformed'
  | 'evm-signature-invalid'
  | 'evm-contract-refused'
  | 'evm-contract-not-deployed'
  | 'evm-chain-unreachable'
  | 'busy'
>

export type EvmSignatureVerdict =
  | {
      ok: true
      proven: ProvenEvmWallet
      signature: Uint8Array
      /** The EIP-191 hash that a contract accepted, and at which block; null if a key signed. */
      accepted: { hash: Hex; block: EvmBlock } | null
    }
  | { ok: false; code: EvmSignatureProblem }

/** A signature, and the message that it must sign: the one that the server wrote for this account. */
export type SignedEvmMessage = {
  message: string
  account: EvmAccount
  /** Hex with `0x`; `0x` alone is an empty signature. */
  signature: string
}

/**
 * Checks that the account has signed the message as `personal_sign` does. The caller's next and last step is to check
 * that the attempt still waits for it, in the transaction that links the wallet.
 *
 * The code at the address decides the check: ERC-1271 on the message's chain for a contract, recovery for a key,
 * including a key that delegates to a contract's code (EIP-7702). For a deployed account the ERC-6492 wrapper is
 * removed. A contract that is not deployed yet is refused, with or without a wrapper, because otherwise a former owner
 * could sign for it. `evm-chain-unreachable` and `busy` are no verdict on the signature: the same one may be sent
 * again.
 */
export async function verifyEvmSignature(
  { message, account, signature: hex }: SignedEvmMessage,
  chains: ExclusiveEvmChains,
): Promise<EvmSignatureVerdict> {
  const given = decodeHex(hex)
  if (given === null) return refuse('evm-signature-malformed')
  const address = getAddress(account.address)
  const hash = textHash(message)
  const coding = chains.codeAt(account.chainId, address)
  const signature = unwrapErc6492(given)
  // Recovery runs while the chain is queried. Its result is unused if there is a contract, but usually there is none.
  const signer = recoverEvmSigner(hash, signature, compiledRecovery)
  const code = await coding
  if (code === 'busy') return refuse(code)
  if (code === 'unreachable') return refuse('evm-chain-unreachable')
  if (code === 'none' && signature !== given) return refuse('evm-contract-not-deployed')
  if (code !== 'contract') return judgeKey({ address, code, signature, signer })
  const question = { address, hash, signature: encodeHex(signature) }
  const answer = await chains.readAcceptance(account.chainId, question)
  return judgeContract({ address, chainId: account.chainId, signature, hash }, answer)
}

type KeyClaim = {
  address: string
  code: Exclude<EvmCode, 'contract'>
  signature: Uint8Array
  signer: string | null
}

function judgeKey({ address, code, signature, signer }: KeyClaim): EvmSignatureVerdict {
  if (signer !== address) return refuse(whyNot(code, signature.length))
  return {
    ok: true,
    proven: {
      family: 'evm',
      address,
      kind: code === 'none' ? 'eoa' : code,
      chainId: null,
      level: 'key',
      binding: 'text',
      keySource: 'signature',
    },
    signature,
    accepted: null,
  }
}

/**
 * Only contracts make signatures longer than a key's, so at an address without code the contract is not deployed yet.
 */
function whyNot(code: KeyClaim['code'], bytes: number): EvmSignatureProblem {
  if (bytes > KEY_SIGNATURE_BYTES && code === 'none') return 'evm-contract-not-deployed'
  const hasForm = bytes === KEY_SIGNATURE_BYTES || bytes === SHORT_SIGNATURE_BYTES
  return hasForm ? 'evm-signature-invalid' : 'evm-signature-malformed'
}

type ContractClaim = { address: string; chainId: number; signature: Uint8Array; hash: Hex }

function judgeContract(
  { address, chainId, signature, hash }: ContractClaim,
  answer: Awaited<ReturnType<ExclusiveEvmChains['readAcceptance']>>,
): EvmSignatureVerdict {
  if (answer === 'busy') return refuse(answer)
  if (answer === 'unreachable') return refuse('evm-chain-unreachable')
  if (answer.verdict === 'refused') return refuse('evm-contract-refused')
  return {
    ok: true,
    proven: {
      family: 'evm',
      address,
      kind: 'contract',
      chainId,
      level: 'account',
      // The contract received only a hash. It does not reveal whether a person was shown the text.
      binding: 'hash',
      keySource: 'contract',
    },
    signature,
    accepted: { hash, block: answer.block },
  }
}

function refuse(code: EvmSignatureProblem): EvmSignatureVerdict {
  return { ok: false, code }
}

/**
 * Takes the signature out of an ERC-6492 wrapper, which describes how the account would be deployed. A signature
 * without a complete wrapper is returned unchanged. Only a deployed account can judge the inner signature.
 *
 * @see https://eips.ethereum.org/EIPS/eip-6492
 */
function unwrapErc6492(signature: Buffer): Buffer {
  try {
    const hex = encodeHex(signature)
    const { signature: inner } = parseErc6492Signature(hex)
    return inner === hex ? signature : (decodeHex(inner) ?? signature)
  } catch {
    return signature
  }
}
