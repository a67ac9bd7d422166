import { Address, beginCell, contractAddress, storeStateInit } from '@ton/core'
import { type KeyPair, keyPairFromSeed, sha256_sync } from '@ton/crypto'
import type { TonNetwork } from '#shared/wallet.ts'
import type { WalletContract } from '../wallet-codes.ts'
import { walletStateInit } from '../wallet-state-init.ts'

export const ACCOUNT_KINDS = ['v5r1', 'v4r2', 'v3r2', 'rotatable'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** One account of the person who holds the seed. */
export type TonAccount = {
  kind: AccountKind
  network: TonNetwork
  /** Raw form. */
  address: string
  /** First state, a base64 bag of cells; its hash is the address. */
  stateInit: string
  seed: string
}

type AccountOptions = {
  kind: AccountKind
  /** Secret from which every key follows, any text. */
  seed: string
  network: TonNetwork
}

export function createAccount({ kind, seed, network }: AccountOptions): TonAccount {
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

const CONTRACTS: Record<AccountKind, WalletContract> = {
  v5r1: 'v5r1',
  v4r2: 'v4r2',
  v3r2: 'v3r2',
  rotatable: 'walletTg',
}

function deriveKey(seed: string, purpose: string): KeyPair {
  return keyPairFromSeed(sha256_sync(`clasp-demo-wallet/${seed}/${purpose}`))
}
