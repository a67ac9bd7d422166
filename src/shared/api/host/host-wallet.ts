import * as v from 'valibot'
import { TelegramIdSchema } from '../../user.ts'
import { ChainIdSchema, TonNetworkSchema } from '../../address.ts'
import { EvmWalletSchema, TonWalletSchema } from '../../wallet.ts'

/** A member, for the operator's code. `id` is ours, means nothing elsewhere and outlives the account's deletion. */
export const HostUserSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  /** Null once the member has deleted everything. */
  telegramId: v.nullable(TelegramIdSchema),
})
export type HostUser = v.InferOutput<typeof HostUserSchema>

/** The address in its usual written form. TON: friendly, non-bounceable. EVM: with its checksum. */
const displayAddress = v.string()

/** The account's name in CAIP-10: `tvm:-239:0%3A…`, `eip155:1:0x…`. A key's EVM account is named on chain 1. */
const account = v.string()

const names = { displayAddress, account }
const TonHostWallet = v.object({ ...v.omit(TonWalletSchema, ['label']).entries, ...names })
const EvmHostWallet = v.object({ ...v.omit(EvmWalletSchema, ['label']).entries, ...names })

/** A linked wallet without what the member wrote for themselves. */
export const HostWalletSchema = v.variant('family', [TonHostWallet, EvmHostWallet])
export type HostWallet = v.InferOutput<typeof HostWalletSchema>

/** A multisig that a key signs for: one owner of several. It says nothing about control of the multisig. */
const membership = {
  address: v.string(),
  ...names,
  level: v.literal('signer'),
  threshold: v.number(),
  ownerCount: v.number(),
  checkedAt: v.pipe(v.string(), v.isoTimestamp()),
}
export const HostMembershipSchema = v.variant('family', [
  v.object({ ...membership, family: v.literal('ton'), network: TonNetworkSchema }),
  v.object({ ...membership, family: v.literal('evm'), chainId: ChainIdSchema }),
])
export type HostMembership = v.InferOutput<typeof HostMembershipSchema>

/** Known multisigs that the wallet's key is an owner of: separate from the wallets, so that none is counted as one. */
const signerOf = v.array(HostMembershipSchema)

/** A linked wallet at the time of the request. */
export const ReadWalletSchema = v.variant('family', [
  v.object({ ...TonHostWallet.entries, signerOf }),
  v.object({ ...EvmHostWallet.entries, signerOf }),
])
export type ReadWallet = v.InferOutput<typeof ReadWalletSchema>

/** A linked wallet and its holder. */
export const HeldWalletSchema = v.variant('family', [
  v.object({ ...TonHostWallet.entries, signerOf, user: HostUserSchema }),
  v.object({ ...EvmHostWallet.entries, signerOf, user: HostUserSchema }),
])
export type HostHeldWallet = v.InferOutput<typeof HeldWalletSchema>
