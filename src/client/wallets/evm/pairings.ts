import { EVM_ATTEMPT_TTL_MS } from '#shared/limits.ts'
import type { SignInTerms } from '#shared/sign-in.ts'
import { withinTime } from '../within-time.ts'
import type { ProofRequest } from '../wallet-connector.ts'
import {
  getTopic,
  type Pairing,
  type PendingConnection,
  type PendingPairing,
} from './evm-memory.ts'
import type { EvmState } from './evm-state.ts'
import type { WalletLibrary } from './library.ts'
import type { WalletConnect } from './wallet-connect.ts'

/** A link that has less time left than this is replaced, in milliseconds. */
const LEAST_TIME_MS = 60_000
/** How long to wait for a link with a sign-in when one without it is ready, in milliseconds. */
const SIGN_IN_TIMEOUT_MS = 1_000
/** When to try again after a link could not be made, in milliseconds. */
const RETRY_MS = 15_000

type AccountRequest = Extract<ProofRequest, { family: 'evm' }>

export type PairingsOptions = {
  state: EvmState
  library: WalletLibrary<WalletConnect>
  now: () => number
  /** The link has been replaced. */
  onLink: (uri: string) => void
  /** The wallet has connected too late, or not at all. */
  onExpired: () => void
}

/** How long the newest link can still be used, in milliseconds. */
function getTimeLeft(pending: PendingPairing | null, now: number): number {
  return (pending?.pairings.at(-1)?.expiresAt ?? 0) - now
}

/** How long nothing needs to be done for what is pending, in milliseconds. */
function getDelay(pending: PendingConnection, now: number): number {
  const left =
    pending.stage === 'pairing'
      ? getTimeLeft(pending, now) - LEAST_TIME_MS
      : pending.createdAt + EVM_ATTEMPT_TTL_MS - now
  return Math.max(left, RETRY_MS)
}

function expire({ state, onExpired }: PairingsOptions, { stage }: PendingConnection): void {
  state.fail(stage === 'pairing' ? 'evm-pairing-expired' : 'attempt-expired')
  onExpired()
}

function pendingFor(
  { attemptId, wanted = [] }: AccountRequest,
  { pairing, ...made }: Pick<PendingPairing, 'signIn' | 'createdAt'> & { pairing: Pairing },
): PendingPairing {
  const asked = { attemptId, wanted: [...wanted], ...made }
  return { ...asked, stage: 'pairing', pairings: [pairing], wallet: null, walletApp: null }
}

/** The pending connection with the newest link, and the older links that can still be used. */
function withPairing(pending: PendingPairing, pairing: Pairing, now: number): PendingPairing {
  const live = pending.pairings.filter(({ expiresAt }) => expiresAt > now)
  return { ...pending, pairings: [...live, pairing] }
}

/** Whether the pending connection is for the same attempt, which from now on wants these addresses. */
function isResumed(state: EvmState, { attemptId, wanted = [] }: AccountRequest): boolean {
  const pending = state.pairing()
  if (pending?.attemptId !== attemptId) return false
  state.keepPending({ ...pending, wanted: [...wanted] })
  return true
}

async function findUsable(
  making: Promise<Pairing> | null,
  now: () => number,
): Promise<Pairing | null> {
  const made = await making
  return made !== null && made.expiresAt - now() >= LEAST_TIME_MS ? made : null
}

/** The link with a sign-in; the other one if that fails, or takes so long that the member's tap is forgotten. */
function orElse(signingIn: Promise<Pairing>, spare: Pairing): Promise<Pairing> {
  return withinTime(signingIn, SIGN_IN_TIMEOUT_MS).catch(() => spare)
}

/** A link for the next attempt, made while the member reads. It asks for no sign-in, which needs the attempt. */
function createNextPairing({ state, library, now }: Omit<PairingsOptions, 'onLink' | 'onExpired'>) {
  let making: Promise<Pairing> | null = null

  return {
    async warmUp(): Promise<void> {
      const walletConnect = await library.load()
      if (state.pairing() !== null) return
      making ??= walletConnect.pair(null)
      try {
        await making
      } catch (error) {
        making = null
        throw error
      }
    },
    /** The prepared link, or a new one if it is about to expire, or if the wallet may sign in. */
    async take(walletConnect: WalletConnect, signIn: SignInTerms | null): Promise<Pairing> {
      const preparing = findUsable(making, now)
      making = null
      // The library opens two connections to the relay if the first two links are made at the same time.
      const prepared = await preparing
      if (signIn === null) return prepared ?? walletConnect.pair(null)
      const signingIn = walletConnect.pair(signIn)
      return prepared === null ? signingIn : orElse(signingIn, prepared)
    },
    drop: () => void (making = null),
  }
}

/** Whether the newest link is about to expire, or is one that a wallet has answered or the library has lost. */
function isSpent({ library, now }: PairingsOptions, pending: PendingConnection): boolean {
  if (pending.stage !== 'pairing') return false
  const newest = pending.pairings.at(-1)
  const isClosed = newest && library.current()?.isOpen(getTopic(newest)) === false
  return isClosed || getTimeLeft(pending, now()) < LEAST_TIME_MS
}

/** A further link for what is pending. */
async function pairAgain({ state, library }: PairingsOptions): Promise<Pairing> {
  const walletConnect = await library.load()
  return walletConnect.pair(state.pairing()?.signIn ?? null)
}

/** The link through which a wallet connects: ready before the tap, and replaced before it expires. */
export function createPairings(options: PairingsOptions) {
  const { state, library, now } = options
  const timeLeft = () => getTimeLeft(state.pairing(), now())
  let run = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let renewing: Promise<void> | null = null
  const next = createNextPairing(options)

  async function prepare(request: AccountRequest): Promise<void> {
    const wallets = await library.load()
    if (isResumed(state, request)) return keepFresh()
    if (state.pairing() !== null) giveUp()
    run += 1
    const mine = run
    state.reset()
    const signIn = (state.maySignIn() && request.signIn) || null
    const [pairing] = await Promise.all([next.take(wallets, signIn), wallets.leaveAll()])
    if (mine !== run) return
    state.keepPending(pendingFor(request, { pairing, signIn, createdAt: now() }))
    schedule()
  }

  function giveUp(): void {
    run += 1
    next.drop()
    clearTimeout(timer)
    void library.current()?.dropPairings()
  }

  /** Replaces the link when it is due, and ends what has waited for too long. */
  async function keepFresh(): Promise<void> {
    const pending = state.pending()
    if (pending === null) return
    if (now() - pending.createdAt >= EVM_ATTEMPT_TTL_MS) return expire(options, pending)
    if (isSpent(options, pending)) await renew()
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
      const pairing = await pairAgain(options)
      const pending = state.pairing()
      if (mine !== run || pending === null) return
      state.keepPending(withPairing(pending, pairing, now()))
      options.onLink(pairing.uri)
    } catch {
      const isLost = mine === run && state.pairing() !== null && timeLeft() <= 0
      if (isLost) state.fail('evm-pairing-expired')
    }
  }

  function schedule(): void {
    clearTimeout(timer)
    const pending = state.pending()
    if (pending !== null) timer = setTimeout(() => void keepFresh(), getDelay(pending, now()))
  }

  return { warmUp: () => next.warmUp(), prepare, giveUp, keepFresh, renew }
}
