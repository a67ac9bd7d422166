import type { At, NoMultisig, ProofChains, ProofPorts, ReadOwners, Unreachable } from './chain.ts'
import { type Check, failed, isRefusal, open, passed } from './check.ts'
import type { KeyEvidence, Quorum } from './document.ts'
import { checkEvmMessage } from './evm/check-evm.ts'
import type { KeyClaim } from './key-claim.ts'
import { type CheckedOwners, checkOwners } from './owners.ts'
import { getDomain, getShown } from './signed-facts.ts'
import { checkTon } from './ton/check-ton.ts'
import { NAMED_CHAIN_ID, type NamedWallet } from './account-id.ts'

/** A multisig, by its name and by the parts of the name. */
type ClaimedMultisig = { name: string; wallet: NamedWallet; telegramId: string }

/** Checks what the owners of a multisig signed, each with their own wallet. Owners who are withheld do not count. */
export async function checkQuorum(
  quorum: Quorum,
  multisig: ClaimedMultisig,
  ports: ProofPorts,
): Promise<CheckedOwners> {
  const check = await checkAgreements(quorum, multisig, ports)
  if (isRefusal(check)) return { checks: [check], now: null }
  const { owners, threshold, block } = quorum
  const signers = getShown(quorum).map(({ owner }) => owner)
  const read = (at: MultisigBlock) => readOwners(multisig.wallet, at, ports)
  const then = block === undefined ? 'unreachable' : await read(block)
  const { checks, now } = checkOwners({ owners, threshold, signers }, [then, await read('latest')])
  return { checks: [check, ...checks], now }
}

async function checkAgreements(
  quorum: Quorum,
  { name, wallet, telegramId }: ClaimedMultisig,
  ports: ProofPorts,
): Promise<Check> {
  const shown = getShown(quorum)
  if (!quorum.agreements.every(({ owner }) => quorum.owners.includes(owner)))
    return failed('agreements', 'signer-not-owner')
  if (shown.length < quorum.threshold) return failed('agreements', 'too-few-agreements')
  if (!shown.some((one) => one.telegramId === telegramId))
    return failed('agreements', 'account-not-among-agreements')
  const checks: Check[] = []
  for (const agreement of shown) {
    const claim = { ...agreement, wallet: ownerWallet(agreement.owner, wallet), multisig: name }
    checks.push(...(await checkKeyEvidence(agreement.evidence, claim, ports)))
  }
  if (checks.some(isRefusal)) return failed('agreements', 'agreement-invalid')
  const domains = new Set(shown.map(({ evidence }) => getDomain(evidence)))
  if (domains.size > 1) return failed('agreements', 'domains-differ')
  const isOpen = checks.some(({ result }) => result === 'open')
  return isOpen ? open('agreements') : passed('agreements')
}

/** An owner's own wallet: on the multisig's network for TON, on every chain for EVM. */
function ownerWallet(address: string, multisig: NamedWallet): NamedWallet {
  return multisig.family === 'evm'
    ? { family: 'evm', chainId: NAMED_CHAIN_ID, address }
    : { ...multisig, address }
}

/** Checks what one key signed. A wallet of another family does not get this far. */
export async function checkKeyEvidence(
  evidence: KeyEvidence,
  claim: KeyClaim,
  ports: ProofPorts,
): Promise<Check[]> {
  const { wallet } = claim
  if (evidence.type === 'evm-message')
    return wallet.family === 'evm'
      ? checkEvmMessage(evidence, { ...claim, wallet }, ports.crypto)
      : [failed('message', 'message-differs')]
  if (wallet.family !== 'ton') return [failed('state-init', 'state-init-of-another-account')]
  const { checks } = await checkTon(evidence, { ...claim, wallet }, ports)
  return checks
}

type MultisigBlock = At<NonNullable<Quorum['block']>>

function readOwners(
  wallet: NamedWallet,
  at: MultisigBlock,
  { evm, ton }: ProofChains,
): Promise<ReadOwners | NoMultisig | Unreachable> {
  const { address } = wallet
  if (wallet.family === 'evm')
    return evm.readSafe(wallet.chainId, address, at !== 'latest' && 'hash' in at ? at : 'latest')
  return ton.readMultisig(address, at !== 'latest' && 'seqno' in at ? at : 'latest')
}
