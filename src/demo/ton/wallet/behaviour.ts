import type { KeyPair } from '@ton/crypto'
import { type TonAccount, accountKey, foreignKey } from './accounts.ts'

/** How the wallet answers a connect request when its owner approves: honestly, late, or with one thing wrong. */
export const BEHAVIOURS = [
  'honest',
  'wait-5-seconds',
  'wait-until-asked',
  'reject',
  'wrong-key',
  'rotated-out-key',
  'wrong-domain',
  'stale-timestamp',
  'future-timestamp',
  'wrong-network',
  'no-proof',
  'no-device',
  'no-texts',
  'garbage-signature',
  'disconnect-afterwards',
] as const

/** The same for a text that it is asked to sign. */
export const TEXT_BEHAVIOURS = [
  'honest',
  'wait-5-seconds',
  'wait-until-asked',
  'reject',
  'wrong-key',
  'rotated-out-key',
  'other-text',
  'wrong-domain',
  'stale-timestamp',
  'future-timestamp',
  'garbage-signature',
  'disconnect-instead',
] as const

export type TextBehaviour = (typeof TEXT_BEHAVIOURS)[number]
export type TonBehaviour = (typeof BEHAVIOURS)[number] | TextBehaviour

export const BEHAVIOUR_LABELS: Record<TonBehaviour, string> = {
  honest: 'Honestly, immediately',
  'wait-5-seconds': 'Honestly, after 5 seconds',
  'wait-until-asked': 'Honestly, when you say so',
  reject: 'Refuse',
  'wrong-key': 'Signed by somebody else’s key',
  'rotated-out-key': 'Signed by the first key',
  'other-text': 'Signed another text',
  'wrong-domain': 'Signed for another site',
  'stale-timestamp': 'Signed an hour ago',
  'future-timestamp': 'Signed an hour ahead',
  'wrong-network': 'From the other network',
  'no-proof': 'Without a proof',
  'no-device': 'Without a word about itself',
  'no-texts': 'As a wallet that signs no texts',
  'garbage-signature': 'With a garbage signature',
  'disconnect-afterwards': 'Honestly, then disconnect',
  'disconnect-instead': 'Not at all: disconnect',
}

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
