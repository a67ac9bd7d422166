import { type Address, type Hex, keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

const ACCOUNT_KINDS = ['main', 'second', 'safe'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** One account of the person who holds the seed. */
export type EvmAccount = {
  kind: AccountKind
  address: Address
  /** A contract account is on one chain; the address of a key is on every chain. */
  chainIds: readonly number[]
  /** What signs: of a Safe, its one owner. */
  key: Hex
}

/** The accounts that are the addresses of keys. @param chainIds chains that the wallet offers */
export function keyAccounts(seed: string, chainIds: readonly number[]): EvmAccount[] {
  return (['main', 'second'] as const).map((kind) => {
    const key = deriveKey(seed, kind)
    return { kind, address: privateKeyToAccount(key).address, chainIds, key }
  })
}

/** Key of the one owner of this seed's Safe. */
export function safeOwnerKey(seed: string): Hex {
  return deriveKey(seed, 'safe')
}

/** A key that has nothing to do with any account of this seed's owner. */
export function foreignKey(seed: string): Hex {
  return deriveKey(seed, 'foreign')
}

function deriveKey(seed: string, purpose: string): Hex {
  return keccak256(toHex(`clasp-demo-evm-wallet/${seed}/${purpose}`))
}
