import { atom } from 'nanostores'
import type { StorageEvents, UserStorage } from '#client/api/user-storage.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { DeviceWallet, WalletApp } from '../wallet-connector.ts'
import { createAnswerBox } from '../answer-box.ts'
import {
  openConnectionMemory,
  type ConnectedTonWallet,
  type StoredPending,
} from './connection-memory.ts'
import { withoutRequest, withReturn } from './wallet-link.ts'

/** A wallet as it describes itself when it connects or is restored. */
export type KnownTonWallet = Omit<ConnectedTonWallet, 'link'>

export type ConnectionState = ReturnType<typeof createConnectionState>

type Memory = ReturnType<typeof openConnectionMemory>

/** The wallet that is connected on this device. */
function createDeviceWallet(memory: Memory) {
  const deviceWallet = atom<DeviceWallet>(memory.deviceWallet())
  let connected = memory.connected()

  function show(wallet: ConnectedTonWallet | null): void {
    connected = wallet
    deviceWallet.set(connected ?? { status: 'disconnected' })
  }

  function keep(wallet: ConnectedTonWallet | null): void {
    memory.keepConnected(wallet)
    show(wallet)
  }

  /** The link that opened the wallet, before this page was loaded or on it. */
  function linkTo({ address }: KnownTonWallet): string | null {
    const asked = memory.pending()?.link ?? null
    if (asked !== null) return withoutRequest(asked)
    return connected?.address === address ? connected.link : null
  }

  /** Whether it has failed to sign a text since it connected, whatever it says about itself. */
  function isMute({ address }: KnownTonWallet): boolean {
    return connected?.address === address && !connected.signs
  }

  /** Of the same account: some wallets share it only as they connect. */
  function knownStateInit({ address }: KnownTonWallet): string {
    return connected?.address === address ? connected.stateInit : ''
  }

  return {
    deviceWallet,
    wallet: (): ConnectedTonWallet | null => connected,
    keepWallet(wallet: KnownTonWallet | null): void {
      keep(
        wallet && {
          ...wallet,
          link: linkTo(wallet),
          signs: wallet.signs && !isMute(wallet),
          stateInit: wallet.stateInit || knownStateInit(wallet),
        },
      )
    },
    /** It cannot sign texts, so we request none as long as it is connected. */
    silence(): void {
      if (connected !== null) keep({ ...connected, signs: false })
    },
    onDisconnectedElsewhere(events: StorageEvents, act: () => void): void {
      memory.onDisconnectedElsewhere(events, () => {
        show(null)
        act()
      })
    },
  }
}

/** What the page shows of the wallet on this device, kept up to date and stored over a reload. */
export function createConnectionState(storage: UserStorage, now: () => number) {
  const memory = openConnectionMemory(storage, now)
  const before = memory.pending()
  const device = createDeviceWallet(memory)
  const chooserOpen = atom(false)
  const walletApp = atom<WalletApp | null>(before?.walletApp ?? null)
  const answers = createAnswerBox(walletApp)
  const link = atom<string | null>(shownLink(before?.link ?? null))

  function keepPending(pending: Omit<StoredPending, 'createdAt'> | null): void {
    memory.keepPending(pending)
    link.set(shownLink(pending?.link ?? null))
    if (pending !== null) walletApp.set(pending.walletApp)
  }

  const { deliver } = answers
  const fail = (code: ProblemCode): void => deliver({ kind: 'failure', code })

  /** No connection is pending any longer, and a late answer is ignored. */
  function drop(): void {
    answers.empty()
    keepPending(null)
  }

  /** Nothing is connected, asked or answered. */
  function reset(): void {
    drop()
    device.keepWallet(null)
    walletApp.set(null)
  }

  const { pending } = memory
  const onAnswer = answers.listen
  return {
    ...device,
    chooserOpen,
    walletApp,
    link,
    pending,
    keepPending,
    deliver,
    fail,
    drop,
    reset,
    onAnswer,
  }
}

/** The link to copy or scan: no wallet returns automatically from it. */
function shownLink(link: string | null): string | null {
  return link && withReturn(link, 'none')
}
