import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { tonChainId } from '#proof/account-id.ts'
import { parseTonAddress, type TonAddress } from '#shared/ton-address.ts'
import type { TonWalletKind } from '#shared/wallet.ts'
import type { ProofPorts, TonKeyAnswer } from '../chain.ts'
import { type Check, checkThat, failed, isRefusal, open, passed } from '../check.ts'
import { commitToAccount } from '../commitment.ts'
import type { ChainKey, TonEvidence } from '../document.ts'
import type { KeyClaim } from '../key-claim.ts'
import type { NamedTonWallet } from '../account-id.ts'
import { tonProofDigest, tonTextDigest } from './digests.ts'
import { findKey, getWalletKind, type KeyPlace } from './find-key.ts'
import { readStateInit } from './read-state-init.ts'
import { isTonText } from './ton-text.ts'

/** What a StateInit says of the account whose address it hashes to. */
type ReadTonAccount = { kind: TonWalletKind; key: KeyPlace }

/** `account`: null where no check got as far as that. */
export type CheckedTon = { checks: Check[]; account: ReadTonAccount | null }

/** Checks what the key of a TON wallet signed: a ton_proof, or a text. Stops at the first check that fails. */
export async function checkTon(
  evidence: TonEvidence,
  claim: KeyClaim<NamedTonWallet>,
  { ton, crypto }: Omit<ProofPorts, 'evm'>,
): Promise<CheckedTon> {
  const { domain, nonce } = evidence
  const { wallet } = claim
  const committed = { ...claim, chain: tonChainId(wallet.network), domain, nonce }
  const payload = commitToAccount(committed, crypto.hashText)
  const checks: Check[] = []
  if (evidence.type === 'ton-text') {
    const isAsked = isTonText(evidence.text, { ...claim, domain, payload })
    checks.push(checkThat('text', isAsked ? null : 'text-differs'))
    if (!isAsked) return { checks, account: null }
  }
  const stateInit = readStateInit(crypto.decodeBase64(evidence.stateInit), crypto.sha256)
  const address = parseTonAddress(wallet.address)
  if (stateInit === null || stateInit.hash !== address?.hash) {
    const reason = stateInit ? 'state-init-of-another-account' : 'state-init-malformed'
    return { checks: [...checks, failed('state-init', reason)], account: null }
  }
  const account = { kind: getWalletKind(stateInit), key: findKey(stateInit) }
  const key = await checkKey(account.key, evidence.chainKey, { wallet, ton })
  checks.push(passed('state-init'), key)
  if (!isRefusal(key)) {
    const isSigned = isSignedByKey(evidence, payload, { account, address, crypto })
    checks.push(checkThat('signature', isSigned ? null : 'signature-invalid'))
  }
  return { checks, account }
}

/** A key that can be replaced, and the key of unknown code, must come from the chain; no other may. */
async function checkKey(
  place: KeyPlace,
  chainKey: ChainKey | undefined,
  { wallet, ton }: { wallet: NamedTonWallet; ton: ProofPorts['ton'] },
): Promise<Check> {
  if (place.at === 'data')
    return checkThat('key', chainKey === undefined ? null : 'key-not-expected')
  if (place.at === 'nowhere') {
    const reason = chainKey === undefined ? place.reason : 'key-not-expected'
    return failed('key', reason)
  }
  if (chainKey === undefined) return failed('key', 'key-missing')
  if (!chainKey.deployed && place.initial !== chainKey.publicKey)
    return failed('key', 'key-differs')
  const answer = await ton.accountKey(wallet.address, chainKey.block ?? 'latest')
  if (answer.status === 'unreachable' || answer.status === 'disagreement') return open('key')
  return checkThat('key', confirmsKey(answer, chainKey) ? null : 'key-differs')
}

function confirmsKey(answer: TonKeyAnswer, { deployed, publicKey }: ChainKey): boolean {
  if (answer.status === 'active') return deployed && bytesToHex(answer.publicKey) === publicKey
  return !deployed && answer.status === 'inactive'
}

function isSignedByKey(
  evidence: TonEvidence,
  payload: string,
  {
    account,
    address,
    crypto,
  }: { account: ReadTonAccount; address: TonAddress; crypto: ProofPorts['crypto'] },
): boolean {
  const publicKey = getSigningKey(account, evidence)
  const message =
    evidence.type === 'ton-text'
      ? tonTextDigest(address, evidence, crypto.sha256)
      : tonProofDigest(address, { ...evidence, payload }, crypto.sha256)
  const signature = crypto.decodeBase64(evidence.signature)
  return (
    publicKey !== null &&
    crypto.isEd25519Signature({ publicKey: hexToBytes(publicKey), message, signature })
  )
}

/** The key that must have signed, in hex: the chain's, or the one in the data. Null where there is none. */
export function getSigningKey({ key }: ReadTonAccount, { chainKey }: TonEvidence): string | null {
  return chainKey?.publicKey ?? (key.at === 'data' ? key.publicKey : null)
}
