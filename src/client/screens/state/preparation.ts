import { atom, type ReadableAtom } from 'nanostores'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import type { AttemptClient } from '#shared/client-platform.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { problemCodeOf } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import type { WalletChoice, WalletConnector } from '../../wallets/wallet-connector.ts'
import type { AttemptMemory } from './attempt-memory.ts'
import { isUnanswered } from './attempt-view.ts'

/** How far everything is that must be ready before a tap can open a wallet. */
type PreparationState =
  | { status: 'idle' }
  /** `wanted`: a tap that came early; it opens the wallet as soon as that is possible. */
  | { status: 'preparing'; wanted: WalletChoice | null }
  /** `wanted`: a tap that came so early that the browser wants another one. */
  | { status: 'ready'; attempt: Attempt; wanted: WalletChoice | null }
  | { status: 'failed'; code: ProblemCode }

export type Preparation = {
  state: ReadableAtom<PreparationState>
  /**
   * Makes an attempt, or takes up a live one, and readies the wallets. Does nothing if that is done or under way.
   *
   * @param requestCode the connect request that linking is to answer
   */
  prepare(requestCode?: string): void
  /** The member's choice. Call inside the tap. */
  choose(choice: WalletChoice): void
  /** The attempt is used up: the next one is prepared afresh. */
  reset(): void
}

type Deps = {
  api: Api
  wallets: WalletConnector
  memory: AttemptMemory
  /** The Telegram client that the attempts are made with. */
  client: AttemptClient
  now: () => number
  /** Whether the browser still counts the member's tap as the cause of what happens now. */
  hasGesture: () => boolean
  /** Called right before a wallet, or the list of wallets, is opened for this attempt. */
  onOpening: (attempt: Attempt) => void
  /** Called when the one wallet that needs no list has been opened. */
  onOpened: (attempt: Attempt) => void
}

/** Time that an attempt must have left to be worth beginning, in milliseconds. */
const LEAST_TIME_MS = 60_000

export function createPreparation(deps: Deps): Preparation {
  const state = atom<PreparationState>({ status: 'idle' })
  let run = 0
  let purpose: string | null = null

  async function start(wanted: WalletChoice | null): Promise<void> {
    run += 1
    const mine = run
    state.set({ status: 'preparing', wanted })
    const outcome = await ready(deps, purpose)
    if (mine !== run) return
    if ('code' in outcome) state.set({ status: 'failed', code: outcome.code })
    else becomeReady(outcome.attempt)
  }

  function becomeReady(attempt: Attempt): void {
    const before = state.get()
    const wanted = before.status === 'preparing' ? before.wanted : null
    const canOpen = wanted === 'all-wallets' || deps.hasGesture()
    state.set({ status: 'ready', attempt, wanted: canOpen ? null : wanted })
    if (wanted !== null && canOpen) open(attempt, wanted)
  }

  function open(attempt: Attempt, choice: WalletChoice): void {
    deps.onOpening(attempt)
    deps.wallets.connect(choice)
    if (choice === 'telegram-wallet') deps.onOpened(attempt)
  }

  function reset(): void {
    run += 1
    state.set({ status: 'idle' })
  }

  const isUsable = (attempt: Attempt) => isWorthBeginning(attempt, deps.now())

  return {
    state,
    prepare(requestCode) {
      if (purpose !== (requestCode ?? null)) reset()
      purpose = requestCode ?? null
      const current = state.get()
      if (current.status === 'preparing') return
      if (current.status === 'ready' && isUsable(current.attempt)) return
      void start(null)
    },
    choose(choice) {
      const current = state.get()
      if (current.status === 'preparing') state.set({ ...current, wanted: choice })
      else if (current.status === 'ready' && isUsable(current.attempt))
        open(current.attempt, choice)
      else void start(choice)
    },
    reset,
  }
}

async function ready(
  deps: Deps,
  requestCode: string | null,
): Promise<{ attempt: Attempt } | { code: ProblemCode }> {
  try {
    const attempt = await takeAttempt(deps, requestCode)
    return (await readyWallets(deps, attempt))
      ? { attempt }
      : { code: 'wallet-library-unavailable' }
  } catch (error) {
    return { code: problemCodeOf(error) }
  }
}

async function readyWallets({ wallets }: Deps, { payload, network }: Attempt): Promise<boolean> {
  try {
    await wallets.prepare({ payload, network })
    return true
  } catch {
    return false
  }
}

/** A live attempt of this device for the same purpose is taken up again: its nonce has not been used. */
async function takeAttempt(
  { api, memory, client, now }: Deps,
  requestCode: string | null,
): Promise<Attempt> {
  const id = memory.id()
  const kept = id === null ? null : await api.call(getAttempt, { id }).catch(() => null)
  if (kept?.requestCode === requestCode && isWorthBeginning(kept, now())) return kept
  const attempt = await api.call(createAttempt, {
    body: { family: 'ton', client, ...(requestCode !== null && { requestCode }) },
  })
  memory.keep(attempt, 'made')
  return attempt
}

function isWorthBeginning(attempt: Attempt, now: number): boolean {
  return isUnanswered(attempt) && Date.parse(attempt.expiresAt) - now > LEAST_TIME_MS
}
