import type { Policy } from '#shared/boot.ts'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Cosignings } from '../multisig/cosignings.ts'
import type { Multisigs } from '../multisig/multisigs.ts'
import type { TelegramChats } from '../requests/telegram-chats.ts'
import type { Store } from '../store/store.ts'
import type { EpochMs } from '../store/database/stored.ts'
import type { EvmChains } from '../chains/evm-chain.ts'
import type { TonChain } from '../chains/ton-chain.ts'

/** Dependencies for linking a wallet. */
export type LinkingDeps = {
  store: Store
  log: Log
  now: () => EpochMs
  policy: Pick<Policy, 'evm' | 'tonText'>
  appName: string
  /** Origin under which members reach us; its host is the domain that wallets sign. */
  publicUrl: string
  tonChain: TonChain
  /** Null where the operator does not offer EVM wallets. */
  evmChains: EvmChains | null
  multisigs: Pick<Multisigs, 'at' | 'readAt'>
  cosignings: Pick<Cosignings, 'checkOwner' | 'confirm'>
  chats: Pick<TelegramChats, 'isMember'>
  metrics: Pick<Metrics, 'proofChecked'>
  /** Called after events were written. */
  onEvent: () => void
}
