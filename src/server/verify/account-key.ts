import type { KeySource, TonWalletKind } from '#shared/wallet.ts'
import { type StateInit, publicKeyAt } from './state-init.ts'
import type { TonChain } from './ton-chain.ts'
import { TON_WALLETS, type TonWalletCode } from './ton-wallets.ts'

export type AccountKeyProblem =
  | 'ton-state-init-malformed'
  | 'ton-key-unknown'
  | 'ton-chain-unreachable'

/** The key that controls an account today, or why none can be named. */
export type AccountKey =
  | { ok: true; publicKey: Buffer; kind: TonWalletKind; keySource: KeySource }
  | { ok: false; code: AccountKeyProblem }

export type Account = {
  /** Raw address. */
  address: string
  /** The StateInit that hashes to the address. */
  stateInit: StateInit
}

/**
 * Names the account's key. A wallet whose key cannot change is answered from its StateInit; a rotatable-key
 * wallet and unknown code are answered by the chain, and a chain that does not answer is never taken for an
 * account that is not deployed.
 */
export async function accountKey(
  { address, stateInit }: Account,
  chain: TonChain,
): Promise<AccountKey> {
  const wallet = TON_WALLETS.get(stateInit.codeHash)
  if (wallet === undefined) return keyOnChain(address, chain)
  const initialKey = keyInStateInit(wallet, stateInit)
  if (!initialKey.ok || !wallet.rotatable) return initialKey
  return keyOfRotatable({ address, initialKey }, chain)
}

/**
 * A wallet that starts with its key switched off is answered by its extensions alone: the key in the data
 * proves no control, so it is not named. (v5 keys may also be switched off later; that is not asked here,
 * as the wallet app still holds the account through its extension.)
 */
function keyInStateInit(wallet: TonWalletCode, { data }: StateInit): AccountKey {
  const publicKey = publicKeyAt(data, wallet.publicKeyOffset)
  if (publicKey === null) return { ok: false, code: 'ton-state-init-malformed' }
  const firstBit = (data.bytes[0] ?? 0) >> 7
  if (wallet.firstBitWhenKeySigns !== null && firstBit !== wallet.firstBitWhenKeySigns) {
    return { ok: false, code: 'ton-key-unknown' }
  }
  return { ok: true, publicKey, kind: wallet.kind, keySource: 'state-init' }
}

type RotatableAccount = { address: string; initialKey: AccountKey & { ok: true } }

async function keyOfRotatable(
  { address, initialKey }: RotatableAccount,
  chain: TonChain,
): Promise<AccountKey> {
  const answer = await chain.accountKey(address)
  switch (answer.status) {
    case 'active':
      return { ...initialKey, publicKey: Buffer.from(answer.publicKey), keySource: 'chain' }
    case 'inactive':
      return { ...initialKey, keySource: 'anchor' }
    case 'no-key':
    case 'frozen':
      return { ok: false, code: 'ton-key-unknown' }
    case 'unreachable':
      return { ok: false, code: 'ton-chain-unreachable' }
  }
}

async function keyOnChain(address: string, chain: TonChain): Promise<AccountKey> {
  const answer = await chain.accountKey(address)
  switch (answer.status) {
    case 'active':
      return {
        ok: true,
        publicKey: Buffer.from(answer.publicKey),
        kind: 'unknown',
        keySource: 'chain',
      }
    case 'no-key':
    case 'inactive':
    case 'frozen':
      return { ok: false, code: 'ton-key-unknown' }
    case 'unreachable':
      return { ok: false, code: 'ton-chain-unreachable' }
  }
}
