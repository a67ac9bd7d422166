import { hexToBytes } from 'viem/utils'
import { textHash } from '#shared/safe-message.ts'
import type { At, ProofChain, Unanswered } from '../chain.ts'
import { type Check, type CheckName, checkThat, isRefusal, open } from '../check.ts'
import type { Evidence, EvmBlock } from '../document.ts'
import type { KeyClaim } from '../key-claim.ts'
import type { NamedWallet } from '../wallet-name.ts'
import { type CheckedOwners, checkOwners } from '../owners.ts'
import { checkSafeSignatures } from './check-safe-signatures.ts'
import { recoverEvmSigner } from './evm-signer.ts'
import { isSignInMessage } from './sign-in-message.ts'

type EvmWallet = Extract<NamedWallet, { family: 'evm' }>
type EvmClaim = KeyClaim<EvmWallet>
type OfType<Type extends Evidence['type']> = Extract<Evidence, { type: Type }>

const LINK_WALLET = 'Link this wallet to the Telegram account '
const LINK_SAFE = 'Link this Safe to the Telegram account '

/** Checks what a key signed, for itself or as one of a Safe's owners. */
export async function checkEvmMessage(
  { message, signature }: OfType<'evm-message'>,
  { wallet, telegramId, multisig }: EvmClaim,
): Promise<Check[]> {
  const statements = [multisig === undefined ? LINK_WALLET : agreeToLink(multisig)]
  const expected = { address: wallet.address, chainId: null, telegramId, statements }
  const check = checkMessage(isSignInMessage(message, expected))
  if (isRefusal(check)) return [check]
  const signer = recoverEvmSigner(textHash(message), hexToBytes(signature))
  return [check, checkThat('signature', signer === wallet.address ? null : 'signature-invalid')]
}

function agreeToLink(multisig: string): string {
  const [, chainId = '', address = ''] = multisig.split(':')
  return `As one of its owners, agree to link Safe ${address} on chain ${chainId} to the Telegram accounts of the owners who agree, yours being the Telegram account `
}

/** Checks what a contract accepted. Only its chain can say whether it did. */
export async function checkEvmContract(
  evidence: OfType<'evm-contract'>,
  claim: EvmClaim,
  chain: ProofChain,
): Promise<Check[]> {
  const check = checkMessage(isAccountMessage(evidence, claim))
  if (isRefusal(check)) return [check]
  const { address, chainId } = claim.wallet
  const question = {
    chainId,
    address,
    hash: textHash(evidence.message),
    signature: evidence.signature,
  }
  const then = await chain.acceptsSignature({ ...question, at: evidence.block })
  const acceptance = checkAcceptance('acceptance', then)
  if (isRefusal(acceptance)) return [check, acceptance]
  const now = await chain.acceptsSignature({ ...question, at: 'latest' })
  return [check, acceptance, checkAcceptance('acceptance-now', now)]
}

function checkAcceptance(check: CheckName, answer: boolean | Unanswered): Check {
  if (answer === 'unanswered') return open(check)
  return checkThat(check, answer ? null : 'signature-refused')
}

/** Checks what the owners of a Safe signed. */
export async function checkSafe(
  evidence: OfType<'safe'>,
  claim: EvmClaim,
  chain: ProofChain,
): Promise<CheckedOwners> {
  const { wallet } = claim
  const check = checkMessage(isAccountMessage(evidence, claim))
  if (isRefusal(check)) return { checks: [check], now: null }
  const signatures = checkSafeSignatures(wallet, evidence)
  if (isRefusal(signatures)) return { checks: [check, signatures], now: null }
  const { block, owners, threshold } = evidence
  const read = (at: At<EvmBlock>) => chain.readSafe({ ...wallet, at })
  const signers = evidence.signatures.map(({ owner }) => owner)
  const answers = [await read(block), await read('latest')] as const
  const { checks, now } = checkOwners({ owners, threshold, signers }, answers)
  return { checks: [check, signatures, ...checks], now }
}

/** Whether it is the message that a contract, or a Safe, was asked to accept. */
function isAccountMessage(
  { message }: { message: string },
  { wallet, telegramId }: EvmClaim,
): boolean {
  const { address, chainId } = wallet
  const statements = [LINK_WALLET, LINK_SAFE]
  return isSignInMessage(message, { address, chainId, telegramId, statements })
}

function checkMessage(agrees: boolean): Check {
  return checkThat('message', agrees ? null : 'message-differs')
}
