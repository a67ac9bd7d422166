import * as v from 'valibot'
import { TelegramIdSchema } from '../../user.ts'
import { WalletSchema } from '../../wallet.ts'

/** A member to the owner's code. `id` is ours, means nothing elsewhere and outlives the account's deletion. */
export const HostUserSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  /** Null once the member has deleted everything. */
  telegramId: v.nullable(TelegramIdSchema),
})
export type HostUser = v.InferOutput<typeof HostUserSchema>

/** A linked wallet without what the member wrote for themselves. */
export const HostWalletSchema = v.object({
  ...v.omit(WalletSchema, ['label']).entries,
  /** The address as people write it. TON: the friendly form, not bounceable. */
  displayAddress: v.string(),
})
export type HostWallet = v.InferOutput<typeof HostWalletSchema>

/** A linked wallet and whose it is. */
export const HeldWalletSchema = v.object({ ...HostWalletSchema.entries, user: HostUserSchema })
export type HeldWallet = v.InferOutput<typeof HeldWalletSchema>
