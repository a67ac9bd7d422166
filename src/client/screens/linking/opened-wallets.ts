import * as v from 'valibot'
import { type Attempt, AttemptIdSchema } from '#shared/attempt.ts'
import { type Family, WalletIdSchema } from '#shared/wallet.ts'
import type { UserStorage } from '../../api/user-storage.ts'
import type { WalletApp } from '../../wallets/wallet-connector.ts'

const WalletAppSchema = v.object({ appName: v.string(), name: v.string() })

const OpenedSchema = v.object({
  attemptId: AttemptIdSchema,
  /** Null while it is not known which one. */
  app: v.nullable(WalletAppSchema),
  /** Addresses of which one should answer; none for any. */
  wanted: v.array(v.string()),
})
type Opened = v.InferOutput<typeof OpenedSchema>

const ProverSchema = v.object({ walletId: WalletIdSchema, app: WalletAppSchema })
const PROVERS_KEY = 'provers'
const MAX_PROVERS = 50

type AttemptKey = Pick<Attempt, 'id' | 'family'>

/** The wallet apps that this device has opened, also before a reload. */
export type OpenedWallets = ReturnType<typeof createOpenedWallets>

export function createOpenedWallets(storage: UserStorage) {
  const opened = new Map<Family, Opened>()
  let provers = storage.read(PROVERS_KEY, v.array(ProverSchema)) ?? []

  /** The app that was opened last for the attempt, and whose answer was wanted; null if none was opened here. */
  function find({ id, family }: AttemptKey): Opened | null {
    const last = opened.get(family) ?? storage.read(getKey(family), OpenedSchema)
    return last?.attemptId === id ? last : null
  }

  function keep(family: Family, last: Opened): void {
    opened.set(family, last)
    storage.write(getKey(family), last)
  }

  return {
    /** An app, or the list of all, is about to be opened for the attempt. */
    start: ({ id, family }: AttemptKey, wanted: readonly string[]): void =>
      keep(family, { attemptId: id, app: null, wanted: [...wanted] }),
    /** This app has been opened for the attempt, or has answered. */
    note(attempt: AttemptKey, app: WalletApp): void {
      const { id, family } = attempt
      keep(family, { wanted: [], ...find(attempt), attemptId: id, app })
    },
    find,
    /** The attempt has linked its wallet: what was opened for it is known only until the page closes. */
    noteProver(attempt: AttemptKey & Pick<Attempt, 'wallet'>): void {
      const app = find(attempt)?.app ?? null
      storage.remove(getKey(attempt.family))
      if (app === null || attempt.wallet === null) return
      const walletId = attempt.wallet.id
      const others = provers.filter((prover) => prover.walletId !== walletId)
      provers = [{ walletId, app }, ...others].slice(0, MAX_PROVERS)
      storage.write(PROVERS_KEY, provers)
    },
    /** The app that proved this linked wallet last, if it did so on this device. */
    findProver: (walletId: string): WalletApp | null =>
      provers.find((prover) => prover.walletId === walletId)?.app ?? null,
  }
}

function getKey(family: Family): string {
  return `opened/${family}`
}
