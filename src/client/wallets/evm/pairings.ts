import { EVM_ATTEMPT_TTL_MS } from '#shared/limits.ts'
import type { Pairing, PendingPairing } from './evm-memory.ts'
import type { EvmState } from './evm-state.ts'
import type { LazyLibrary } from './library.ts'
import type { WalletConnect } from './wallet-connect.ts'

/** A link that has less time left than this is replaced, in milliseconds. */
const LEAST_TIME_MS = 60_000
/** When to try again after a link could not be made, in milliseconds. */
const RETRY_MS = 15_000

export type PairingsOptions = {
  state: EvmState
  library: LazyLibrary<WalletConnect>
  now: () => number
  /** The link has been replaced. */
  onLink: (uri: string) => void
}

/** How long the newest link can still be used, in milliseconds. */
function getTimeLeft(pending: PendingPairing | null, now: number): number {
  return (pending?.pairings.at(-1)?.expiresAt ?? 0) - now
}

function pendingFor(attemptId: string, pairing: Pairing, createdAt: number): PendingPairing {
  return { attemptId, pairings: [pairing], wallet: null, walletApp: null, createdAt }
}

/** The pending connection with the newest link, and the older links that can still be used. */
function withPairing(pending: PendingPairing, pairing: Pairing, now: number): PendingPairing {
  const live = pending.pairings.filter(({ expiresAt }) => expiresAt > now)
  return { ...pending, pairings: [...live, pairing] }
}

/** The link for the next attempt, made while the member reads. */
function createNextPairing({ state, library, now }: Omit<PairingsOptions, 'onLink'>) {
  let making: Promise<Pairing> | null = null

  return {
    async warmUp(): Promise<void> {
      const walletConnect = await library.load()
      if (state.pending() !== null) return
      making ??= walletConnect.pair()
      try {
        await making
      } catch (error) {
        making = null
        throw error
      }
    },
    /** The prepared link, or a new one if it is about to expire. */
    async take(walletConnect: WalletConnect): Promise<Pairing> {
      const made = await making
      making = null
      const isUsable = made !== null && made.expiresAt - now() >= LEAST_TIME_MS
      return isUsable ? made : walletConnect.pair()
    },
    drop: () => void (making = null),
  }
}

/** The link through which a wallet connects: ready before the tap, and replaced before it expires. */
export function createPairings(options: PairingsOptions) {
  const { state, library, now } = options
  const timeLeft = () => getTimeLeft(state.pending(), now())
  let run = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let renewing: Promise<void> | null = null
  const next = createNextPairing(options)

  async function prepare(attemptId: string): Promise<void> {
    const walletConnect = await library.load()
    const pending = state.pending()
    if (pending?.attemptId === attemptId) return keepFresh()
    if (pending !== null) giveUp()
    run += 1
    const mine = run
    state.reset()
    const [pairing] = await Promise.all([next.take(walletConnect), walletConnect.leaveAll()])
    if (mine !== run) return
    state.keepPending(pendingFor(attemptId, pairing, now()))
    schedule()
  }

  function giveUp(): void {
    run += 1
    next.drop()
    clearTimeout(timer)
    void library.current()?.dropPairings()
  }

  /** Replaces the link when it is due. */
  async function keepFresh(): Promise<void> {
    const pending = state.pending()
    if (pending === null) return
    if (now() - pending.createdAt >= EVM_ATTEMPT_TTL_MS) return state.fail('evm-pairing-expired')
    if (timeLeft() < LEAST_TIME_MS) await renew()
    else schedule()
  }

  function renew(): Promise<void> {
    renewing ??= replace().finally(() => {
      renewing = null
      schedule()
    })
    return renewing
  }

  async function replace(): Promise<void> {
    const mine = run
    try {
      const pairing = await (await library.load()).pair()
      const pending = state.pending()
      if (mine !== run || pending === null) return
      state.keepPending(withPairing(pending, pairing, now()))
      options.onLink(pairing.uri)
    } catch {
      const isLost = mine === run && state.pending() !== null && timeLeft() <= 0
      if (isLost) state.fail('evm-pairing-expired')
    }
  }

  function schedule(): void {
    clearTimeout(timer)
    if (state.pending() === null) return
    timer = setTimeout(() => void keepFresh(), Math.max(timeLeft() - LEAST_TIME_MS, RETRY_MS))
  }

  return { warmUp: () => next.warmUp(), prepare, giveUp, keepFresh, renew }
}
