import { type Address, type Hex, keccak256, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

/** Three who own the demo's treasury at its start, and one who can take somebody's place. */
export const TREASURY_PEOPLE = ['owner1', 'owner2', 'owner3', 'spare'] as const
export type TreasuryPerson = (typeof TREASURY_PEOPLE)[number]

/** Those who own it at its start, in the chain's order. */
export const TREASURY_OWNERS = ['owner1', 'owner2', 'owner3'] as const

export const TREASURY_THRESHOLD = 2

/** The same in every demo world, and so worth nothing anywhere. */
export function treasuryKey(person: TreasuryPerson): Hex {
  return keccak256(toHex(`clasp-demo-treasury/${person}`))
}

export function treasuryAddress(person: TreasuryPerson): Address {
  return privateKeyToAddress(treasuryKey(person))
}
