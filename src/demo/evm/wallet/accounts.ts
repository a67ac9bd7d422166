import { type Address, type Hex, keccak256, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { TREASURY_PEOPLE, type TreasuryPerson, treasuryKey } from '../treasury-keys.ts'

/** Accounts of the person who holds the seed. */
export const OWN_KINDS = ['main', 'second', 'safe'] as const
/** Accounts that every demo wallet holds, so every user may act as any owner of the treasury, or as the treasury. */
export const SHARED_KINDS = [...TREASURY_PEOPLE, 'treasury'] as const

export type EvmAccountKind = (typeof OWN_KINDS)[number] | (typeof SHARED_KINDS)[number]

type AccountLocation = {
  address: Address
  /** A contract account is on one chain; the address of a key is on every chain. */
  chainIds: readonly number[]
}

/** An account with one signing key. The wallet's Safe has the key of its only owner. */
export type KeyedAccount = AccountLocation & { kind: Exclude<EvmAccountKind, 'treasury'>; key: Hex }

export type DemoEvmAccount = KeyedAccount | (AccountLocation & { kind: 'treasury' })

/** The accounts that are the addresses of keys. @param chainIds chains that the wallet offers */
export function keyAccounts(seed: string, chainIds: readonly number[]): KeyedAccount[] {
  const own = (['main', 'second'] as const).map((kind) => ({ kind, key: deriveKey(seed, kind) }))
  return [...own, ...TREASURY_PEOPLE.map(sharedKey)].map(({ kind, key }) => {
    return { kind, address: privateKeyToAddress(key), chainIds, key }
  })
}

function sharedKey(kind: TreasuryPerson) {
  return { kind, key: treasuryKey(kind) }
}

/** Key of the one owner of this seed's Safe. */
export function safeOwnerKey(seed: string): Hex {
  return deriveKey(seed, 'safe')
}

/** A key that belongs to no account of this seed's owner. */
export function foreignKey(seed: string): Hex {
  return deriveKey(seed, 'foreign')
}

function deriveKey(seed: string, purpose: string): Hex {
  return keccak256(toHex(`clasp-demo-evm-wallet/${seed}/${purpose}`))
}
