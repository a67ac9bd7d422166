import { Address, beginCell, contractAddress, storeStateInit } from '@ton/core'
import { type KeyPair, keyPairFromSeed, sha256_sync } from '@ton/crypto'
import type { TonNetwork } from '#shared/wallet.ts'
import { type WalletContract, walletStateInit } from '../wallet-state-init.ts'

export const ACCOUNT_NAMES: Record<TonAccountKind, string> = {
  v5r1: 'Wallet v5',
  v4r2: 'Wallet v4',
  v3r2: 'Wallet v3',
  rotatable: 'Rotatable key',
  signer1: 'Signer 1',
  signer2: 'Signer 2',
  signer3: 'Signer 3',
  spare: 'Spare signer',
  proposer: 'Proposer',
}

export const OWN_KINDS = ['v5r1', 'v4r2', 'v3r2', 'rotatable'] as const

/** Accounts that every demo wallet holds, with the same keys: anybody may act as any member of the treasury. */
export const SHARED_KINDS = ['signer1', 'signer2', 'signer3', 'spare', 'proposer'] as const
export type SharedKind = (typeof SHARED_KINDS)[number]

export const ACCOUNT_KINDS = [...OWN_KINDS, ...SHARED_KINDS] as const
export type TonAccountKind = (typeof ACCOUNT_KINDS)[number]

/** One account of the person who holds the seed, or of everybody. */
export type TonAccount = {
  kind: TonAccountKind
  network: TonNetwork
  /** Raw form. */
  address: string
  /** First state, a base64 bag of cells; its hash is the address. */
  stateInit: string
  seed: string
}

type AccountOptions = {
  kind: TonAccountKind
  /** Secret from which every key follows, any text; the shared accounts have one of their own. */
  seed: string
  network: TonNetwork
}

/** The seed is public, so its keys protect nothing. */
const SHARED_SEED = 'shared'

export function createAccount({ kind, seed: own, network }: AccountOptions): TonAccount {
  const seed = isShared(kind) ? SHARED_SEED : own
  const { publicKey } = deriveKey(seed, `${kind}/0`)
  const init = walletStateInit({ contract: CONTRACTS[kind], publicKey, network })
  return {
    kind,
    network,
    address: contractAddress(0, init).toRawString(),
    stateInit: beginCell().store(storeStateInit(init)).endCell().toBoc().toString('base64'),
    seed,
  }
}

/**
 * Key of an account.
 *
 * @param rotation how often the key was replaced; 0 is the key that the address is made from
 */
export function accountKey(account: TonAccount, rotation: number): KeyPair {
  return deriveKey(account.seed, `${account.kind}/${rotation}`)
}

/** A key that has nothing to do with any account of this seed's owner. */
export function foreignKey(account: TonAccount): KeyPair {
  return deriveKey(account.seed, 'foreign')
}

/** Form for people: url-safe, not bounceable. */
export function friendlyAddress(account: TonAccount): string {
  const testOnly = account.network === '-3'
  return Address.parse(account.address).toString({ bounceable: false, testOnly })
}

const CONTRACTS: Record<TonAccountKind, WalletContract> = {
  v5r1: 'v5r1',
  v4r2: 'v4r2',
  v3r2: 'v3r2',
  rotatable: 'walletTg',
  signer1: 'v5r1',
  signer2: 'v5r1',
  signer3: 'v5r1',
  spare: 'v5r1',
  proposer: 'v5r1',
}

function isShared(kind: TonAccountKind): boolean {
  return SHARED_KINDS.some((one) => one === kind)
}

function deriveKey(seed: string, purpose: string): KeyPair {
  return keyPairFromSeed(sha256_sync(`clasp-demo-wallet/${seed}/${purpose}`))
}

/** First and last six characters of a friendly address. */
export function shortAddress(friendly: string): string {
  return `${friendly.slice(0, 6)}…${friendly.slice(-6)}`
}
