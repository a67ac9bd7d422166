import type { TonWalletKind } from '../shared/wallet.ts'
import type { Messages } from './messages.ts'

/** Names of TON wallets' contracts: the same for the app and the bot. */
export type TonKindMessages = Messages['main']['wallet']['tonKinds']

/** Versions of the wallet contract, as wallets call them. */
const VERSIONS: Record<Exclude<TonWalletKind, 'WalletTg' | 'unknown'>, string> = {
  v1r1: 'v1 R1',
  v1r2: 'v1 R2',
  v1r3: 'v1 R3',
  v2r1: 'v2 R1',
  v2r2: 'v2 R2',
  v3r1: 'v3 R1',
  v3r2: 'v3 R2',
  v4r1: 'v4 R1',
  v4r2: 'v4 R2',
  v5beta: 'W5 beta',
  v5r1: 'W5',
}

/** Such as `TON wallet W5`. */
export function writeTonKind(messages: TonKindMessages, kind: TonWalletKind): string {
  if (kind === 'WalletTg') return messages.telegram
  if (kind === 'unknown') return messages.unknown
  return messages.version(VERSIONS[kind])
}
