import {
  type ITonConnect,
  THEME,
  TonConnect,
  TonConnectError,
  TonConnectUI,
} from '@tonconnect/ui-react'
import type { UserStorage } from '#client/api/user-storage.ts'
import { isOnComputer } from '#client/telegram/is-on-computer.ts'
import type { Telegram } from '#client/telegram/telegram.ts'
import { isTelegramLink } from '#shared/links.ts'
import type { WalletAnswer, WalletChoice } from '../wallet-connector.ts'
import { type ConnectingOptions, createConnecting } from './connecting.ts'
import type { StoredPending, TonRequest } from './connection-memory.ts'
import type { KnownTonWallet } from './connection-state.ts'
import { disconnect } from './disconnect.ts'
import { libraryStorage, openLibraryConnection } from './library-storage.ts'
import { createListConnector } from './list-connector.ts'
import { createTextSigner } from './text-signer.ts'
import { createWalletErrorCode, type WalletErrorCode } from './wallet-error-code.ts'
import { outsideReturn } from './wallet-link.ts'

export type TonConnectOptions = Omit<ConnectingOptions, 'stored'> & {
  storage: UserStorage
  manifestUrl: string
  /** Absolute URL of the wallets list, of our own origin. */
  walletsListUrl: string
  telegram: Telegram
  language: 'en' | 'ru'
  /**
   * Direct link that opens the app, for wallets that need an address to return to. Without the attempt's code, which
   * would exceed Telegram's 512 characters; the app continues what this device has in progress.
   */
  appLink: `https://${string}`
  /** The connected wallet, with what it has ever shared. */
  wallet: () => KnownTonWallet | null
  /** The connected wallet cannot sign texts. */
  onMute: () => void
  onChooser: (open: boolean) => void
}

export type TonConnectClient = ReturnType<typeof openTonConnect>

/** Everything of TON Connect that the app uses. Loaded on intent; once per page. */
export function openTonConnect(options: TonConnectOptions) {
  const walletError = createWalletErrorCode()
  const means = { ...options, stored: openLibraryConnection(options.storage), onAnswer: answered }
  const connector = openConnector(means, walletError, () => connecting.messageArrived())
  const connecting = createConnecting(connector, walletError, means)
  const ui = openChooserUi(createListConnector(connector, connecting.connect), options)
  const texts = createTextSigner(connector, { ...options, walletError })
  ignoreLibraryRejections(connecting.isReading)

  function answered(answer: WalletAnswer): void {
    ui.closeModal()
    options.onAnswer(answer)
  }

  function giveUp(): void {
    texts.giveUp()
    connecting.giveUp()
  }

  function ask(request: TonRequest): void {
    connecting.ask(request)
    ui.setConnectRequestParameters({ state: 'ready', value: { tonProof: request.payload } })
  }

  function openChooser(): void {
    ui.openModal().catch(connecting.takeError)
  }

  return {
    /** Fetches the list of wallets. */
    warmUp: (): Promise<void> => connecting.fetchWallets(),
    /** Prepares the next connection. Cancels a pending one; the caller must disconnect a made one before. */
    async prepare(request: TonRequest): Promise<void> {
      await connecting.fetchWallets()
      giveUp()
      means.stored.remove()
      ask(request)
    },
    /** Resumes what is stored: a made connection, or the one that waits for an answer to `due`. */
    async restore(due: StoredPending | null): Promise<void> {
      await connecting.fetchWallets()
      if (due !== null) ask(due)
      await connecting.restore(due)
    },
    /**
     * Starts a connection to this wallet, or opens the list where it does not contain the wallet. Returns the link to
     * open now; null where there is none, and where the wallet is probably on another device.
     */
    connect(choice: WalletChoice): string | null {
      const link = connecting.choose(choice)
      if (link === undefined) {
        openChooser()
        return null
      }
      if (link === null || isTelegramLink(link)) return link
      return isOnComputer(options.telegram) ? null : link
    },
    openChooser,
    closeChooser: (): void => ui.closeModal(),
    isConnected: (): boolean => connector.connected,
    /** Asks the connected wallet to sign the text, unless that is already requested. */
    sign: (message: string): void => texts.sign(message),
    cancel(): void {
      ui.closeModal()
      giveUp()
    },
    disconnect(): Promise<void> {
      texts.giveUp()
      return disconnect(connector)
    },
    /** {@link TonConnectClient.disconnect} for a connection that has ended elsewhere: its pending request fails. */
    end: (): Promise<void> => disconnect(connector),
  }
}

function openConnector(
  { manifestUrl, walletsListUrl, storage, stored }: TonConnectOptions & ConnectingOptions,
  { dispatcher }: WalletErrorCode,
  onMessage: () => void,
): TonConnect {
  return new TonConnect({
    manifestUrl,
    walletsListSource: walletsListUrl,
    storage: libraryStorage(storage, stored, onMessage),
    eventDispatcher: dispatcher,
    analytics: { mode: 'off' },
    disableAutoPauseConnection: false,
  })
}

/** The library's list of wallets, in Telegram's colours, without the rest of its interface. */
function openChooserUi(connector: ITonConnect, options: TonConnectOptions): TonConnectUI {
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

/**
 * The library rejects some internal promises that no caller can catch: an aborted or refused connection, and a wallet's
 * message that it cannot read.
 */
function ignoreLibraryRejections(isReading: () => boolean): void {
  window.addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof TonConnectError || isReading()) event.preventDefault()
  })
}
