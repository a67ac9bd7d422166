import type { ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import type { RequestOf } from '#shared/api/endpoint.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import { type Attempt, WalletAppSchema } from '#shared/attempt.ts'
import { ATTEMPT_POLL_MS } from '#shared/limits.ts'
import { problemCodeOf } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import { PROBLEM_ACTIONS } from '../../i18n/problem-action.ts'
import type { WalletAnswer, WalletApp, WalletConnector } from '../../wallets/wallet-connector.ts'
import type { AttemptMemory } from './attempt-memory.ts'
import {
  type AttemptEnd,
  type AttemptViewState,
  type AttemptView,
  createAttemptView,
  isOver,
  isUnanswered,
} from './attempt-view.ts'
import { createProver, type Prover } from './prover.ts'

/** Linking a wallet, from the moment that a wallet is opened to the outcome. */
export type Attempts = {
  state: ReadableAtom<AttemptViewState>
  /** A wallet, or the list of wallets, is about to be opened for this attempt. */
  follow(attempt: Attempt): void
  /** A wallet has been opened, whether or not it says which. */
  opened(attempt: Attempt): void
  /** Shows an attempt after a reload, and picks its pending connection up. */
  resume(id: string): Promise<void>
  /** Asks the server regularly until the returned function is called. */
  watch(): () => void
  /** Opens the wallet once more. Call inside the tap. */
  reopen(): void
  /** Gives the wallet up but not the attempt: another wallet can answer it. */
  letWalletGo(): void
  cancel(): Promise<void>
}

export type AttemptsDeps = {
  api: Api
  wallets: WalletConnector
  memory: AttemptMemory
  now: () => number
  isVisible: () => boolean
  onReturn: (listener: () => void) => () => void
  /** A wallet has been opened, or has answered: the attempt is what to look at. */
  onUnderWay: (id: string) => void
  onEnd: (end: AttemptEnd) => void
}

type Parts = { deps: AttemptsDeps; view: AttemptView; prover: Prover; ear: Ear }

export function createAttempts(deps: AttemptsDeps): Attempts {
  const { api, wallets, memory, now } = deps
  const ear = createEar(wallets)
  const view = createAttemptView((end) => {
    release()
    deps.onEnd(end)
  })
  const parts: Parts = { deps, view, ear, prover: createProver({ api, memory, view }) }

  /** Nothing more is expected from the wallet. */
  function release(): void {
    ear.close()
    memory.forget()
  }

  return {
    state: view.state,
    follow(attempt) {
      view.show(attempt, now())
      hear(parts, attempt.id)
    },
    opened: ({ id }) => walletOpened(parts, id, wallets.walletApp.get()),
    resume: (id) => resume(parts, id),
    watch: () => watch(parts),
    reopen() {
      const shown = view.state.get()
      wallets.reopen()
      if (shown.status === 'shown') view.change(shown.attempt.id, { openedAt: now() })
    },
    letWalletGo() {
      ear.close()
      wallets.cancel()
      view.replace({ status: 'none' })
    },
    async cancel() {
      const shown = view.state.get()
      release()
      wallets.cancel()
      view.replace({ status: 'none' })
      if (shown.status !== 'shown') return
      // An attempt that cannot be cancelled now expires by itself.
      await api.call(cancelAttempt, { id: shown.attempt.id }).catch(() => undefined)
    },
  }
}

async function resume(parts: Parts, id: string): Promise<void> {
  const { deps, view } = parts
  const current = view.state.get()
  if (current.status === 'shown' && current.attempt.id === id) return
  view.replace({ status: 'loading', id })
  try {
    takeUp(parts, await deps.api.call(getAttempt, { id }))
  } catch (error) {
    view.replace({ status: 'unavailable', id, code: problemCodeOf(error) })
  }
}

function takeUp(parts: Parts, attempt: Attempt): void {
  const { memory, wallets } = parts.deps
  parts.view.show(attempt, 0)
  if (!isUnanswered(attempt)) {
    memory.forget()
    return
  }
  memory.keep(attempt, 'opened')
  const proof = memory.proofOf(attempt.id)
  hear(parts, attempt.id)
  if (proof !== null) void parts.prover.prove(attempt.id, proof)
  // Without the library the screen still offers every other way to go on.
  else void wallets.restore().catch(() => undefined)
}

function watch(parts: Parts): () => void {
  const { isVisible, onReturn } = parts.deps
  const asking = { isUnderWay: false }
  const timer = setInterval(() => {
    if (isVisible()) void ask(parts, asking)
  }, ATTEMPT_POLL_MS)
  const stopReturn = onReturn(() => void ask(parts, asking))
  return () => {
    clearInterval(timer)
    stopReturn()
  }
}

async function ask({ deps, view, prover }: Parts, asking: { isUnderWay: boolean }): Promise<void> {
  const shown = view.state.get()
  if (shown.status !== 'shown' || isOver(shown) || asking.isUnderWay || prover.isBusy()) return
  asking.isUnderWay = true
  const { id } = shown.attempt
  try {
    view.receive(await deps.api.call(getAttempt, { id }))
  } catch (error) {
    const code = problemCodeOf(error)
    if (PROBLEM_ACTIONS[code] !== 'retry') view.replace({ status: 'unavailable', id, code })
  } finally {
    asking.isUnderWay = false
  }
}

function hear(parts: Parts, id: string): void {
  parts.ear.open({
    onOpened: (app) => walletOpened(parts, id, app),
    onAnswer: (answer) => walletAnswered(parts, id, answer),
  })
}

function walletOpened({ deps, view }: Parts, id: string, app: WalletApp | null): void {
  const shown = view.live(id)
  if (shown === null) return
  deps.memory.keep(shown.attempt, 'opened')
  view.change(id, { openedAt: deps.now() })
  deps.onUnderWay(id)
  void tell({ deps, view }, id, awaitingWallet(app))
}

function walletAnswered({ deps, view, prover }: Parts, id: string, answer: WalletAnswer): void {
  if (view.live(id) === null) return
  deps.onUnderWay(id)
  if (answer.kind === 'proof') {
    void prover.prove(id, answer.proof)
    return
  }
  view.fail(id, answer.code)
  void tell({ deps, view }, id, { state: 'failed', errorCode: answer.code })
}

type Update = RequestOf<typeof updateAttempt>

/** What the member is doing is worth telling the server, but not worth stopping for. */
async function tell(
  { deps, view }: Pick<Parts, 'deps' | 'view'>,
  id: string,
  body: Update,
): Promise<void> {
  const attempt = await deps.api.call(updateAttempt, { id, body }).catch(() => null)
  if (attempt !== null) view.receive(attempt)
}

function awaitingWallet(app: WalletApp | null): Update {
  const walletApp = [app?.name, app?.appName].find((text) => v.is(WalletAppSchema, text))
  return { state: 'awaiting-wallet', ...(walletApp !== undefined && { walletApp }) }
}

type Ear = {
  /** Listens to the wallet for one attempt, and no longer for the one before. */
  open(handlers: {
    onOpened: (app: WalletApp) => void
    onAnswer: (answer: WalletAnswer) => void
  }): void
  close(): void
}

function createEar(wallets: WalletConnector): Ear {
  let stops: readonly (() => void)[] = []
  const close = () => {
    for (const stop of stops) stop()
    stops = []
  }
  return {
    close,
    open({ onOpened, onAnswer }) {
      close()
      const stopApp = wallets.walletApp.listen((app) => {
        if (app !== null) onOpened(app)
      })
      stops = [stopApp, wallets.onAnswer(onAnswer)]
    },
  }
}
