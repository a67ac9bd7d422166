import type { ITonConnect, TonConnect, Wallet, WalletInfo } from '@tonconnect/ui-react'
import * as v from 'valibot'
import { TonProofSchema } from '#shared/ton-proof.ts'
import type { WalletAnswer, WalletApp, WalletChoice } from '../wallet-connector.ts'
import {
  type AwaitedWallet,
  type AwaitedWalletOptions,
  createAwaitedWallet,
  MALFORMED,
} from './awaited-wallet.ts'
import type { StoredPending, TonRequest } from './connection-memory.ts'
import type { KnownTonWallet } from './connection-state.ts'
import { disconnect } from './disconnect.ts'
import { findAppBySource, findSource } from './listed-wallet.ts'
import { readWallet } from './read-wallet.ts'
import { getConnectErrorCode, getProofErrorCode } from './ton-connect-error.ts'
import type { WalletErrorCode } from './wallet-error-code.ts'

export type ConnectingOptions = AwaitedWalletOptions & {
  onWallet: (wallet: KnownTonWallet | null) => void
}

/** Connects a wallet: the request that its link carries, and the answer. */
export function createConnecting(
  connector: TonConnect,
  walletError: WalletErrorCode,
  options: ConnectingOptions,
) {
  const { onWallet } = options
  const awaited = createAwaitedWallet(options)
  const restoring = createRestoring(connector, awaited, options)
  const asking = createAsking(connector, awaited, options)

  connector.onStatusChange(takeWallet, takeError)

  function takeWallet(wallet: Wallet | null): void {
    if (wallet === null) return onWallet(null)
    const known = readWallet(wallet, asking)
    if (known === null) {
      onWallet(null)
      return awaited.fail(MALFORMED)
    }
    if (awaited.isPending() && known.network !== asking.request?.network) return leave()
    const answer = getAnswer(known, wallet.connectItems)
    if (restoring.hasLost(answer)) return
    onWallet(known)
    awaited.settle(answer)
  }

  /** The wallet has connected with another network. */
  function leave(): void {
    awaited.settle({ kind: 'failure', code: 'ton-network-mismatch' })
    void disconnect(connector)
  }

  function takeError(error: unknown): void {
    awaited.fail({ kind: 'failure', code: getConnectErrorCode(error, walletError.take()) })
  }

  return {
    connect: asking.connect,
    takeError,
    giveUp: () => awaited.giveUp(),
    /** A wallet's message has arrived, and the library has not read it yet. */
    messageArrived: () => awaited.read(),
    isReading: () => awaited.isReading(),
    async fetchWallets(): Promise<void> {
      asking.wallets = await connector.getWallets()
    },
    ask(request: TonRequest): void {
      asking.request = request
    },
    async restore(due: StoredPending | null): Promise<void> {
      asking.opened = due?.walletApp ?? null
      await restoring.restore(due)
      if (!connector.connected) onWallet(null)
    },
    /**
     * Connects the wallet that was chosen on our screen. Returns its link, null where it is part of the browser, or
     * undefined where the list does not contain it.
     */
    choose(choice: WalletChoice): string | null | undefined {
      const { request, wallets, connect } = asking
      const source = findSource(choice, wallets)
      if (source === undefined || request === null) return undefined
      return connect(source, { tonProof: request.payload }) ?? null
    },
  }
}

type Connect = ITonConnect['connect']
type Source = Parameters<Connect>[0]
type Rest = [request?: Parameters<Connect>[1], options?: Parameters<Connect>[2]]

type ProofAsking = {
  wallets: WalletInfo[]
  request: TonRequest | null
  /** The wallet app that was opened last; null where that is not known. */
  opened: WalletApp | null
  /** Starts a connection, for our own screens and for the library's list. */
  connect: Connect
}

function createAsking(
  connector: TonConnect,
  awaited: AwaitedWallet,
  { onPending }: ConnectingOptions,
): ProofAsking {
  const asking: ProofAsking = { wallets: [], request: null, opened: null, connect }

  /** The library only writes the network into the request: in an answer it would accept no number for it. */
  function connect<T extends Source>(source: T, ...[additional, options]: Rest) {
    connector.setConnectionNetwork(asking.request?.network)
    const link = connector.connect<T>(source, additional, { ...options, signal: awaited.start() })
    connector.setConnectionNetwork(undefined)
    asking.opened = findAppBySource(source, asking.wallets)
    onPending({ link: typeof link === 'string' ? link : null, walletApp: asking.opened })
    return link
  }

  return asking
}

/** What a connected wallet answered to our request for a proof. */
function getAnswer(known: KnownTonWallet, items: Wallet['connectItems']): WalletAnswer {
  const reply = items?.tonProof
  if (reply === undefined) return { kind: 'failure', code: 'wallet-no-proof' }
  if ('error' in reply) return { kind: 'failure', code: getProofErrorCode(reply.error) }
  const { address, network, stateInit, publicKey, walletApp } = known
  const proof = v.safeParse(TonProofSchema, {
    address,
    network,
    stateInit,
    publicKey,
    proof: reply.proof,
  })
  return proof.success ? { kind: 'ton-proof', proof: proof.output, walletApp } : MALFORMED
}

/** The library stores a connection over a reload, but not the proof that came with it. */
function createRestoring(
  connector: TonConnect,
  awaited: AwaitedWallet,
  { stored }: ConnectingOptions,
) {
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
    /** Ends a connection that cannot answer now, because the wallet must be asked again. */
    async restore(due: TonRequest | null): Promise<void> {
      const until = due === null ? {} : { signal: awaited.start() }
      isUnderWay = due !== null
      isProofLost = false
      await connector.restoreConnection(until).catch(() => {})
      isUnderWay = false
      if (!isProofLost && stored.read() !== null) return
      awaited.giveUp()
      if (isProofLost) await disconnect(connector)
    },
  }
}
