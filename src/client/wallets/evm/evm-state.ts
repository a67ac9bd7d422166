import { atom } from 'nanostores'
import type { UserStorage } from '#client/api/user-storage.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { createAnswerBox } from '../answer-box.ts'
import type { DeviceWallet, WalletApp } from '../wallet-connector.ts'
import {
  openEvmMemory,
  type AskedSignature,
  type ConnectedEvmWallet,
  type PendingPairing,
} from './evm-memory.ts'

/** What the page shows of the wallet on this device, kept up to date and stored over a reload. */
export function createEvmState(storage: UserStorage, now: () => number) {
  const memory = openEvmMemory(storage, now)
  const { connected, pending, asked } = memory
  const deviceWallet = atom<DeviceWallet>(shownWallet(connected.get(), pending.get()))
  const chooserOpen = atom(false)
  const walletApp = atom<WalletApp | null>((pending.get() ?? connected.get())?.walletApp ?? null)
  const answers = createAnswerBox(walletApp)
  const link = atom<string | null>(findLink(pending.get()))

  function keepConnected(record: ConnectedEvmWallet | null): void {
    connected.set(record)
    deviceWallet.set(shownWallet(record, null))
    if (record !== null) walletApp.set(record.walletApp)
  }

  function keepPending(record: PendingPairing | null): void {
    pending.set(record)
    link.set(findLink(record))
    if (record?.walletApp) walletApp.set(record.walletApp)
  }

  /** Nothing is pending any longer, and a late answer is ignored. */
  function drop(): void {
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
    drop()
    answers.deliver({ kind: 'failure', code })
  }

  const shown = { deviceWallet, chooserOpen, walletApp, link }
  const records = {
    connected: () => connected.get(),
    pending: () => pending.get(),
    asked: () => asked.get(),
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

function findLink(pending: PendingPairing | null): string | null {
  return pending?.pairings.at(-1)?.uri ?? null
}

export type EvmState = ReturnType<typeof createEvmState>

function shownWallet(
  connected: ConnectedEvmWallet | null,
  pending: PendingPairing | null,
): DeviceWallet {
  if (connected === null) return { status: pending === null ? 'disconnected' : 'restoring' }
  const { account, walletApp } = connected
  const network = `eip155:${account.chainId}`
  return { status: 'connected', network, address: account.address, walletApp }
}
