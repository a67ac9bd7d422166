import { toBytes } from '#shared/hex.ts'
import { textHash } from '#shared/safe-message.ts'
import type { At, ProofPorts, SignatureVerdict, Unreachable } from '../chain.ts'
import { type Check, type CheckName, checkThat, isRefusal, open } from '../check.ts'
import type { Evidence, EvmBlock } from '../document.ts'
import type { KeyClaim } from '../key-claim.ts'
import { type NamedEvmWallet, parseAccountId } from '../account-id.ts'
import { type CheckedOwners, checkOwners } from '../owners.ts'
import { checkSafeSignatures } from './check-safe-signatures.ts'
import { recoverEvmSigner } from './evm-signer.ts'
import { readSignInMessage, STATEMENT_STARTS } from './sign-in-message.ts'

type EvmKeyClaim = KeyClaim<NamedEvmWallet>
type OfType<Type extends Evidence['type']> = Extract<Evidence, { type: Type }>

/** Checks what a key signed, for itself or as one of a Safe's owners. */
export async function checkEvmMessage(
  { message, signature }: OfType<'evm-message'>,
  { wallet, telegramId, multisig }: EvmKeyClaim,
  { recoverKey }: ProofPorts['crypto'],
): Promise<Check[]> {
  const statements = getKeyStatements(multisig)
  const expected = { address: wallet.address, chainId: null, telegramId, statements }
  const check = checkMessage(readSignInMessage(message, expected) !== null)
  if (isRefusal(check)) return [check]
  const signer = recoverEvmSigner(textHash(message), toBytes(signature), recoverKey)
  return [check, checkThat('signature', signer === wallet.address ? null : 'signature-invalid')]
}

/** How the statement may start; a multisig that is no Safe has none. */
function getKeyStatements(multisig: string | undefined): string[] {
  if (multisig === undefined) return [STATEMENT_STARTS.wallet]
  const safe = parseAccountId(multisig)
  return safe?.family === 'evm' ? [STATEMENT_STARTS.agree(safe)] : []
}

/** Checks what a contract accepted. Only its chain can say whether it did. */
export async function checkEvmContract(
  evidence: OfType<'evm-contract'>,
  claim: EvmKeyClaim,
  { evm }: Pick<ProofPorts, 'evm'>,
): Promise<Check[]> {
  const check = checkMessage(isAccountMessage(evidence, claim))
  if (isRefusal(check)) return [check]
  const { address, chainId } = claim.wallet
  const { message, signature, block } = evidence
  const query = { address, hash: textHash(message), signature }
  const then = await evm.isValidSignature(chainId, query, block)
  const acceptance = checkAcceptance('acceptance', then)
  if (isRefusal(acceptance)) return [check, acceptance]
  const now = await evm.isValidSignature(chainId, query, 'latest')
  return [check, acceptance, checkAcceptance('acceptance-now', now)]
}

function checkAcceptance(check: CheckName, answer: SignatureVerdict | Unreachable): Check {
  if (answer === 'unreachable') return open(check)
  return checkThat(check, answer === 'accepted' ? null : 'signature-refused')
}

/** Checks what the owners of a Safe signed. */
export async function checkSafe(
  evidence: OfType<'safe'>,
  claim: EvmKeyClaim,
  { evm, crypto }: Omit<ProofPorts, 'ton'>,
): Promise<CheckedOwners> {
  const { wallet } = claim
  const check = checkMessage(isAccountMessage(evidence, claim))
  if (isRefusal(check)) return { checks: [check], now: null }
  const signatures = checkSafeSignatures(wallet, evidence, crypto)
  if (isRefusal(signatures)) return { checks: [check, signatures], now: null }
  const { block, owners, threshold } = evidence
  const read = (at: At<EvmBlock>) => evm.readSafe(wallet.chainId, wallet.address, at)
  const signers = evidence.signatures.map(({ owner }) => owner)
  const answers = [await read(block), await read('latest')] as const
  const { checks, now } = checkOwners({ owners, threshold, signers }, answers)
  return { checks: [check, signatures, ...checks], now }
}

/** Whether it is the message that a contract, or a Safe, was asked to accept. */
function isAccountMessage(
  { message }: { message: string },
  { wallet, telegramId }: EvmKeyClaim,
): boolean {
  const { address, chainId } = wallet
  const statements = [STATEMENT_STARTS.wallet, STATEMENT_STARTS.safe]
  return readSignInMessage(message, { address, chainId, telegramId, statements }) !== null
}

function checkMessage(agrees: boolean): Check {
  return checkThat('message', agrees ? null : 'message-differs')
}
