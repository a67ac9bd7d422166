import type { ReadWallet } from '#shared/api/host/host-wallet.ts'
import type { Clasp } from './create-clasp.ts'

/** What a context has behind {@link requireWallet}: the sender's wallets that were accepted, the primary one first. */
export type WalletFlavor = { wallets: ReadWallet[] }

/** The part of a context that grammY and Telegraf share. */
type SenderContext = { from?: { id: number } | undefined }

type WalletDemand<Context> = {
  clasp: Pick<Clasp, 'wallets'>
  /** Which wallets count, of those whose proof still holds. @default all */
  accepts?: (wallet: ReadWallet) => boolean
  /** Runs instead of what follows, where the sender has no such wallet. */
  otherwise: (context: Context) => unknown
}

/**
 * Middleware for grammY and Telegraf: what follows runs only for a sender with a linked wallet, which the context then has as
 * `wallets`. Where Clasp does not answer, nothing runs, and the error goes to the bot's error handler.
 */
export function requireWallet<Context extends SenderContext>({
  clasp,
  accepts = () => true,
  otherwise,
}: WalletDemand<Context>): (context: Context, next: () => Promise<void>) => Promise<void> {
  return async (context, next) => {
    const { from } = context
    const linked = from === undefined ? [] : await clasp.wallets(from.id)
    const wallets = linked.filter((wallet) => wallet.staleAt === null && accepts(wallet))
    if (wallets.length === 0) return void (await otherwise(context))
    Object.assign(context, { wallets } satisfies WalletFlavor)
    await next()
  }
}
