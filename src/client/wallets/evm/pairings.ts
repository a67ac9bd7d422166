import { EVM_ATTEMPT_TTL_MS } from '#shared/limits.ts'
import type { Pairing, Pending } from './evm-memory.ts'
import type { EvmState } from './evm-state.ts'
import type { Library } from './library.ts'
import type { WalletConnect } from './wallet-connect.ts'

/** A link that has less time left than this is replaced, in milliseconds. */
const LEAST_TIME_MS = 60_000
/** When the next link is tried for after one that could not be had, in milliseconds. */
const RETRY_MS = 15_000

export type PairingsOptions = {
  state: EvmState
  library: Library<WalletConnect>
  now: () => number
  /** The link has been replaced. */
  onLink: (uri: string) => void
}

/** How long the newest link can still be used, in milliseconds. */
function timeLeftOf(pending: Pending | null, now: number): number {
  return (pending?.pairings.at(-1)?.expiresAt ?? 0) - now
}

/** What waits for a wallet, with the newest link, and the older ones that can still be used. */
function withPairing(pending: Pending, pairing: Pairing, now: number): Pending {
  const live = pending.pairings.filter(({ expiresAt }) => expiresAt > now)
  return { ...pending, pairings: [...live, pairing] }
}

/** The link through which a wallet connects: there before the tap, and replaced before it expires. */
export function createPairings({ state, library, now, onLink }: PairingsOptions) {
  const timeLeft = () => timeLeftOf(state.pending(), now())
  let run = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let renewing: Promise<void> | null = null

  async function prepare(attemptId: string): Promise<void> {
    const walletConnect = await library.load()
    if (state.pending()?.attemptId === attemptId) return keepFresh()
    giveUp()
    const mine = run
    state.reset()
    await walletConnect.leaveAll()
    const pairing = await walletConnect.pair(attemptId)
    if (mine !== run) return
    const createdAt = now()
    state.keepPending({ attemptId, pairings: [pairing], wallet: null, walletApp: null, createdAt })
    schedule()
  }

  function giveUp(): void {
    run += 1
    clearTimeout(timer)
    void library.current()?.dropPairings()
  }

  /** Replaces the link where it is time to. */
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
    const attemptId = state.pending()?.attemptId
    if (attemptId === undefined) return
    try {
      const pairing = await (await library.load()).pair(attemptId)
      const pending = state.pending()
      if (mine !== run || pending === null) return
      state.keepPending(withPairing(pending, pairing, now()))
      onLink(pairing.uri)
    } catch {
      if (mine === run && state.pending() !== null && timeLeft() <= 0)
        state.fail('evm-pairing-expired')
    }
  }

  function schedule(): void {
    clearTimeout(timer)
    if (state.pending() === null) return
    timer = setTimeout(() => void keepFresh(), Math.max(timeLeft() - LEAST_TIME_MS, RETRY_MS))
  }

  return { prepare, giveUp, keepFresh, renew }
}
