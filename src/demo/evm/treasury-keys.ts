import { type Address, type Hex, keccak256, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

/** The three first owners of the demo's treasury, and one who can replace an owner. */
export const TREASURY_PEOPLE = ['owner1', 'owner2', 'owner3', 'spare'] as const
export type TreasuryPerson = (typeof TREASURY_PEOPLE)[number]

/** The first owners, in the chain's order. */
export const TREASURY_OWNERS = ['owner1', 'owner2', 'owner3'] as const

export const TREASURY_THRESHOLD = 2

/** The key is the same in every demo world, so it protects nothing. */
export function treasuryKey(person: TreasuryPerson): Hex {
  return keccak256(toHex(`clasp-demo-treasury/${person}`))
}

export function treasuryAddress(person: TreasuryPerson): Address {
  return privateKeyToAddress(treasuryKey(person))
}
