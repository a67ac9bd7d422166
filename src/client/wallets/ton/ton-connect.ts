import {
  THEME,
  TonConnect,
  TonConnectError,
  TonConnectUI,
  WalletWrongNetworkError,
  type ConnectAdditionalRequest,
  type Wallet,
  type WalletInfo,
} from '@tonconnect/ui-react'
import type { UserStorage } from '#client/api/user-storage.ts'
import type { Telegram } from '#client/telegram/telegram.ts'
import type { WalletAnswer, WalletApp } from '../wallet-connector.ts'
import { createAwaitedWallet } from './awaited-wallet.ts'
import type { TonRequest } from './connection-memory.ts'
import type { ConnectedWallet } from './connection-state.ts'
import { getConnectErrorCode } from './ton-connect-error.ts'
import { forgetLibraryConnection, libraryStorage } from './library-storage.ts'
import { createTextSigner } from './text-signer.ts'
import { walletAnswer } from './wallet-answer.ts'
import { outsideReturn } from './wallet-link.ts'
import { getAppForDevice, findAppBySource, findTelegramWallet } from './listed-wallet.ts'

/** How long a wallet's bridge may take to pass on a disconnect, in milliseconds. */
const DISCONNECT_TIMEOUT_MS = 2_000

/** A connection that waits for its wallet. */
type PendingConnection = { link: string | null; walletApp: WalletApp | null }

export type TonConnectOptions = {
  manifestUrl: string
  /** Absolute URL of the wallets list, of our own origin. */
  walletsListUrl: string
  storage: UserStorage
  telegram: Telegram
  language: 'en' | 'ru'
  /** Direct link that opens the app, for wallets that need an address to return to. */
  appLink: `https://${string}`
  onWallet: (wallet: ConnectedWallet | null) => void
  onPending: (pending: PendingConnection | null) => void
  onAnswer: (answer: WalletAnswer) => void
  onChooser: (open: boolean) => void
}

export type TonConnectClient = {
  /** Fetches the list of wallets. */
  warmUp(): Promise<void>
  /** Prepares the next connection. Cancels a pending one; the caller must disconnect a made one before. */
  prepare(request: TonRequest): Promise<void>
  /** Starts a connection to Wallet in Telegram; its link, or null where the list does not contain it. */
  connectTelegramWallet(): string | null
  openChooser(): void
  closeChooser(): void
  /** Resumes what is stored: a made connection, or the one that waits for an answer to `due`. */
  restore(due: TonRequest | null): Promise<void>
  isConnected(): boolean
  /** Asks the connected wallet to sign the text, unless that is already requested. */
  sign(message: string): void
  cancel(): void
  disconnect(): Promise<void>
  /** {@link TonConnectClient.disconnect} for a connection that has ended elsewhere: its pending request fails. */
  end(): Promise<void>
}

/** Everything of TON Connect that the app uses. Loaded on intent; once per page. */
export function openTonConnect(options: TonConnectOptions): TonConnectClient {
  const connector = openConnector(options)
  const ui = openChooserUi(connector, options)
  const connecting = createConnecting({ connector, ui }, options)
  const texts = createTextSigner(connector, options)

  function giveUp(): void {
    texts.giveUp()
    connecting.giveUp()
  }

  return {
    warmUp: connecting.fetchWallets,
    async prepare(request) {
      await connecting.fetchWallets()
      giveUp()
      forgetLibraryConnection(options.storage)
      connecting.ask(request)
    },
    restore: (due) => connecting.restore(due),
    connectTelegramWallet: connecting.openTelegramWallet,
    openChooser: connecting.openChooser,
    closeChooser: () => ui.closeModal(),
    isConnected: () => connector.connected,
    sign: (message) => texts.sign(message),
    cancel() {
      ui.closeModal()
      giveUp()
    },
    disconnect() {
      texts.giveUp()
      return disconnect(connector)
    },
    end: () => disconnect(connector),
  }
}

type TonConnectLibrary = { connector: TonConnect; ui: TonConnectUI }

/** Connects a wallet: the request that its link carries, and the answer. */
function createConnecting({ connector, ui }: TonConnectLibrary, options: TonConnectOptions) {
  const { onWallet, onPending } = options
  const awaited = createAwaitedWallet(options)
  const restoring = createRestoring(connector, awaited)
  let wallets: WalletInfo[] = []
  let tonProof = ''

  observeConnections(connector, {
    begin: () => awaited.begin(),
    made: (source, link) => onPending({ link, walletApp: findAppBySource(source, wallets) }),
  })
  connector.onStatusChange(takeWallet, takeError)

  function takeWallet(wallet: Wallet | null): void {
    if (wallet === null) return onWallet(null)
    const known = connectedWallet(wallet, wallets)
    const answer = walletAnswer(wallet, known.walletApp)
    if (restoring.hasLost(answer)) return
    onWallet(known)
    awaited.settle(answer)
  }

  function takeError(error: unknown): void {
    const answer = { kind: 'failure', code: getConnectErrorCode(error) } as const
    ui.closeModal()
    // The library automatically disconnects a wallet of another network.
    if (error instanceof WalletWrongNetworkError) awaited.settle(answer)
    else awaited.fail(answer)
  }

  function ask({ payload, network }: TonRequest): void {
    tonProof = payload
    connector.setConnectionNetwork(network)
    ui.setConnectRequestParameters({ state: 'ready', value: { tonProof } })
  }

  async function fetchWallets(): Promise<void> {
    wallets = await connector.getWallets()
  }

  return {
    fetchWallets,
    ask,
    giveUp: () => awaited.giveUp(),
    async restore(due: TonRequest | null): Promise<void> {
      await fetchWallets()
      if (due !== null) ask(due)
      await restoring.restore(due)
      if (!connector.connected) onWallet(null)
    },
    openTelegramWallet: () => connectTelegramWallet(connector, { wallets, tonProof }),
    openChooser: () => void ui.openModal().catch(takeError),
  }
}

type AwaitedWallet = ReturnType<typeof createAwaitedWallet>

/** The library stores a connection over a reload, but not the proof that came with it. */
function createRestoring(connector: TonConnect, awaited: AwaitedWallet) {
  let isUnderWay = false
  let isProofLost = false
  return {
    /** Whether the wallet had approved before the reload: then this is no answer. */
    hasLost(answer: WalletAnswer): boolean {
      const isWithoutProof = answer.kind === 'failure' && answer.code === 'wallet-no-proof'
      if (!isUnderWay || !isWithoutProof) return false
      isProofLost = true
      return true
    },
    /** Ends a connection whose proof is lost, because the wallet must be asked again. */
    async restore(due: TonRequest | null): Promise<void> {
      const until = due === null ? {} : { signal: awaited.begin() }
      isUnderWay = due !== null
      isProofLost = false
      await connector.restoreConnection(until).catch(() => {})
      isUnderWay = false
      if (!isProofLost) return
      awaited.giveUp()
      await disconnect(connector)
    },
  }
}

/** What the page stores about a connected wallet. */
function connectedWallet({ account, device }: Wallet, wallets: WalletInfo[]): ConnectedWallet {
  const signs = device.features.some(
    (feature) =>
      typeof feature === 'object' && feature.name === 'SignData' && feature.types.includes('text'),
  )
  const { chain: network, address } = account
  const walletApp = getAppForDevice(device.appName, wallets)
  return { status: 'connected', network, address, walletApp, signs }
}

function openConnector({ manifestUrl, walletsListUrl, storage }: TonConnectOptions): TonConnect {
  ignoreLibraryRejections()
  return new TonConnect({
    manifestUrl,
    walletsListSource: walletsListUrl,
    storage: libraryStorage(storage),
    analytics: { mode: 'off' },
    disableAutoPauseConnection: false,
  })
}

/** The library's list of wallets, in Telegram's colours, without the rest of its interface. */
function openChooserUi(connector: TonConnect, options: TonConnectOptions): TonConnectUI {
  const { telegram, language, appLink, onChooser } = options
  // Every change of an option resets this one unless it is passed again.
  const actionsConfiguration = {
    modals: [],
    notifications: [],
    returnStrategy: outsideReturn(telegram.platform),
    twaReturnUrl: appLink,
  }
  const ui = new TonConnectUI({
    connector,
    language,
    actionsConfiguration,
    restoreConnection: false,
    enableAndroidBackHandler: false,
    analytics: { mode: 'off' },
  })
  telegram.colorScheme.subscribe((scheme) => {
    ui.uiOptions = {
      actionsConfiguration,
      uiPreferences: { theme: scheme === 'dark' ? THEME.DARK : THEME.LIGHT },
    }
  })
  ui.onModalStateChange(({ status }) => onChooser(status === 'opened'))
  return ui
}

type Source = Parameters<TonConnect['connect']>[0]

type ConnectionObserver = {
  /** A connection is about to be made; it lasts until the signal aborts. */
  begin: () => AbortSignal
  made: (source: unknown, link: string | null) => void
}

/** Reports every connection, including those that the library's list of wallets starts automatically. */
function observeConnections(connector: TonConnect, { begin, made }: ConnectionObserver): void {
  const connect = connector.connect.bind(connector)
  Object.defineProperty(connector, 'connect', {
    value: (source: Source, request?: ConnectAdditionalRequest, options?: object) => {
      const signal = begin()
      const link = connect(source, request, { ...options, signal })
      made(source, link ?? null)
      return link
    },
  })
}

function connectTelegramWallet(
  connector: TonConnect,
  { wallets, tonProof }: { wallets: WalletInfo[]; tonProof: string },
): string | null {
  const wallet = findTelegramWallet(wallets)
  if (wallet === undefined) return null
  const { universalLink, bridgeUrl } = wallet
  return connector.connect({ universalLink, bridgeUrl }, { tonProof })
}

/** Disconnects the wallet that is connected, or was before a reload. */
async function disconnect(connector: TonConnect): Promise<void> {
  if (!connector.connected) await restoredStatus(connector)
  if (!connector.connected) return
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), DISCONNECT_TIMEOUT_MS)
  await connector.disconnect({ signal: deadline.signal }).catch(() => {})
  clearTimeout(timer)
}

/** Restores what is stored, only as far as needed to know whether a wallet is connected. */
async function restoredStatus(connector: TonConnect): Promise<void> {
  const known = new Promise<void>((resolve) => {
    const stop = connector.onStatusChange(() => {
      stop()
      resolve()
    })
  })
  await Promise.race([known, connector.restoreConnection().catch(() => {})])
}

/** The library rejects some internal promises that no caller can catch: an aborted or refused connection. */
function ignoreLibraryRejections(): void {
  window.addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof TonConnectError) event.preventDefault()
  })
}
