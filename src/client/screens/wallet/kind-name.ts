import type { TonWalletKind } from '#shared/wallet.ts'
import type { AppMessages } from '../../i18n/messages.ts'

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

/** The kind of wallet, as text. */
export function kindName(messages: AppMessages['wallet'], kind: TonWalletKind): string {
  if (kind === 'WalletTg') return messages.kindTelegram
  if (kind === 'unknown') return messages.kindUnknown
  return messages.kindVersion(VERSIONS[kind])
}
