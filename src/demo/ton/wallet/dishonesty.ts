import type { KeyPair } from '@ton/crypto'
import { type TonAccount, accountKey, foreignKey } from './accounts.ts'
import type { TonBehaviour } from './behaviour.ts'

const FOREIGN_DOMAIN = 'another-site.example'
const HOUR_S = 3_600
const SIGNATURE_BYTES = 64

type Signer = {
  account: TonAccount
  /** How often the account's key was replaced. */
  rotation: number
}

/** What a behaviour makes wrong in whatever the wallet signs. */
export function signingKey({ account, rotation }: Signer, behaviour: TonBehaviour): KeyPair {
  if (behaviour === 'wrong-key') return foreignKey(account)
  return accountKey(account, behaviour === 'rotated-out-key' ? 0 : rotation)
}

export function signedDomain(domain: string, behaviour: TonBehaviour): string {
  return behaviour === 'wrong-domain' ? FOREIGN_DOMAIN : domain
}

/** In seconds. */
export function signedTime(time: number, behaviour: TonBehaviour): number {
  if (behaviour === 'stale-timestamp') return time - HOUR_S
  return behaviour === 'future-timestamp' ? time + HOUR_S : time
}

/** Base64. */
export function sentSignature(signature: string, behaviour: TonBehaviour): string {
  if (behaviour !== 'garbage-signature') return signature
  return Buffer.alloc(SIGNATURE_BYTES, 0xa5).toString('base64')
}
