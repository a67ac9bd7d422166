import { ApiError } from '#client/api/api-error.ts'
import { importPart } from '#client/parts/part.ts'
import {
  createUserStorage,
  forgetFormerUser,
  type KeyValueStorage,
  type StorageEvents,
} from '#client/api/user-storage.ts'
import type { EvmBoot } from '#shared/boot.ts'
import type { EvmWalletId } from '#shared/evm-wallet-names.ts'
import type { ProofRequest, WalletAnswer, WalletConnector } from '../wallet-connector.ts'
import { appMetadata } from './app-metadata.ts'
import { createChooser } from './chooser.ts'
import { createEvmState, type EvmState } from './evm-state.ts'
import { EVM_WALLETS, isListed, pairingLink, type WalletLink } from './evm-wallets.ts'
import { forgetDeepLink, createOpenWalletLink, type OpenWalletMeans } from './open-wallet-link.ts'
import { createLibrary, type WalletLibrary } from './library.ts'
import { createPairings } from './pairings.ts'
import { chooseAccount, offerChains } from './pending-session.ts'
import { createReview } from './review.ts'
import { createSigning } from './signing.ts'
import { SIGNING_METHODS } from './session-account.ts'
import type { WalletConnect } from './wallet-connect.ts'

/** Separate from TON's: this runs on first use, TON's at the start. */
const WALLET_CONNECT = { mark: 'last-user-evm', prefixes: ['@appkit', 'WALLETCONNECT_'] }

export type EvmConnectorOptions = OpenWalletMeans & {
  boot: EvmBoot
  appName: string
  /** Our origin. */
  origin: string
  /**
   * Direct link that opens the app, for wallets that return to it. It names no attempt, because the link to the wallet
   * is made before the attempt is; the app continues what this device has in progress.
   */
  appLink: `https://t.me/${string}`
  storage: KeyValueStorage
  storageEvents: StorageEvents
  telegramId: string
  /** Unix time in milliseconds. */
  now: () => number
  /** How far this clock is ahead of the true time, in milliseconds; negative if behind. */
  clockError: () => number
}

/** From this far ahead WalletConnect's relay refuses the page, and from this far behind a link has run out at once. */
const CLOCK_LIMITS_MS = { ahead: 2 * 60_000, behind: 5 * 60_000 }

/** EVM wallets through WalletConnect. This part is light; the libraries load on first use. */
export function createEvmConnector(options: EvmConnectorOptions): WalletConnector {
  const { state, library, chooser, pairings, signing, review, catchUp } = createParts(options)
  const wallet = createWalletOpener(options, state)
  followReturns(options, { state, library, catchUp })

  return {
    deviceWallet: state.deviceWallet,
    chooserOpen: state.chooserOpen,
    walletApp: state.walletApp,
    link: state.link,
    sessionStep: state.sessionStep,
    onAnswer: (listener) => state.onAnswer((answer) => listener(nameClock(options, answer))),
    canSign: () => state.connected()?.methods.includes('personal_sign') ?? false,
    closeChooser: chooser.close,
    warmUp: pairings.warmUp,
    async prepare(request: ProofRequest) {
      if (request.family !== 'evm') return
      if (isClockWrong(options)) throw new ApiError('evm-clock-wrong')
      await pairings.prepare(request)
    },
    connect(choice) {
      if (choice === 'all-wallets') void chooser.open()
      else if (isListed(choice)) {
        chooser.close()
        wallet.choose(choice)
      }
    },
    reopen() {
      if (state.asked() !== null || state.session() !== null) wallet.show()
      else if (state.pairing()?.wallet) wallet.connect()
      else if (state.pairing() !== null) void chooser.open()
    },
    chooseAccount: (account) => chooseAccount(state, account),
    offerChains: (attemptId, chainIds) =>
      offerChains(state, { attemptId, chainIds, createdAt: options.now() }),
    sign: (request) => signing.sign(request),
    async restore() {
      if (!isAnythingSaved(state)) return
      await library.load()
      await catchUp()
    },
    cancel() {
      chooser.close()
      pairings.giveUp()
      state.drop()
      review()
    },
    async disconnect() {
      const { leaveAll } = await library.load()
      await leaveAll()
      state.keepConnected(null)
    },
  }
}

type Clock = Pick<EvmConnectorOptions, 'clockError'>

function isClockWrong({ clockError }: Clock): boolean {
  const error = clockError()
  return error >= CLOCK_LIMITS_MS.ahead || -error >= CLOCK_LIMITS_MS.behind
}

/** A wrong clock looks like a relay that does not answer, or like a link that has run out. */
function nameClock(clock: Clock, answer: WalletAnswer): WalletAnswer {
  const isOfClock =
    answer.kind === 'failure' &&
    (answer.code === 'evm-relay-unreachable' || answer.code === 'evm-pairing-expired')
  return isOfClock && isClockWrong(clock) ? { kind: 'failure', code: 'evm-clock-wrong' } : answer
}

function createParts(options: EvmConnectorOptions) {
  forgetFormerUser(options.storage, options.telegramId, WALLET_CONNECT)
  const storage = createUserStorage(options.storage, options.telegramId)
  const state = createEvmState({ storage, now: options.now, chains: options.boot.chains })
  const { boot, telegram, now } = options
  const metadata = appMetadata(options)
  const library: WalletLibrary<WalletConnect> = createLibrary(async () => {
    const { openWalletConnect } = await importPart(() => import('./wallet-connect.ts'))
    return openWalletConnect({
      ...options,
      storage,
      metadata,
      methods: SIGNING_METHODS,
      awaited: state.awaited(),
      onChange: review,
    })
  })
  const chooser = createChooser({
    state,
    provider: async () => (await library.load()).provider,
    open: async (provider, on) => {
      const { openAppKit } = await importPart(() => import('./app-kit.ts'))
      return openAppKit({
        boot,
        telegram,
        metadata,
        provider,
        on: { ...on, retry: pairings.renew },
      })
    },
  })
  const review = createReview({ state, library, onEnd: chooser.close })
  const pairings = createPairings({ state, library, now, onLink: chooser.show, onExpired: review })
  const signing = createSigning({
    state,
    library,
    review,
    beforeAsking: () => forgetDeepLink(options.storage),
  })

  state.onDisconnectedElsewhere(options.storageEvents, () => {
    if (state.asked() !== null) state.fail('evm-session-lost')
    state.keepConnected(null)
    review()
  })

  /** Delivers what was answered meanwhile; what is still pending continues. */
  async function catchUp(): Promise<void> {
    review()
    await pairings.keepFresh()
  }

  return { state, library, chooser, pairings, signing, review, catchUp }
}

/** Opens wallets of our list, and the connected wallet. Call inside the member's tap. */
function createWalletOpener(means: OpenWalletMeans, state: EvmState) {
  const openLink = createOpenWalletLink(means)
  const isTelegramAndroid = means.telegram.platform === 'android'

  function open(link: WalletLink): void {
    if (openLink(link) === 'blocked') state.deliver({ kind: 'failure', code: 'wallet-not-opened' })
  }

  /** Opens the chosen wallet with the prepared link. */
  function connect(): void {
    const uri = state.link.get()
    const id = state.pairing()?.wallet
    if (uri !== null && id) open(pairingLink(id, uri, isTelegramAndroid))
  }

  return {
    connect,
    choose(id: EvmWalletId): void {
      const pending = state.pairing()
      if (pending === null) return state.fail('evm-pairing-expired')
      const walletApp = { appName: id, name: EVM_WALLETS[id].name }
      state.keepPending({ ...pending, wallet: id, walletApp })
      connect()
    },
    /** Brings the connected wallet to the front. */
    show(): void {
      const home = (state.session() ?? state.connected())?.home ?? null
      if (home !== null) open(home)
    },
  }
}

type WaitingOpen = {
  state: EvmState
  library: WalletLibrary<WalletConnect>
  catchUp: () => Promise<void>
}

/** When the member returns from the wallet, the connection to the relay may be dead, so this restarts it. */
function followReturns({ telegram }: OpenWalletMeans, waiting: WaitingOpen): void {
  const { state, library, catchUp } = waiting
  let returning: Promise<void> | null = null

  async function comeBack(walletConnect: WalletConnect): Promise<void> {
    await walletConnect.restart()
    await catchUp()
  }

  telegram.onReturn(() => {
    const walletConnect = library.current()
    if (walletConnect === null || (state.pending() === null && state.asked() === null)) return
    // The page, the window and the client all report the same return.
    returning ??= comeBack(walletConnect).finally(() => (returning = null))
  })
}

function isAnythingSaved(state: EvmState): boolean {
  return state.connected() !== null || state.pending() !== null || state.asked() !== null
}
