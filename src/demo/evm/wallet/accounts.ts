import { type Address, type Hex, keccak256, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { evmChainName } from '#shared/evm-chains.ts'
import { TREASURY_PEOPLE, type TreasuryPerson, treasuryKey } from '../treasury-keys.ts'

export const ACCOUNT_NAMES: Record<EvmAccountKind, string> = {
  main: 'Main',
  second: 'Second',
  safe: 'Safe, 1 of 1',
  owner1: 'Treasury owner 1',
  owner2: 'Treasury owner 2',
  owner3: 'Treasury owner 3',
  spare: 'Spare owner',
  treasury: 'Treasury (as Safe{Wallet} web)',
}

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

/** First six and last four characters of an address. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** Where an account can be used. */
export function accountPlace({ kind, chainIds }: DemoEvmAccount): string {
  const isContract = kind === 'safe' || kind === 'treasury'
  return isContract ? `Contract on ${chainIds.map(evmChainName).join(', ')}` : 'Every chain'
}
