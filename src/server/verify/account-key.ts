import type { ChainKey } from '#proof/document.ts'
import type { TonKeySource, TonWalletKind } from '#shared/wallet.ts'
import { type StateInit, publicKeyAt } from '#proof/ton/state-init.ts'
import type { ExclusiveTonChain, TonKeyReport } from './ton-chain.ts'
import { TON_WALLETS, type TonWalletCode } from '#proof/ton/ton-wallets.ts'

type AccountKeyProblem =
  | 'ton-state-init-malformed'
  | 'ton-key-unknown'
  | 'ton-chain-unreachable'
  | 'ton-chain-disagreement'
  | 'busy'

/** The key that controls an account today, or why none can be named. */
export type AccountKey = NamedKey | { ok: false; code: AccountKeyProblem }

type NamedKey = {
  ok: true
  publicKey: Buffer
  kind: TonWalletKind
  keySource: TonKeySource
  /** What the chain said of the key; null if the StateInit alone gives it. */
  chainKey: ChainKey | null
}

export type TonAccountProof = {
  /** Raw address. */
  address: string
  /** The StateInit that hashes to the address. */
  stateInit: StateInit
}

/**
 * Finds the account's key. If the key cannot change, it comes from the StateInit. For a wallet with a rotatable key,
 * and for unknown code, the chain decides. A chain that does not answer is never treated as an account that is not
 * deployed.
 */
export async function accountKey(
  { address, stateInit }: TonAccountProof,
  chain: ExclusiveTonChain,
): Promise<AccountKey> {
  const wallet = TON_WALLETS.get(stateInit.codeHash)
  if (wallet === undefined) return askChain({ address, initial: null }, chain)
  const initial = keyInStateInit(wallet, stateInit)
  return initial.ok && wallet.rotatable ? askChain({ address, initial }, chain) : initial
}

/** Whether only the chain knows the key of an account with this StateInit. */
export function isKeyOnChain({ codeHash }: StateInit): boolean {
  return TON_WALLETS.get(codeHash)?.rotatable ?? true
}

/**
 * Only its extensions control a wallet that starts with its key switched off. The key in its data proves no control, so
 * it is refused. A v5 key that was switched off after deployment goes unnoticed, because of the wallets with known code
 * only those with a rotatable key are looked up on the chain.
 */
function keyInStateInit(wallet: TonWalletCode, { data }: StateInit): AccountKey {
  const publicKey = publicKeyAt(data, wallet.publicKeyOffset)
  if (publicKey === null) return { ok: false, code: 'ton-state-init-malformed' }
  const firstBit = (data.bytes[0] ?? 0) >> 7
  if (wallet.firstBitWhenKeySigns !== null && firstBit !== wallet.firstBitWhenKeySigns) {
    return { ok: false, code: 'ton-key-unknown' }
  }
  return {
    ok: true,
    publicKey: Buffer.from(publicKey),
    kind: wallet.kind,
    keySource: 'state-init',
    chainKey: null,
  }
}

type KeyQuestion = {
  address: string
  /** The key that counts while the account is not deployed; null for unknown code. */
  initial: NamedKey | null
}

async function askChain(
  { address, initial }: KeyQuestion,
  chain: ExclusiveTonChain,
): Promise<AccountKey> {
  const report = await chain.accountKey(address)
  switch (report.status) {
    case 'busy':
      return { ok: false, code: report.status }
    case 'unreachable':
    case 'disagreement':
      return { ok: false, code: `ton-chain-${report.status}` }
    default:
      return nameKey(report, initial) ?? { ok: false, code: 'ton-key-unknown' }
  }
}

type Answered = Extract<TonKeyReport, { isConfirmed: boolean }>

/** Null where neither the chain nor the StateInit gives a key. */
function nameKey(report: Answered, initial: NamedKey | null): NamedKey | null {
  const { isConfirmed } = report
  if (report.status === 'active') {
    const publicKey = Buffer.from(report.publicKey)
    const keySource = isConfirmed ? 'chain-confirmed' : 'chain'
    const kind = initial?.kind ?? 'unknown'
    return { ok: true, publicKey, kind, keySource, chainKey: toChainKey(publicKey, report) }
  }
  if (report.status !== 'inactive' || initial === null) return null
  const keySource = isConfirmed ? 'anchor-confirmed' : 'anchor'
  return { ...initial, keySource, chainKey: toChainKey(initial.publicKey, report) }
}

function toChainKey(publicKey: Buffer, { status, block }: Answered): ChainKey {
  const key = { publicKey: publicKey.toString('hex'), deployed: status === 'active' }
  return block === undefined ? key : { ...key, block }
}
