import * as v from 'valibot'
import { TelegramIdSchema } from '../../user.ts'
import { EvmWalletSchema, TonWalletSchema } from '../../wallet.ts'

/** A member to the owner's code. `id` is ours, means nothing elsewhere and outlives the account's deletion. */
export const HostUserSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  /** Null once the member has deleted everything. */
  telegramId: v.nullable(TelegramIdSchema),
})
export type HostUser = v.InferOutput<typeof HostUserSchema>

/** The address as people write it. TON: the friendly form, not bounceable. EVM: with its checksum. */
const displayAddress = v.string()

const TonHostWallet = v.object({ ...v.omit(TonWalletSchema, ['label']).entries, displayAddress })
const EvmHostWallet = v.object({ ...v.omit(EvmWalletSchema, ['label']).entries, displayAddress })

/** A linked wallet without what the member wrote for themselves. */
export const HostWalletSchema = v.variant('family', [TonHostWallet, EvmHostWallet])
export type HostWallet = v.InferOutput<typeof HostWalletSchema>

/** A linked wallet and whose it is. */
export const HeldWalletSchema = v.variant('family', [
  v.object({ ...TonHostWallet.entries, user: HostUserSchema }),
  v.object({ ...EvmHostWallet.entries, user: HostUserSchema }),
])
export type HeldWallet = v.InferOutput<typeof HeldWalletSchema>
