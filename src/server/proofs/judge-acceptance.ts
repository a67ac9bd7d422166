import { NO_CHAINS } from '#proof/chain.ts'
import type { Check } from '#proof/check.ts'
import type { Evidence } from '#proof/document.ts'
import { checkEvmContract, checkSafe } from '#proof/evm/check-evm.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import { encodeHex, type Hex } from '#shared/hex.ts'
import { textHash } from '#shared/safe-message.ts'
import type { ProvenEvmWallet } from '#shared/proven-wallet.ts'
import type { ReadSafe } from '../chains/read-multisig.ts'
import { type AcceptedMessage, toContractEvidence, toSafeEvidence } from './evm-evidence.ts'
import { NODE_CRYPTO } from './node-crypto.ts'
import { areEnoughOwners, safeSigners } from './safe-signers.ts'

type Accepting = {
  account: EvmAccount
  /** The Safe at the address, as its chain has just shown it; null where there is none. */
  safe: ReadSafe | null
  /** Whom the message names. */
  telegramId: string
  /** Who made the signature, slot by slot. @default they are recovered */
  signers?: readonly (string | null)[]
}

export type JudgedAcceptance = {
  proven: Extract<ProvenEvmWallet, { level: 'account' }>
  proof: Evidence
  /** Who made a Safe accept. */
  by: 'owners' | 'others'
  /** What the contract was asked. */
  query: { hash: Hex; signature: Hex }
}

/**
 * What a contract's acceptance of a message shows. It is linked as a Safe only if the Safe's listed owners signed:
 * anything else that it accepts proves only that the contract says so, and nothing about its owners.
 *
 * @param accepted read from its chain just now
 * @throws TypeError for evidence that does not verify: a message that the server has not written
 */
export async function judgeAcceptance(
  accepted: AcceptedMessage,
  { account, safe, telegramId, signers }: Accepting,
): Promise<JudgedAcceptance> {
  const { address, chainId } = account
  const claim = { wallet: { family: 'evm', ...account } as const, telegramId }
  const contract = { family: 'evm', address, chainId, level: 'account' } as const
  const proven = { ...contract, binding: 'hash', keySource: 'contract' } as const
  const query = { hash: textHash(accepted.message), signature: encodeHex(accepted.signature) }
  const slots = safe && (signers ?? safeSigners(safe, query, safe.threshold))
  if (safe && slots && areEnoughOwners(safe, slots)) {
    const proof = toSafeEvidence(safe, accepted, slots)
    const { checks } = await checkSafe(proof, claim, { ...NO_CHAINS, crypto: NODE_CRYPTO })
    requireSound(checks)
    return { proven: { ...proven, kind: 'safe' }, proof, by: 'owners', query }
  }
  const proof = toContractEvidence(accepted)
  requireSound(await checkEvmContract(proof, claim, NO_CHAINS))
  return { proven: { ...proven, kind: 'contract' }, proof, by: 'others', query }
}

/** What stays open is the chain's word, and that was just read. */
function requireSound(checks: readonly Check[]): void {
  const broken = checks.find(({ result }) => result === 'failed')
  if (broken) throw new TypeError(`evidence does not verify: ${broken.check}`)
}
