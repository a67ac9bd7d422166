import { atom } from 'nanostores'
import type { UserStorage } from '#client/api/user-storage.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { createAnswerBox } from '../answer-box.ts'
import type { DeviceWallet, SessionStep, WalletApp } from '../wallet-connector.ts'
import {
  getTopic,
  openEvmMemory,
  type AskedSignature,
  type ConnectedEvmWallet,
  type PendingConnection,
  type PendingPairing,
  type PendingSession,
} from './evm-memory.ts'
import { findCandidates } from './session-account.ts'

/** How long connections are made without a sign-in after one that brought no answer, in milliseconds. */
const SIGN_IN_PAUSE_MS = 10 * 60_000

type Options = {
  storage: UserStorage
  now: () => number
  /** Chain ids, the preferred first. */
  chains: readonly number[]
}

/** What the page shows of the wallet on this device, kept up to date and stored over a reload. */
export function createEvmState({ storage, now, chains }: Options) {
  const memory = openEvmMemory(storage, now)
  const { connected, pending, asked } = memory
  const deviceWallet = atom<DeviceWallet>(shownWallet(connected.get(), pending.get()))
  const chooserOpen = atom(false)
  const walletApp = atom<WalletApp | null>((pending.get() ?? connected.get())?.walletApp ?? null)
  const answers = createAnswerBox(walletApp)
  const link = atom<string | null>(findLink(pending.get()))
  const sessionStep = atom<SessionStep | null>(findStep(pending.get(), chains))

  function keepConnected(record: ConnectedEvmWallet | null): void {
    connected.set(record)
    deviceWallet.set(shownWallet(record, null))
    if (record !== null) walletApp.set(record.walletApp)
  }

  function keepPending(record: PendingConnection | null): void {
    pending.set(record)
    link.set(findLink(record))
    sessionStep.set(findStep(record, chains))
    if (record?.walletApp) walletApp.set(record.walletApp)
  }

  /** A wallet that breaks on a sign-in gets the next connection without one. */
  function noteUnanswered(): void {
    if (asPairing(pending.get())?.signIn) memory.unansweredSignIn.set({ createdAt: now() })
  }

  /** Nothing is pending any longer, and a late answer is ignored. */
  function drop(): void {
    if (asPairing(pending.get())?.walletApp) noteUnanswered()
    answers.empty()
    keepPending(null)
    asked.set(null)
    if (deviceWallet.get().status === 'restoring') deviceWallet.set({ status: 'disconnected' })
  }

  /** Nothing is connected, pending or answered. */
  function reset(): void {
    drop()
    keepConnected(null)
    walletApp.set(null)
  }

  /** The pending request has failed. */
  function fail(code: ProblemCode): void {
    noteUnanswered()
    drop()
    answers.deliver({ kind: 'failure', code })
  }

  const shown = { deviceWallet, chooserOpen, walletApp, link, sessionStep }
  const records = {
    connected: () => connected.get(),
    /** The pending connection, in either of its two stages. */
    pending: () => pending.get(),
    pairing: () => asPairing(pending.get()),
    session: () => asSession(pending.get()),
    chains,
    asked: () => asked.get(),
    /** Topics on which an answer is still needed. */
    awaited: () => findAwaited(asPairing(pending.get()), asked.get()),
    /** Whether a wallet may be asked to sign as it connects. */
    maySignIn: () => now() - (memory.unansweredSignIn.get()?.createdAt ?? 0) >= SIGN_IN_PAUSE_MS,
  }
  const keep = {
    keepConnected,
    keepPending,
    keepAsked: (record: AskedSignature | null) => asked.set(record),
  }
  const { onDisconnectedElsewhere } = memory
  const listener = { onAnswer: answers.listen, onDisconnectedElsewhere }
  return { ...shown, ...records, ...keep, ...listener, drop, reset, fail, deliver: answers.deliver }
}

function asPairing(pending: PendingConnection | null): PendingPairing | null {
  return pending?.stage === 'pairing' ? pending : null
}

function asSession(pending: PendingConnection | null): PendingSession | null {
  return pending?.stage === 'session' ? pending : null
}

function findAwaited(pending: PendingPairing | null, asked: AskedSignature | null): string[] {
  const topics = pending?.pairings.map(getTopic) ?? []
  return asked === null ? topics : [...topics, asked.topic]
}

function findLink(pending: PendingConnection | null): string | null {
  return asPairing(pending)?.pairings.at(-1)?.uri ?? null
}

/** A session with one account that can be proven needs no step. */
function findStep(
  pending: PendingConnection | null,
  chains: readonly number[],
): SessionStep | null {
  if (pending?.stage !== 'session') return null
  const { choices } = pending
  const accounts =
    choices.length > 0 ? choices : findCandidates(pending.accounts, chains, pending.wanted)
  if (accounts.length === 0) return { kind: 'switch-chain' }
  return accounts.length === 1 ? null : { kind: 'choose-account', accounts }
}

export type EvmState = ReturnType<typeof createEvmState>

function shownWallet(
  connected: ConnectedEvmWallet | null,
  pending: PendingConnection | null,
): DeviceWallet {
  if (connected === null) return { status: pending === null ? 'disconnected' : 'restoring' }
  const { account, accounts, methods, walletApp } = connected
  const network = `eip155:${account.chainId}`
  const safeSigners = methods.includes('eth_signTypedData_v4') ? accounts : []
  return { status: 'connected', network, address: account.address, walletApp, safeSigners }
}
