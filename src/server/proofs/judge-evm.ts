import { accountId, NAMED_CHAIN_ID } from '#proof/account-id.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { ProvenEvmWallet } from '#shared/proven-wallet.ts'
import { parseErc6492Signature } from 'viem/utils'
import { textHash } from '#shared/safe-message.ts'
import { toChecksum } from '#shared/to-checksum.ts'
import { decodeHex, encodeHex } from '#shared/hex.ts'
import type { KeyEvidence } from '#proof/document.ts'
import { checkEvmMessage } from '#proof/evm/check-evm.ts'
import { hasKeyForm, KEY_SIGNATURE_BYTES } from '#proof/evm/evm-signer.ts'
import type { ExclusiveEvmChains, EvmCode } from '../chains/evm-chain.ts'
import { type AcceptedMessage, toKeyEvidence } from './evm-evidence.ts'
import { NODE_CRYPTO } from './node-crypto.ts'

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

export type EvmVerdict =
  | { ok: true; by: 'key'; proven: KeyWallet; proof: KeyEvidence }
  | { ok: true; by: 'contract'; accepted: AcceptedMessage }
  | { ok: false; code: EvmSignatureProblem }

type KeyWallet = Extract<ProvenEvmWallet, { level: 'key' }>

/** A signature, and the message that it must sign: the one that the server wrote for this account. */
export type SignedEvmMessage = {
  message: string
  account: EvmAccount
  /** Hex with `0x`; `0x` alone is an empty signature. */
  signature: string
  /** Whether its chain has shown a contract there before, whose code cannot vanish. @default false */
  wasContract?: boolean
}

/** For whom it was signed. `safe`: the Safe that the account's holder agrees to link, as one of its owners */
export type ExpectedEvmClaim = { telegramId: string; safe?: EvmAccount }

/**
 * Judges a wallet's signature of a message (`personal_sign`). The caller's next and last step is to check that the
 * attempt still waits for it, in the transaction that links the wallet.
 *
 * The code at the address decides the check: ERC-1271 on the message's chain for a contract, recovery for a key,
 * including a key that delegates to a contract's code (EIP-7702). For a deployed account the ERC-6492 wrapper is
 * removed. A contract that is not deployed yet is refused, with or without a wrapper, because otherwise a former owner
 * could sign for it. `evm-chain-unreachable` and `busy` are no verdict on the signature: the same one may be sent
 * again.
 */
export async function judgeEvm(
  { message, account, signature: hex, wasContract = false }: SignedEvmMessage,
  claim: ExpectedEvmClaim,
  chains: ExclusiveEvmChains,
): Promise<EvmVerdict> {
  const given = decodeHex(hex)
  if (given === null) return refuse('evm-signature-malformed')
  const address = toChecksum(account.address)
  const { chainId } = account
  const coding = chains.codeAt(chainId, address)
  const signature = unwrapErc6492(given)
  // Recovery runs while the chain is queried. Its result is unused if there is a contract, but usually there is none.
  const judging = judgeKey({ address, message, signature }, claim)
  const code = await coding
  if (code === 'busy') return refuse(code)
  const isBehind = code === 'none' && wasContract
  if (code === 'unreachable' || isBehind) return refuse('evm-chain-unreachable')
  if (code === 'none' && signature !== given) return refuse('evm-contract-not-deployed')
  return code === 'contract'
    ? askContract({ message, signature }, { address, chainId }, chains)
    : nameKey(await judging, { address, code, signature })
}

async function askContract(
  { message, signature }: Omit<AcceptedMessage, 'block'>,
  { address, chainId }: EvmAccount,
  chains: ExclusiveEvmChains,
): Promise<EvmVerdict> {
  const query = { address, hash: textHash(message), signature: encodeHex(signature) }
  const answer = await chains.readAcceptance(chainId, query)
  if (answer === 'busy') return refuse(answer)
  if (answer === 'unreachable') return refuse('evm-chain-unreachable')
  if (answer.verdict === 'refused') return refuse('evm-contract-refused')
  return { ok: true, by: 'contract', accepted: { message, signature, block: answer.block } }
}

type SignedByKey = { address: string; message: string; signature: Uint8Array }

/** The evidence, if the key of this address has signed; otherwise null. */
async function judgeKey(
  { address, message, signature }: SignedByKey,
  { telegramId, safe }: ExpectedEvmClaim,
): Promise<KeyEvidence | null> {
  if (!hasKeyForm(signature)) return null
  const evidence = toKeyEvidence(message, signature)
  const wallet = { family: 'evm', chainId: NAMED_CHAIN_ID, address } as const
  const multisig = safe && { multisig: accountId({ family: 'evm', ...safe }) }
  const checks = await checkEvmMessage(evidence, { wallet, telegramId, ...multisig }, NODE_CRYPTO)
  return checks.every(({ result }) => result === 'passed') ? evidence : null
}

type KeyAccount = { address: string; code: Exclude<EvmCode, 'contract'>; signature: Uint8Array }

function nameKey(proof: KeyEvidence | null, { address, code, signature }: KeyAccount): EvmVerdict {
  if (proof === null) return refuse(whyNot(code, signature))
  const kind = code === 'none' ? 'eoa' : code
  const wallet = { family: 'evm', address, kind, chainId: null, level: 'key' } as const
  return {
    ok: true,
    by: 'key',
    proven: { ...wallet, binding: 'text', keySource: 'signature' },
    proof,
  }
}

/**
 * Only contracts make signatures longer than a key's, so at an address without code the contract is not deployed yet.
 */
function whyNot(code: KeyAccount['code'], signature: Uint8Array): EvmSignatureProblem {
  if (signature.length > KEY_SIGNATURE_BYTES && code === 'none') return 'evm-contract-not-deployed'
  return hasKeyForm(signature) ? 'evm-signature-invalid' : 'evm-signature-malformed'
}

function refuse(code: EvmSignatureProblem): EvmVerdict {
  return { ok: false, code }
}

/**
 * Takes the signature out of an ERC-6492 wrapper, which describes how the account would be deployed. A signature
 * without a complete wrapper is returned unchanged. Only a deployed account can judge the inner signature.
 *
 * @see https://eips.ethereum.org/EIPS/eip-6492
 */
function unwrapErc6492(signature: Uint8Array): Uint8Array {
  try {
    const hex = encodeHex(signature)
    const { signature: inner } = parseErc6492Signature(hex)
    return inner === hex ? signature : (decodeHex(inner) ?? signature)
  } catch {
    return signature
  }
}
