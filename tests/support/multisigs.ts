import type { InferOutput } from 'valibot'
import type { Safe, TonMultisigSchema } from '#shared/multisig.ts'
import type { EvmWallet } from '#shared/wallet.ts'
import { EVM_WALLET, NOW } from './sample-data.ts'

const JUST_NOW = new Date(NOW - 2_000).toISOString()

/** A Safe 2 of 3 on Base. */
export const SAFE: Safe = {
  id: 'safesafesafesafesafesa',
  family: 'evm',
  kind: 'safe',
  chainId: 8453,
  address: '0x5AFE000000000000000000000000000000005afE',
  version: '1.4.1',
  threshold: 2,
  ownerCount: 3,
  modules: 0,
  guard: false,
  canSign: true,
  checkedAt: JUST_NOW,
}

/** A TON multisig 2 of 3. */
export const TON_MULTISIG: InferOutput<typeof TonMultisigSchema> = {
  id: 'tonmultisigtonmultisig',
  family: 'ton',
  kind: 'multisig-v2',
  network: '-239',
  address: `0:${'a7'.repeat(32)}`,
  threshold: 2,
  ownerCount: 3,
  proposers: 0,
  checkedAt: JUST_NOW,
}

const LINKED_SAFE = {
  id: SAFE.id,
  threshold: 2,
  ownerCount: 3,
  version: SAFE.version,
  modules: 0,
  guard: false,
  checkedAt: JUST_NOW,
}

/** {@link SAFE}, linked. */
export const SAFE_WALLET: EvmWallet = {
  ...EVM_WALLET,
  id: 'safewalletsafewalletsa',
  address: SAFE.address,
  chainId: SAFE.chainId,
  kind: 'safe',
  level: 'account',
  binding: 'hash',
  keySource: 'contract',
  multisig: LINKED_SAFE,
}
