import type { WalletKitTypes } from '@reown/walletkit'
import { type ReadableAtom, type WritableAtom, atom } from 'nanostores'
import { type Address, isAddress, isAddressEqual } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { createHold } from '#demo/wallet/hold.ts'
import { type SafeAccount, signAsSafe } from '../sign-as-safe.ts'
import { treasuryKey } from '../treasury-keys.ts'
import {
  type EvmAccountKind,
  type DemoEvmAccount,
  foreignKey,
  keyAccounts,
  safeOwnerKey,
} from './accounts.ts'
import {
  answerSigning,
  RPC_ERRORS,
  type RpcAnswer,
  type RpcError,
  collectNext,
  isCollected,
  startCollecting,
} from './answer-signing.ts'
import type { EvmBehaviour, ConnectBehaviour, SignBehaviour } from './behaviour.ts'
import {
  askedChainIds,
  grantNamespaces,
  OTHER_CHAIN,
  sessionChainIds,
  switchedNamespaces,
} from './session-namespaces.ts'
import {
  type AppFacts,
  type ReadRequest,
  type EvmTextRequest,
  readRequest,
} from './signing-request.ts'
import { findSignIn, type KitProposal, makeSignIns } from './sign-in.ts'
import type { TreasuryPort } from './treasury-port.ts'
import { type Kit, closeWalletKit } from './wallet-kit.ts'
import { type OpenedWalletLink, pairingTopic } from './wallet-link.ts'
import type {
  CollectingView,
  EvmConnectView,
  EvmWalletOutcome,
  RequestView,
  EvmSignView,
  EvmWalletView,
} from './wallet-view.ts'

/** An app that this wallet is connected to. */
export type ConnectedApp = {
  topic: string
  app: AppFacts
  address: string
  /** Chains that the app may use. */
  chainIds: readonly number[]
}

export type DemoEvmWallet = {
  view: ReadableAtom<EvmWalletView>
  connected: ReadableAtom<readonly ConnectedApp[]>
  accounts: readonly DemoEvmAccount[]
  /** Null where there is none. */
  treasury: TreasuryPort | null
  open(link: OpenedWalletLink): Promise<void>
  /** What this account would sign as it connects; null where the app asks for nothing that it can sign. */
  getSignInText(account: EvmAccountKind): string | null
  connect(choice: { account: EvmAccountKind; behaviour: ConnectBehaviour }): Promise<void>
  sign(behaviour: SignBehaviour): Promise<void>
  /** As the treasury: the next of its owners signs. */
  signNext(): Promise<void>
  reject(): Promise<void>
  /** Sends the answer that is held back. */
  answerNow(): void
  /** Returns to the request whose answer was not accepted. */
  retry(): void
  showAccounts(): void
  /** Chains that the person can switch to: those that the wallet offers, and one that no app asks for. */
  chainIds: readonly number[]
  /** Moves an app's connection to this chain, and notifies the app. */
  switchChain(topic: string, chainId: number): Promise<void>
  disconnect(topic: string): Promise<void>
  close(): Promise<void>
}

/** The demo services that the wallet uses. */
export type DemoPort = {
  /** The Safe of this one owner, created if missing. Null if the chain cannot be reached. */
  findSafe(owner: Address): Promise<SafeAccount | null>
  /** Drops or silences the connection of every client of the relay except this one. */
  disturbRelay(how: 'drop' | 'silence', except: string): Promise<void>
  /** The Safe of several people; null where there is none. */
  treasury: TreasuryPort | null
}

type EvmWalletOptions = {
  kit: Kit
  demo: DemoPort
  seed: string
  /** Chains that the wallet offers. */
  chainIds: readonly number[]
  sleep: (milliseconds: number) => Promise<void>
}

/** Codes of WalletConnect and EIP-1193: https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
const REJECTED_SESSION = { code: 5000, message: 'User rejected.' }
const UNSUPPORTED_CHAINS = { code: 5100, message: 'Unsupported chains.' }
const DISCONNECTED = { code: 6000, message: 'User disconnected.' }

/** A WalletConnect wallet that shows what it signs and, on request, answers wrongly. */
export async function createEvmWallet(options: EvmWalletOptions): Promise<DemoEvmWallet> {
  const { kit } = options
  const view = atom<EvmWalletView>({ screen: 'accounts' })
  const state: EvmWalletState = {
    ...options,
    view,
    connected: atom(connectedApps(kit)),
    accounts: await findAccounts(options),
    hold: createHold({
      onHeld: (until) => view.set({ screen: 'waiting', until }),
      sleep: options.sleep,
    }),
    received: null,
  }
  listen(state)
  showWaiting(state)
  return {
    view,
    connected: state.connected,
    accounts: state.accounts,
    treasury: options.demo.treasury,
    open: (link) => open(state, link),
    getSignInText: (account) => getSignInText(state, account),
    connect: (choice) => connect(state, choice),
    sign: (behaviour) => sign(state, behaviour),
    signNext: () => signNext(state),
    reject: () => reject(state),
    answerNow: () => state.hold.release(),
    retry() {
      const current = view.get()
      if (current.screen === 'unsent') view.set(current.back)
    },
    showAccounts: () => view.set({ screen: 'accounts' }),
    chainIds: [...options.chainIds, OTHER_CHAIN],
    switchChain: (topic, chainId) => switchChain(state, topic, chainId),
    disconnect: (topic) => disconnect(state, topic),
    close: () => closeWalletKit(kit),
  }
}

type EvmWalletState = EvmWalletOptions & {
  view: WritableAtom<EvmWalletView>
  connected: WritableAtom<readonly ConnectedApp[]>
  accounts: readonly DemoEvmAccount[]
  hold: ReturnType<typeof createHold>
  /** Id of the last request; null before the first. */
  received: number | null
}

async function findAccounts({ demo, seed, chainIds }: EvmWalletOptions): Promise<DemoEvmAccount[]> {
  const key = safeOwnerKey(seed)
  const [safe, treasury] = await Promise.all([
    demo.findSafe(privateKeyToAddress(key)),
    demo.treasury?.read().catch(() => null) ?? null,
  ])
  const contracts: (DemoEvmAccount | null)[] = [
    safe && { kind: 'safe', address: safe.address, chainIds: [safe.chainId], key },
    treasury && { kind: 'treasury', address: treasury.address, chainIds: [treasury.chainId] },
  ]
  return [...keyAccounts(seed, chainIds), ...contracts.filter((account) => account !== null)]
}

function listen(state: EvmWalletState): void {
  const { kit, view } = state
  kit.on('session_proposal', ({ params }) => view.set(connectView(params)))
  kit.on('session_request', (request) => {
    // A second after its start the library announces what was pending, and may be answered by then.
    if (request.id !== state.received) receive(state, request)
  })
  kit.on('session_delete', () => state.connected.set(connectedApps(kit)))
  kit.on('proposal_expire', ({ id }) => {
    const current = view.get()
    if (current.screen === 'connect' && current.proposal.id === id) view.set({ screen: 'expired' })
  })
  kit.on('session_request_expire', ({ id }) => {
    const current = view.get()
    const isAsked = current.screen === 'sign' || current.screen === 'collecting'
    if (isAsked && current.request.id === id) view.set({ screen: 'expired' })
  })
}

type SessionRequest = Pick<WalletKitTypes.SessionRequest, 'topic' | 'id' | 'params'>

function receive(state: EvmWalletState, { topic, id, params }: SessionRequest): void {
  state.received = id
  const session = state.kit.getActiveSessions()[topic]
  if (session === undefined) return
  const chainId = Number(params.chainId.replace('eip155:', ''))
  const read = readRequest(params.request)
  const error = findRefusal(state, read, chainId)
  if (error !== null || !('address' in read)) {
    // An answer that the relay does not accept is lost, as from any wallet that goes offline.
    respond(state, { topic, id }, { error: error ?? RPC_ERRORS.malformed }).catch(() => {})
    return
  }
  const app = appFacts(session.peer.metadata)
  state.view.set({ screen: 'sign', request: { topic, id, chainId, app, ...read } })
}

/** The wallet's immediate refusal; null for a request that the person decides. */
function findRefusal(state: EvmWalletState, read: ReadRequest, chainId: number): RpcError | null {
  if (read.kind === 'unsupported') return RPC_ERRORS.notGranted
  if (read.kind === 'malformed') return RPC_ERRORS.malformed
  if (read.kind === 'text') return null
  const account = findAccount(state, read.address)
  const isContract = account?.kind === 'safe' || account?.kind === 'treasury'
  if (isContract) return RPC_ERRORS.unsupported
  // Wallets accept typed data only for the chain of the request.
  return read.data.domain.chainId === chainId ? null : RPC_ERRORS.malformed
}

function findAccount({ accounts }: EvmWalletState, asked: string): DemoEvmAccount | undefined {
  return accounts.find(({ address }) => isSame(address, asked))
}

/** Shows the latest request that arrived while the wallet was closed. */
function showWaiting(state: EvmWalletState): void {
  const request = state.kit.getPendingSessionRequests().at(-1)
  const proposal = Object.values(state.kit.getPendingSessionProposals()).at(-1)
  if (request !== undefined) receive(state, request)
  else if (proposal !== undefined) state.view.set(connectView(proposal))
}

function connectView(asked: KitProposal): EvmConnectView {
  const { id, proposer } = asked
  const proposal = { id, app: appFacts(proposer.metadata), asked, chainIds: askedChainIds(asked) }
  return { screen: 'connect', proposal }
}

async function open({ kit, view }: EvmWalletState, link: OpenedWalletLink): Promise<void> {
  if (link.kind === 'none') return
  if (link.kind === 'malformed') return view.set({ screen: 'malformed-link' })
  view.set({ screen: 'loading' })
  try {
    await kit.pair({ uri: link.uri })
  } catch {
    const pending = Object.values(kit.getPendingSessionProposals()).find(
      (proposal) => proposal.pairingTopic === pairingTopic(link.uri),
    )
    view.set(pending === undefined ? { screen: 'stale-link' } : connectView(pending))
  }
}

function getSignInText({ view, kit, accounts }: EvmWalletState, kind: EvmAccountKind) {
  const current = view.get()
  const account = accounts.find((one) => one.kind === kind)
  if (current.screen !== 'connect' || account === undefined) return null
  return findSignIn({ kit, asked: current.proposal.asked, account })?.text ?? null
}

async function connect(
  state: EvmWalletState,
  { account: kind, behaviour }: { account: EvmAccountKind; behaviour: ConnectBehaviour },
): Promise<void> {
  const current = state.view.get()
  const account = state.accounts.find((one) => one.kind === kind)
  if (current.screen !== 'connect' || account === undefined) return
  await answerFrom(state, { back: current, behaviour }, async () => {
    const { id, asked } = current.proposal
    const others = state.accounts.filter((one) => one !== account && 'key' in one)
    const shared = behaviour === 'every-account' ? others : []
    const namespaces = grantNamespaces(asked, [account, ...shared], behaviour)
    if (namespaces === null) {
      await state.kit.rejectSession({ id, reason: UNSUPPORTED_CHAINS })
      return 'refused'
    }
    const signing = { kit: state.kit, asked, account, behaviour }
    const authentication = await makeSignIns({ ...signing, foreignKey: foreignKey(state.seed) })
    // Approved when the relay has it, because the app may be away and acknowledge it much later.
    const { topic } = await state.kit.engine.signClient.approve({
      id,
      namespaces,
      ...(authentication.length > 0 && { proposalRequestsResponses: { authentication } }),
    })
    state.connected.set(connectedApps(state.kit))
    if (behaviour === 'disconnect-afterwards') await disconnect(state, topic)
    return authentication.length > 0 ? 'signed' : 'connected'
  })
}

async function sign(state: EvmWalletState, behaviour: SignBehaviour): Promise<void> {
  const current = state.view.get()
  if (current.screen !== 'sign') return
  const { request } = current
  const { treasury } = state.demo
  const isTreasury = findAccount(state, request.address)?.kind === 'treasury'
  if (treasury !== null && isTreasury && request.kind === 'text' && isCollected(behaviour)) {
    return startAsTreasury(state, { treasury, back: current, request, behaviour })
  }
  await answerFrom(state, { back: current, behaviour }, async () => {
    if (behaviour === 'disconnect') {
      await disconnect(state, request.topic)
      return 'disconnected'
    }
    const account = findAccount(state, request.address)
    const signing = { request, account, behaviour, treasury, foreignKey: foreignKey(state.seed) }
    const { outcome, rpc } = await answerSigning(signing)
    if (rpc !== null) await respond(state, request, rpc)
    return outcome
  })
}

type AsTreasury = {
  treasury: TreasuryPort
  back: EvmSignView
  request: EvmTextRequest
  behaviour: SignBehaviour
}

async function startAsTreasury(state: EvmWalletState, start: AsTreasury): Promise<void> {
  const { treasury, back, request, behaviour } = start
  const { view } = state
  view.set({ screen: 'sending' })
  try {
    view.set(startCollecting({ request, behaviour, terms: await treasury.read() }))
    await signNext(state)
  } catch {
    view.set({ screen: 'unsent', back })
  }
}

/** The next owner signs. The app gets its answer when the threshold is reached. */
async function signNext(state: EvmWalletState): Promise<void> {
  const current = state.view.get()
  const { treasury } = state.demo
  if (current.screen !== 'collecting' || treasury === null) return
  state.view.set({ screen: 'sending' })
  try {
    const view = await collectNext(treasury, current)
    state.view.set(view)
    if (view.next === null) await answerAsTreasury(state, view)
  } catch {
    state.view.set({ screen: 'unsent', back: current })
  }
}

function answerAsTreasury(state: EvmWalletState, view: CollectingView): Promise<void> {
  const { request, behaviour, terms, signed } = view
  return answerFrom(state, { back: view, behaviour }, async () => {
    const result = await signAsSafe(terms, request.text, signed.map(treasuryKey))
    await respond(state, request, { result })
    return 'signed'
  })
}

type Approval = { back: RequestView; behaviour: EvmBehaviour }

/** Holds the answer back, disturbs the app's connection and sends, according to the behaviour. */
async function answerFrom(
  state: EvmWalletState,
  { back, behaviour }: Approval,
  send: () => Promise<EvmWalletOutcome>,
): Promise<void> {
  const { view, hold, kit, demo } = state
  if (behaviour === 'no-answer') return view.set({ screen: 'done', outcome: 'ignored' })
  await hold.before(behaviour)
  view.set({ screen: 'sending' })
  try {
    if (behaviour === 'drop-relay' || behaviour === 'silence-relay') {
      const how = behaviour === 'drop-relay' ? 'drop' : 'silence'
      await demo.disturbRelay(how, await kit.core.crypto.getClientId())
    }
    view.set({ screen: 'done', outcome: await send() })
  } catch {
    view.set({ screen: 'unsent', back })
  }
}

async function reject(state: EvmWalletState): Promise<void> {
  const current = state.view.get()
  if (current.screen !== 'connect' && current.screen !== 'sign') return
  await answerFrom(state, { back: current, behaviour: 'honest' }, async () => {
    if (current.screen === 'sign') {
      await respond(state, current.request, { error: RPC_ERRORS.rejected })
    } else {
      await state.kit.rejectSession({ id: current.proposal.id, reason: REJECTED_SESSION })
    }
    return 'rejected'
  })
}

/** As common wallets do: the session's new accounts first, then the event. */
async function switchChain(state: EvmWalletState, topic: string, chainId: number): Promise<void> {
  const { kit, connected } = state
  const session = kit.getActiveSessions()[topic]
  if (session === undefined) return
  await kit.updateSession({ topic, namespaces: switchedNamespaces(session.namespaces, chainId) })
  connected.set(connectedApps(kit))
  const event = { name: 'chainChanged', data: chainId }
  await kit.emitSessionEvent({ topic, event, chainId: `eip155:${chainId}` })
}

async function disconnect({ kit, connected }: EvmWalletState, topic: string): Promise<void> {
  await kit.disconnectSession({ topic, reason: DISCONNECTED })
  connected.set(connectedApps(kit))
}

function respond(
  { kit }: EvmWalletState,
  { topic, id }: Pick<EvmTextRequest, 'topic' | 'id'>,
  answer: RpcAnswer,
): Promise<void> {
  return kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...answer } })
}

function connectedApps(kit: Kit): ConnectedApp[] {
  return Object.values(kit.getActiveSessions()).map(({ topic, peer, namespaces }) => ({
    topic,
    app: appFacts(peer.metadata),
    address: namespaces['eip155']?.accounts[0]?.split(':')[2] ?? '',
    chainIds: sessionChainIds(namespaces),
  }))
}

function appFacts({ name, url, icons }: { name: string; url: string; icons: string[] }): AppFacts {
  return { name, url, iconUrl: icons[0] ?? 'data:,' }
}

function isSame(one: string, other: string): boolean {
  return isAddress(one) && isAddress(other, { strict: false }) && isAddressEqual(one, other)
}
