import { type Hex, hashMessage, isAddressEqual } from 'viem'
import { treasuryKey } from '../treasury-keys.ts'
import type { DemoEvmAccount } from './accounts.ts'
import type { SignBehaviour } from './behaviour.ts'
import { collectAll, startCollecting } from './collect-owners.ts'
import { RPC_ERRORS, type RpcAnswer } from './rpc-error.ts'
import { signSafeMessage } from './sign-safe-message.ts'
import { signText } from './sign-text.ts'
import type { SafeMessageRequest, SigningRequest, EvmTextRequest } from './signing-request.ts'
import type { TreasuryPort } from './treasury-port.ts'
import type { EvmWalletOutcome } from './wallet-view.ts'

type SigningCase<Request = SigningRequest> = {
  request: Request
  /** Undefined for an address that the wallet does not have. */
  account: DemoEvmAccount | undefined
  behaviour: SignBehaviour
  treasury: TreasuryPort | null
  foreignKey: Hex
}

/** `rpc` null: the app gets no answer. */
export type SigningAnswer = { outcome: EvmWalletOutcome; rpc: RpcAnswer | null }

const REFUSED: SigningAnswer = { outcome: 'refused', rpc: { error: RPC_ERRORS.malformed } }

/** Makes the wallet's answer after its owner has approved, according to the behaviour. */
export async function answerSigning(signing: SigningCase): Promise<SigningAnswer> {
  const { request, behaviour } = signing
  if (behaviour === 'unsupported-method')
    return { outcome: 'refused', rpc: { error: RPC_ERRORS.unsupported } }
  if (behaviour === 'on-chain') return approveOnChain(signing)
  return request.kind === 'text'
    ? answerText({ ...signing, request })
    : answerSafeMessage({ ...signing, request })
}

async function answerText(signing: SigningCase<EvmTextRequest>): Promise<SigningAnswer> {
  const { request, account, behaviour, treasury, foreignKey } = signing
  if (account === undefined) return REFUSED
  const { text, chainId } = request
  if (account.kind !== 'treasury') {
    const keys = [account.key]
    return signed(await signText({ text, chainId, account, keys, behaviour, foreignKey }))
  }
  if (treasury === null) return REFUSED
  const terms = await treasury.read()
  if (behaviour === 'tab-closed') {
    await collectAll(treasury, startCollecting({ request, behaviour, terms }))
    return { outcome: 'signed-elsewhere', rpc: { error: RPC_ERRORS.rejected } }
  }
  const keys = terms.owners.slice(0, terms.threshold).map(treasuryKey)
  return signed(await signText({ text, chainId, account, keys, behaviour, foreignKey }))
}

async function answerSafeMessage(signing: SigningCase<SafeMessageRequest>): Promise<SigningAnswer> {
  const { request, account, behaviour, foreignKey } = signing
  if (account === undefined || account.kind === 'treasury') return REFUSED
  const { data } = request
  return signed(await signSafeMessage({ data, key: account.key, behaviour, foreignKey }))
}

/** All owners of the treasury approve it together, and the app gets no answer. */
async function approveOnChain({ request, account, treasury }: SigningCase): Promise<SigningAnswer> {
  const terms = await treasury?.read()
  const safe = request.kind === 'text' ? account?.address : request.data.domain.verifyingContract
  if (!terms || !safe || !isAddressEqual(terms.address, safe)) return REFUSED
  const hash = request.kind === 'text' ? hashMessage(request.text) : request.data.message.message
  await treasury?.signOnChain(hash)
  return { outcome: 'signed-elsewhere', rpc: null }
}

function signed(result: Hex): SigningAnswer {
  return { outcome: 'signed', rpc: { result } }
}
