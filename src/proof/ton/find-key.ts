import { bytesToHex } from '@noble/hashes/utils'
import type { TonWalletKind } from '#shared/wallet.ts'
import { publicKeyAt, type StateInit, TON_WALLETS } from './state-init.ts'

/** Where the key of an account is, by its StateInit. Keys are 64 hex digits. */
export type KeyPlace =
  /** In the data, and it never changes. */
  | { at: 'data'; publicKey: string }
  /**
   * On the chain, because it can be replaced, or because nobody here knows the code. `initial`: the one that counts while
   * the account is not deployed; null for unknown code
   */
  | { at: 'chain'; initial: string | null }
  /** There is none that may sign. */
  | { at: 'nowhere'; reason: 'key-not-in-data' | 'key-may-not-sign' }

/**
 * Finds the key of an account. Only its extensions control a wallet that starts with its key switched off: the key in
 * its data proves no control. A v5 key that was switched off after deployment goes unnoticed, because of the wallets with
 * known code only those with a replaceable key are looked up on the chain.
 */
export function findKey({ codeHash, data }: StateInit): KeyPlace {
  const code = TON_WALLETS.get(codeHash)
  if (code === undefined) return { at: 'chain', initial: null }
  const key = publicKeyAt(data, code.publicKeyOffset)
  if (code.rotatable) return { at: 'chain', initial: key && bytesToHex(key) }
  if (key === null) return { at: 'nowhere', reason: 'key-not-in-data' }
  const firstBit = (data.bytes[0] ?? 0) >> 7
  const needed = code.firstBitWhenKeySigns
  return needed === null || firstBit === needed
    ? { at: 'data', publicKey: bytesToHex(key) }
    : { at: 'nowhere', reason: 'key-may-not-sign' }
}

/** Which wallet has this code. */
export function getWalletKind({ codeHash }: StateInit): TonWalletKind {
  return TON_WALLETS.get(codeHash)?.kind ?? 'unknown'
}
