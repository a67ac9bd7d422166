import {
  type Account,
  type ConnectAdditionalRequest,
  type TonConnect,
  type TonConnectUI,
  type Wallet,
  type WalletInfo,
  WalletWrongNetworkError,
} from '@tonconnect/ui-react'
import * as v from 'valibot'
import type { UserStorage } from '#client/api/user-storage.ts'
import { TonProofSchema } from '#shared/api/submit-proof.ts'
import type { WalletAnswer, WalletApp, WalletChoice } from '../wallet-connector.ts'
import type { TonRequest } from './connection-memory.ts'
import type { ConnectedWallet } from './connection-state.ts'
import { disconnect } from './disconnect.ts'
import { forgetLibraryConnection } from './library-storage.ts'
import { findAppBySource, findSource, getConnectedWallet } from './listed-wallet.ts'
import { getConnectErrorCode, getProofErrorCode } from './ton-connect-error.ts'

/** A connection that waits for its wallet. */
type PendingConnection = { link: string | null; walletApp: WalletApp | null }

export type ConnectingOptions = {
  storage: UserStorage
  onWallet: (wallet: ConnectedWallet | null) => void
  onPending: (pending: PendingConnection | null) => void
  onAnswer: (answer: WalletAnswer) => void
}

type TonConnectLibrary = { connector: TonConnect; ui: TonConnectUI }

/** Connects a wallet: the request that its link carries, and the answer. */
export function createConnecting({ connector, ui }: TonConnectLibrary, options: ConnectingOptions) {
  const { onWallet, onPending } = options
  const awaited = createAwaitedWallet(options)
  const restoring = createRestoring(connector, awaited)
  let wallets: WalletInfo[] = []
  let tonProof = ''

  observeConnections(connector, {
    start: () => awaited.start(),
    made: (source, link) => onPending({ link, walletApp: findAppBySource(source, wallets) }),
  })
  connector.onStatusChange(takeWallet, takeError)

  function takeWallet(wallet: Wallet | null): void {
    if (wallet === null) return onWallet(null)
    const known = getConnectedWallet(wallet, wallets)
    const answer = getAnswer(wallet, known.walletApp)
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

  function openChooser(): void {
    ui.openModal().catch(takeError)
  }

  function connect(choice: WalletChoice): string | null {
    const source = findSource(choice, wallets)
    if (source === undefined) {
      openChooser()
      return null
    }
    return connector.connect(source, { tonProof }) ?? null
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
    connect,
    openChooser,
  }
}

/** What a connected wallet answered to our request for a proof. */
function getAnswer(wallet: Wallet, walletApp: WalletApp): WalletAnswer {
  const reply = wallet.connectItems?.tonProof
  if (reply === undefined) return { kind: 'failure', code: 'wallet-no-proof' }
  if ('error' in reply) return { kind: 'failure', code: getProofErrorCode(reply.error) }
  const proof = v.safeParse(TonProofSchema, { ...readAccount(wallet.account), proof: reply.proof })
  if (!proof.success) return { kind: 'failure', code: 'wallet-answer-malformed' }
  return { kind: 'ton-proof', proof: proof.output, walletApp }
}

/** What the wallet shared about its account when it connected. */
export function readAccount({ address, chain, walletStateInit, publicKey }: Account) {
  return {
    address,
    network: chain,
    stateInit: walletStateInit,
    ...(publicKey === undefined ? {} : { publicKey }),
  }
}

/** The one pending connection: an answer counts once, and only while it is pending. */
function createAwaitedWallet({ storage, onPending, onAnswer }: ConnectingOptions) {
  let connection: AbortController | null = null

  function giveUp(): void {
    if (connection === null) return
    connection.abort()
    connection = null
    forgetLibraryConnection(storage)
    onPending(null)
  }

  return {
    giveUp,
    /** A connection is about to be made; it lasts until the signal aborts. */
    start(): AbortSignal {
      connection = new AbortController()
      return connection.signal
    },
    /** The wallet has connected. */
    settle(answer: WalletAnswer): void {
      if (connection === null) return
      connection = null
      onAnswer(answer)
      onPending(null)
    },
    /** The wallet, or the library on its behalf, has refused. */
    fail(answer: WalletAnswer & { kind: 'failure' }): void {
      if (connection === null) return
      giveUp()
      onAnswer(answer)
    },
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
      const until = due === null ? {} : { signal: awaited.start() }
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

type Source = Parameters<TonConnect['connect']>[0]

type ConnectionObserver = {
  /** A connection is about to be made; it lasts until the signal aborts. */
  start: () => AbortSignal
  made: (source: unknown, link: string | null) => void
}

/** Reports every connection, including those that the library's list of wallets starts automatically. */
function observeConnections(connector: TonConnect, { start, made }: ConnectionObserver): void {
  const connect = connector.connect.bind(connector)
  Object.defineProperty(connector, 'connect', {
    value: (source: Source, request?: ConnectAdditionalRequest, options?: object) => {
      const signal = start()
      const link = connect(source, request, { ...options, signal })
      made(source, link ?? null)
      return link
    },
  })
}
