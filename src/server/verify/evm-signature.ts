import type { Hex } from 'viem'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { ProvenEvmWallet } from '#shared/wallet.ts'
import { textHash } from '#shared/safe-message.ts'
import { getAddress } from 'viem/utils'
import { decodeHex } from './decode-hex.ts'
import { encodeHex } from './encode-hex.ts'
import { unwrapErc6492 } from './erc-6492.ts'
import type { ExclusiveEvmChains, EvmCode } from './evm-chain.ts'
import { KEY_SIGNATURE_BYTES, recoverEvmSigner, SHORT_SIGNATURE_BYTES } from './evm-signer.ts'

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
      /** EIP-191 hash of the message, in hex, that a contract has accepted; null where a key has signed. */
      acceptedHash: Hex | null
    }
  | { ok: false; code: EvmSignatureProblem }

/** A signature, and what it must be of: the message that the server wrote for this account. */
export type SignedEvmMessage = {
  message: string
  account: EvmAccount
  /** Hex, from `0x`, the empty one, upwards. */
  signature: string
}

/**
 * Checks that the account has signed the message as `personal_sign` does. Whether the attempt still
 * waits for it is the caller's next and last step, in the transaction that links the wallet.
 *
 * What stands at the address decides who judges: a contract by ERC-1271 on the message's chain, a key by
 * recovery, also where it has lent its address a contract's code (EIP-7702). A wrapper of ERC-6492 is
 * taken off where the account is deployed. A contract that is not there yet is refused, with or without
 * a wrapper: that would let a former owner speak for it. `evm-chain-unreachable` and `busy` say nothing
 * about the signature: the same one may be sent again.
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
  // While the chain is asked. Worth nothing if a contract is found, and most often none is.
  const signer = await recoverEvmSigner(hash, signature)
  const code = await coding
  if (code === 'busy') return refuse(code)
  if (code === 'unreachable') return refuse('evm-chain-unreachable')
  if (code === 'none' && signature !== given) return refuse('evm-contract-not-deployed')
  if (code !== 'contract') return judgeKey({ address, code, signature, signer })
  const question = { address, hash, signature: encodeHex(signature) }
  const verdict = await chains.isValidSignature(account.chainId, question)
  return judgeContract({ address, chainId: account.chainId, signature, hash }, verdict)
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
    acceptedHash: null,
  }
}

/** Only a contract makes signatures longer than a key's: one at an address without code is not there yet. */
function whyNot(code: KeyClaim['code'], bytes: number): EvmSignatureProblem {
  if (bytes > KEY_SIGNATURE_BYTES && code === 'none') return 'evm-contract-not-deployed'
  const hasForm = bytes === KEY_SIGNATURE_BYTES || bytes === SHORT_SIGNATURE_BYTES
  return hasForm ? 'evm-signature-invalid' : 'evm-signature-malformed'
}

type ContractClaim = { address: string; chainId: number; signature: Uint8Array; hash: Hex }

function judgeContract(
  { address, chainId, signature, hash }: ContractClaim,
  verdict: Awaited<ReturnType<ExclusiveEvmChains['isValidSignature']>>,
): EvmSignatureVerdict {
  if (verdict === 'busy') return refuse(verdict)
  if (verdict === 'unreachable') return refuse('evm-chain-unreachable')
  if (verdict === 'refused') return refuse('evm-contract-refused')
  return {
    ok: true,
    proven: {
      family: 'evm',
      address,
      kind: 'contract',
      chainId,
      level: 'account',
      // The contract was given a hash. Whether anybody was shown the text, it does not say.
      binding: 'hash',
      keySource: 'contract',
    },
    signature,
    acceptedHash: hash,
  }
}

function refuse(code: EvmSignatureProblem): EvmSignatureVerdict {
  return { ok: false, code }
}
