import type { Attempt } from '#shared/attempt.ts'
import type { Family } from '#shared/wallet.ts'
import type { Api } from '../../api/call.ts'
import type {
  WalletConnector,
  WalletConnectors,
  WalletAnswer,
  WalletApp,
} from '../../wallets/wallet-connector.ts'
import type { AttemptMemory } from './attempt-memory.ts'
import type { AttemptEnd, AttemptView } from './attempt-view.ts'
import type { OpenedWallets } from './opened-wallets.ts'
import type { Submission } from './submission.ts'

export type AttemptsDeps = {
  api: Api
  wallets: WalletConnectors
  memory: AttemptMemory
  opened: OpenedWallets
  now: () => number
  isVisible: () => boolean
  /** Whether browser and client still treat the member's tap as the cause of what happens now. */
  hasGesture: () => boolean
  /** The member has returned, or the connection has. */
  onReturn: (listener: () => void) => () => void
  /** A wallet has been opened, or has answered: the attempt's screen must be shown. */
  onUnderWay: (id: string) => void
  onEnd: (end: AttemptEnd, family: Family) => void
}

/** Sends the server what a wallet gives. */
export type ProofSubmitter = {
  /**
   * Sends it until the server has judged it; does not send what the attempt does not need. Drops a second submission
   * meanwhile, except an account: then the wallet has changed to another one, which is sent next.
   */
  submit(id: string, submission: Submission): Promise<void>
  isBusy(): boolean
  /** The wallet was let go: what it has given is not sent again, and what another one gives is sent at once. */
  abandon(): void
}

/** The parts that follow an attempt. */
export type AttemptParts = {
  deps: AttemptsDeps
  view: AttemptView
  submitter: ProofSubmitter
  walletEvents: WalletEvents
}

/** Closes the library's list of wallets; returns whether it was open. */
export function closeChooser(parts: Pick<AttemptParts, 'deps'>, attempt: Attempt): boolean {
  const wallets = findWallets(parts, attempt)
  if (wallets === null || !wallets.chooserOpen.get()) return false
  wallets.closeChooser()
  return true
}

export function findWallets(
  { deps }: Pick<AttemptParts, 'deps'>,
  { family }: Pick<Attempt, 'family'>,
): WalletConnector | null {
  return deps.wallets[family]
}

type Handlers = {
  onOpened: (app: WalletApp) => void
  onAnswer: (answer: WalletAnswer) => void
}

/** Listens to the wallets of one attempt at a time. */
type WalletEvents = ReturnType<typeof createWalletEvents>

export function createWalletEvents() {
  let stops: readonly (() => void)[] = []
  const close = () => {
    for (const stop of stops) stop()
    stops = []
  }
  return {
    close,
    /** Listens for this attempt from now on, and no longer for the previous one. */
    open(wallets: WalletConnector, { onOpened, onAnswer }: Handlers): void {
      close()
      const stopApp = wallets.walletApp.listen((app) => {
        if (app !== null) onOpened(app)
      })
      stops = [stopApp, wallets.onAnswer(onAnswer)]
    },
  }
}
