import { atom } from 'nanostores'
import { getProblemCode } from '#client/api/api-error.ts'
import {
  createUserStorage,
  forgetFormerUser,
  type StorageEvents,
} from '#client/api/user-storage.ts'
import { isTelegramLink } from '#shared/links.ts'
import type { WalletConnector } from '../wallet-connector.ts'
import { LIBRARY_CONNECTION_KEY } from './connection-memory.ts'
import { createConnectionState } from './connection-state.ts'
import { createTonLibrary, type LibraryOptions } from './ton-library.ts'
import { outsideReturn, telegramReturn, withReturn } from './wallet-link.ts'

/** Plain http means a wallet on this machine: the served list of wallets has no other such link. */
const WEB = /^https?:/

const TON_CONNECT = { mark: 'last-user', prefixes: ['ton-connect'] }

export type TonConnectorOptions = LibraryOptions & {
  storage: Storage
  storageEvents: StorageEvents
  telegramId: string
  /** Unix time in milliseconds. */
  now: () => number
}

/** TON wallets through TON Connect. This part is light; the library loads on first use. */
export function createTonConnector(options: TonConnectorOptions): WalletConnector {
  forgetFormerUser(options.storage, options.telegramId, TON_CONNECT)
  const storage = createUserStorage(options.storage, options.telegramId)
  const state = createConnectionState(storage, options.now)
  const library = createTonLibrary({ options, storage, state })
  const openWalletLink = createOpenWalletLink(options)

  // Otherwise this tab's library would continue a connection that has ended.
  state.onDisconnectedElsewhere(options.storageEvents, () => void library.client()?.end())

  function open(link: string | null): void {
    if (link === null || !openWalletLink(link)) library.client()?.openChooser()
  }

  /** Opens the connected wallet, where it can be opened from here: its request waits on the bridge. */
  function wake(): void {
    const link = state.wallet()?.link ?? null
    if (link !== null) openWalletLink(link)
  }

  return {
    ...state,
    sessionStep: atom(null),
    warmUp: library.warmUp,
    prepare: library.prepare,
    restore: library.restore,
    connect(choice) {
      const link = library.client()?.connect(choice) ?? null
      if (link !== null) openWalletLink(link)
    },
    reopen() {
      const pending = state.pending()
      if (pending === null && state.wallet() !== null) wake()
      else open(pending?.link ?? null)
    },
    chooseAccount: () => {},
    offerChains: () => {},
    canSign: () => state.wallet()?.signs ?? false,
    sign({ message }) {
      if (state.wallet()?.signs === false) return state.fail('ton-text-unsupported')
      library.sign(message).catch((error: unknown) => state.fail(getProblemCode(error)))
    },
    closeChooser: () => library.client()?.closeChooser(),
    cancel() {
      if (state.pending() !== null) storage.remove(LIBRARY_CONNECTION_KEY)
      state.drop()
      library.client()?.cancel()
    },
    async disconnect() {
      const client = await library.load()
      await client.disconnect()
      state.keepWallet(null)
    },
  }
}

type LinkMeans = Pick<LibraryOptions, 'telegram' | 'appLink'>

/**
 * Opens the wallet of a TON Connect link, inside the member's tap. Returns false for a
 * link that only a wallet's own scanner understands (`tc://…`).
 */
function createOpenWalletLink({ telegram, appLink }: LinkMeans): (link: string) => boolean {
  const { platform } = telegram
  return (link) => {
    if (!WEB.test(link)) return false
    if (!isTelegramLink(link)) telegram.openLink(withReturn(link, outsideReturn(platform)))
    else if (platform === 'unknown') telegram.openLink(withReturn(link, appLink))
    else telegram.openTelegramLink(withReturn(link, telegramReturn(platform, appLink)))
    return true
  }
}
