import { type Hex, hashMessage, isAddressEqual, slice } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { treasuryKey } from '../treasury-keys.ts'
import type { DemoEvmAccount } from './accounts.ts'
import type { SignBehaviour } from './behaviour.ts'
import type {
  SafeMessageRequest,
  SigningRequest,
  EvmTextRequest,
  SafeMessageData,
} from './signing-request.ts'
import type { TreasuryPort, SafeTreasuryTerms } from './treasury-port.ts'
import type { EvmWalletOutcome, CollectingView } from './wallet-view.ts'
import { signAsSafe } from '../sign-as-safe.ts'

type SigningCase<Request = SigningRequest> = {
  request: Request
  /** Undefined for an address that the wallet does not have. */
  account: DemoEvmAccount | undefined
  behaviour: SignBehaviour
  treasury: TreasuryPort | null
  foreignKey: Hex
}

export type RpcError = { code: number; message: string }

export type RpcAnswer = { result: string } | { error: RpcError }

/** Wallets' errors instead of a signature, with codes of JSON-RPC, EIP-1193 and WalletConnect. */
export const RPC_ERRORS = {
  malformed: { code: -32_602, message: 'Invalid parameters.' },
  rejected: { code: 4001, message: 'User rejected the request.' },
  /** From a wallet whose session allows the method. */
  unsupported: { code: 4200, message: 'The method is not supported.' },
  /** For a method that is not in the session. */
  notGranted: { code: 5101, message: 'Unsupported methods.' },
} as const satisfies Record<string, RpcError>

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

type TextSigning = {
  text: string
  account: DemoEvmAccount
  /** Private keys of those who sign: of the account itself, or of owners of the Safe that it is. */
  keys: readonly Hex[]
  /** Of a contract account: the chain that it is asked on. */
  chainId: number
  behaviour: SignBehaviour
  foreignKey: Hex
}

/** The wallet's signature of a text, with the faults of the behaviour. */
async function signText({ behaviour, ...signing }: TextSigning): Promise<Hex> {
  if (behaviour === 'altered-text') return sign({ ...signing, text: altered(signing.text) })
  if (behaviour === 'wrong-key') return sign({ ...signing, keys: [signing.foreignKey] })
  return madeUpSignature(behaviour) ?? sign(signing)
}

type Plain = Pick<TextSigning, 'text' | 'account' | 'chainId' | 'keys'>

async function sign({ text, account: { kind, address }, chainId, keys }: Plain): Promise<Hex> {
  if (kind === 'safe' || kind === 'treasury') return signAsSafe({ chainId, address }, text, keys)
  const [key] = keys
  if (key === undefined) throw new Error('An account of a key has one')
  return privateKeyToAccount(key).signMessage({ message: text })
}

/** The first letter becomes another one. */
export function altered(text: string): string {
  return text.replace(/[a-z]/i, (letter) => (letter === 'x' ? 'y' : 'x'))
}

type SafeSigning = {
  data: SafeMessageData
  key: Hex
  behaviour: SignBehaviour
  foreignKey: Hex
}

/** Where no Safe is. */
const OTHER_SAFE: Hex = '0x00000000000000000000000000000000000050fe'

/** One owner's signature of a Safe's message, with the faults of the behaviour. */
async function signSafeMessage({ behaviour, ...signing }: SafeSigning): Promise<Hex> {
  const { data, key, foreignKey } = signing
  const { domain, message } = data
  switch (behaviour) {
    case 'wrong-key':
      return signData(data, foreignKey)
    case 'altered-message':
      return signData({ ...data, message: { message: otherHash(message.message) } }, key)
    case 'for-other-safe':
      return signData({ ...data, domain: { ...domain, verifyingContract: OTHER_SAFE } }, key)
    case 'for-other-chain':
      return signData({ ...data, domain: { ...domain, chainId: domain.chainId + 1 } }, key)
    case 'recovery-id':
      return withRecoveryId(await signData(data, key))
    default:
      return madeUpSignature(behaviour) ?? signData(data, key)
  }
}

function signData(data: SafeMessageData, key: Hex): Promise<Hex> {
  // With types that come from outside there is nothing for viem to infer.
  return privateKeyToAccount(key).signTypedData<Record<string, unknown>, string>(data)
}

/** With another first byte. */
function otherHash(message: Hex): Hex {
  return message.startsWith('0xa5') ? `0x5a${message.slice(4)}` : `0xa5${message.slice(4)}`
}

/** Ends with 0 or 1 in place of 27 or 28. */
function withRecoveryId(signature: Hex): Hex {
  const last = slice(signature, -1) === '0x1b' ? '00' : '01'
  return `${slice(signature, 0, -1)}${last}`
}

const KEY_SIGNATURE_BYTES = 65
/** More than any server takes: 17 KiB. */
const OVERSIZED_BYTES = 17 * 1024

/** The wallet's answer where it signs nothing; null where it signs. */
function madeUpSignature(behaviour: SignBehaviour): Hex | null {
  switch (behaviour) {
    case 'garbage-signature':
      return `0x${'a5'.repeat(KEY_SIGNATURE_BYTES)}`
    case 'empty-signature':
      return '0x'
    case 'oversized-signature':
      return `0x${'a5'.repeat(OVERSIZED_BYTES)}`
    default:
      return null
  }
}

/** Whether owners sign one after another before the app gets its answer, as in Safe{Wallet}. */
export function isCollected(behaviour: SignBehaviour): boolean {
  return COLLECTED.has(behaviour)
}

const COLLECTED: ReadonlySet<SignBehaviour> = new Set([
  'honest',
  'wait-5-seconds',
  'wait-until-asked',
  'drop-relay',
  'silence-relay',
])

type Start = { request: EvmTextRequest; behaviour: SignBehaviour; terms: SafeTreasuryTerms }

/** Nobody has signed yet. */
export function startCollecting(start: Start): CollectingView {
  return { screen: 'collecting', ...start, signed: [], next: start.terms.owners[0] ?? null }
}

/** The next owner signs and sends the signature to the Transaction Service. */
export async function collectNext(
  treasury: TreasuryPort,
  view: CollectingView,
): Promise<CollectingView> {
  const { next, terms, request } = view
  if (next === null) return view
  const { text } = request
  await treasury.gather({
    terms,
    text,
    signature: await signAsSafe(terms, text, [treasuryKey(next)]),
  })
  const signed = [...view.signed, next]
  const left = terms.owners.find((owner) => !signed.includes(owner)) ?? null
  return { ...view, signed, next: signed.length < terms.threshold ? left : null }
}

/** Owners sign until the threshold is reached. */
async function collectAll(treasury: TreasuryPort, view: CollectingView): Promise<void> {
  const { next } = view
  if (next !== null) await collectAll(treasury, await collectNext(treasury, view))
}
