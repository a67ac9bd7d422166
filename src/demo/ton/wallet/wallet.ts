import { SIGN_DATA_ERROR_CODES, SessionCrypto } from '@tonconnect/protocol'
import { type ReadableAtom, type WritableAtom, atom } from 'nanostores'
import { createHold, type HeldUntil } from '#demo/wallet/hold.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import { ACCOUNT_KINDS, type TonAccountKind, type TonAccount, createAccount } from './accounts.ts'
import { appDomain, fetchAppManifest, type AppManifest } from './app-manifest.ts'
import type { TonBehaviour, TextBehaviour } from './behaviour.ts'
import type { BridgeClient } from './bridge-client.ts'
import { createConnectError, createConnectEvent } from './connect-event.ts'
import type { ConnectLink } from './connect-link.ts'
import type { RotatableKeys } from './rotatable-account.ts'
import { createTextAnswer } from './text-answer.ts'
import {
  type TonTextRequest,
  type WalletSessions,
  createWalletSessions,
} from './wallet-sessions.ts'
import type { TonSession, WalletStorage } from './wallet-storage.ts'

type RequestLink = Extract<ConnectLink, { kind: 'request' }>
export type TonConnectView = { screen: 'connect'; link: RequestLink; manifest: AppManifest }
type TonSignView = { screen: 'sign'; request: TonTextRequest }

export type TonWalletView =
  | { screen: 'accounts' }
  | { screen: 'loading' }
  | { screen: 'malformed-link' }
  /** The app's manifest could not be read; the app knows. */
  | { screen: 'unknown-app' }
  | TonConnectView
  | TonSignView
  /** Approved; the answer is held back. */
  | { screen: 'waiting'; until: HeldUntil }
  /** The bridge did not take the answer; `back` is where it was given. */
  | { screen: 'unsent'; back: TonConnectView | TonSignView }
  | { screen: 'done'; outcome: 'connected' | 'signed' | 'rejected' }

/** How a request ended, as far as the wallet knows. */
type TonWalletOutcome = Extract<TonWalletView, { screen: 'done' }>['outcome']

export type DemoTonWallet = {
  view: ReadableAtom<TonWalletView>
  sessions: ReadableAtom<TonSession[]>
  accounts(network: TonNetwork): TonAccount[]
  open(link: ConnectLink): Promise<void>
  approve(choice: { account: TonAccountKind; behaviour: TonBehaviour }): Promise<void>
  approveText(behaviour: TextBehaviour): Promise<void>
  reject(): Promise<void>
  /** Sends the answer that is held back. */
  answerNow(): void
  /** Returns to the request whose answer was not accepted. */
  retry(): void
  showAccounts(): void
  disconnect(appId: string): Promise<void>
  close(): void
}

type TonWalletOptions = {
  bridge: BridgeClient
  storage: WalletStorage
  rotatableKeys: RotatableKeys
  seed: string
  /** In milliseconds. */
  now: () => number
  sleep: (milliseconds: number) => Promise<void>
}

const SECOND_MS = 1_000

/** A TON Connect wallet that shows what it signs and, on request, answers wrongly. */
export function createWallet(options: TonWalletOptions): DemoTonWallet {
  const { seed, storage, bridge } = options
  const view = atom<TonWalletView>({ screen: 'accounts' })
  const sessions = createWalletSessions({
    bridge,
    storage,
    onTextRequest: (request) => view.set({ screen: 'sign', request }),
  })
  const hold = createHold({
    onHeld: (until) => view.set({ screen: 'waiting', until }),
    sleep: options.sleep,
  })
  const state = { ...options, view, sessions }
  sessions.start()

  return {
    view,
    sessions: sessions.connected,
    accounts: (network) => ACCOUNT_KINDS.map((kind) => createAccount({ kind, seed, network })),
    open: (link) => open(state, link),
    approve: async ({ account, behaviour }) => {
      const current = view.get()
      if (current.screen !== 'connect') return
      if (behaviour === 'reject') return reject(state)
      await hold.before(behaviour)
      await sendFrom(state, current, () => connect(state, current, { account, behaviour }))
    },
    approveText: async (behaviour) => {
      const current = view.get()
      if (current.screen !== 'sign') return
      if (behaviour === 'reject') return reject(state)
      await hold.before(behaviour)
      await sendFrom(state, current, () => sign(state, current.request, behaviour))
    },
    reject: () => reject(state),
    answerNow: () => hold.release(),
    retry: () => {
      const current = view.get()
      if (current.screen === 'unsent') view.set(current.back)
    },
    showAccounts: () => view.set({ screen: 'accounts' }),
    disconnect: (appId) => sessions.end(appId),
    close: () => sessions.stop(),
  }
}

type TonWalletState = TonWalletOptions & {
  view: WritableAtom<TonWalletView>
  sessions: WalletSessions
}

async function open({ view, bridge }: TonWalletState, link: ConnectLink): Promise<void> {
  if (link.kind === 'none') return view.set({ screen: 'accounts' })
  if (link.kind === 'malformed') return view.set({ screen: 'malformed-link' })
  view.set({ screen: 'loading' })
  const answer = await fetchAppManifest(link.request.manifestUrl)
  if (answer.kind === 'manifest') {
    return view.set({ screen: 'connect', link, manifest: answer.manifest })
  }
  view.set({ screen: 'unknown-app' })
  const body = createConnectError(FIRST_EVENT_ID, answer.reason)
  await bridge.post({ crypto: new SessionCrypto(), to: link.appId, body })
}

async function reject(state: TonWalletState): Promise<void> {
  const current = state.view.get()
  if (current.screen === 'sign') {
    const error = { code: SIGN_DATA_ERROR_CODES.USER_REJECTS_ERROR, message: 'The person refused' }
    await sendFrom(state, current, async () => {
      await state.sessions.answer(current.request, { error })
      return 'rejected'
    })
  }
  if (current.screen !== 'connect') return
  await sendFrom(state, current, async () => {
    const body = createConnectError(FIRST_EVENT_ID, 'rejected')
    await state.bridge.post({ crypto: new SessionCrypto(), to: current.link.appId, body })
    return 'rejected'
  })
}

async function sendFrom(
  { view }: TonWalletState,
  back: TonConnectView | TonSignView,
  send: () => Promise<TonWalletOutcome>,
): Promise<void> {
  try {
    view.set({ screen: 'done', outcome: await send() })
  } catch {
    view.set({ screen: 'unsent', back })
  }
}

const FIRST_EVENT_ID = 1

async function connect(
  state: TonWalletState,
  { link, manifest }: TonConnectView,
  { account: kind, behaviour }: { account: TonAccountKind; behaviour: TonBehaviour },
): Promise<TonWalletOutcome> {
  const network = requestedNetwork(link)
  const account = createAccount({ kind, seed: state.seed, network })
  const event = createConnectEvent({
    eventId: FIRST_EVENT_ID,
    request: link.request,
    account,
    rotation: await currentRotation(state.rotatableKeys, account),
    behaviour,
    domain: appDomain(manifest),
    timestamp: unixTime(state.now),
    walletApp: link.walletApp,
  })
  const session = {
    appId: link.appId,
    keyPair: new SessionCrypto().stringifyKeypair(),
    account: kind,
    network,
    app: manifest,
    lastEventId: FIRST_EVENT_ID,
  }
  await state.sessions.open(session, event)
  if (behaviour === 'disconnect-afterwards') await state.sessions.end(session.appId)
  return 'connected'
}

async function sign(
  state: TonWalletState,
  request: TonTextRequest,
  behaviour: TextBehaviour,
): Promise<TonWalletOutcome> {
  const { session } = request
  if (behaviour === 'disconnect-instead') {
    await state.sessions.end(session.appId)
    return 'rejected'
  }
  const account = createAccount({
    kind: session.account,
    seed: state.seed,
    network: session.network,
  })
  const result = createTextAnswer({
    request,
    account,
    rotation: await currentRotation(state.rotatableKeys, account),
    behaviour,
    domain: appDomain(session.app),
    timestamp: unixTime(state.now),
  })
  await state.sessions.answer(request, { result })
  return 'signed'
}

/** The network that the app wants to connect on; mainnet where it does not say. */
export function requestedNetwork({ request }: RequestLink): TonNetwork {
  const item = request.items.find((item) => item.name === 'ton_addr')
  return item?.network ?? '-239'
}

async function currentRotation(keys: RotatableKeys, account: TonAccount): Promise<number> {
  if (account.kind !== 'rotatable') return 0
  const key = await keys.read(account)
  return key.state === 'active' ? key.rotation : 0
}

function unixTime(now: () => number): number {
  return Math.floor(now() / SECOND_MS)
}
