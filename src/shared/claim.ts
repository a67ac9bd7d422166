import { isReportedKey, type KeySource, type Level } from './wallet.ts'

/**
 * What the proof of a wallet shows now, never more. `key`: its holder controls it · `reported`: the same, if one TON
 * server named the right key · `contract`: a contract accepted a signature · `owners`: a Safe accepted what its owners
 * signed · `quorum`: enough owners agreed, the holder among them · `owner`: the holder is one of the owners, which is
 * no control · `stale`: nothing that holds now.
 */
export type WalletClaim = 'key' | 'reported' | 'contract' | 'owners' | 'quorum' | 'owner' | 'stale'

/** What decides the claim of a wallet. */
export type ClaimGrounds = {
  level: Level
  kind: string
  keySource: KeySource
  /** Null while the proof holds. */
  staleAt: unknown
  /** How many of its owners must agree; null for a wallet that is not a multisig, or whose owners are not known. */
  multisig: object | null
}

export function getClaim({ level, kind, keySource, staleAt, multisig }: ClaimGrounds): WalletClaim {
  if (staleAt !== null) return 'stale'
  const areOwnersKnown = multisig !== null
  switch (level) {
    case 'key':
      return isReportedKey({ keySource }) ? 'reported' : 'key'
    case 'account':
      return kind === 'safe' && areOwnersKnown ? 'owners' : 'contract'
    case 'quorum':
      return areOwnersKnown ? 'quorum' : 'owner'
    case 'signer':
      return 'owner'
  }
}

/** Whether the claim carries a tick: it holds now, and rests on no single source. */
export function isProven(claim: WalletClaim): boolean {
  return claim !== 'stale' && claim !== 'reported'
}
