import type { WalletKitTypes } from '@reown/walletkit'
import { type ReadableAtom, type WritableAtom, atom } from 'nanostores'
import { type Address, isAddress, isAddressEqual } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { createHold } from '#demo/wallet/hold.ts'
import type { SafeAccount } from '../sign-as-safe.ts'
import {
  type AccountKind,
  type EvmAccount,
  foreignKey,
  keyAccounts,
  safeOwnerKey,
} from './accounts.ts'
import type { Behaviour, ConnectBehaviour, SignBehaviour } from './behaviour.ts'
import { askedChainIds, grantNamespaces } from './session-namespaces.ts'
import { signText } from './sign-text.ts'
import { type AppFacts, type TextRequest, readRequest } from './text-request.ts'
import { type Kit, closeWalletKit } from './wallet-kit.ts'
import { type WalletLink, pairingTopic } from './wallet-link.ts'
import type { ConnectView, Outcome, SignView, WalletView } from './wallet-view.ts'

/** An app that this wallet is connected to. */
export type ConnectedApp = { topic: string; app: AppFacts; address: string }

export type EvmWallet = {
  view: ReadableAtom<WalletView>
  connected: ReadableAtom<readonly ConnectedApp[]>
  accounts: readonly EvmAccount[]
  open(link: WalletLink): Promise<void>
  connect(choice: { account: AccountKind; behaviour: ConnectBehaviour }): Promise<void>
  sign(behaviour: SignBehaviour): Promise<void>
  reject(): Promise<void>
  /** Sends the answer that waits until asked for. */
  answerNow(): void
  /** Returns to the request whose answer was not taken. */
  retry(): void
  showAccounts(): void
  disconnect(topic: string): Promise<void>
  close(): Promise<void>
}

/** What the wallet asks of its surroundings, which are a demo. */
export type DemoPort = {
  /** The Safe of this one owner; made where there is none. Null where the chain cannot be reached. */
  safeOf(owner: Address): Promise<SafeAccount | null>
  /** Breaks the line of every client of the relay but this one, or lets it go dead. */
  disturbRelay(how: 'drop' | 'silence', except: string): Promise<void>
}

type WalletOptions = {
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
const UNSUPPORTED_METHOD = { code: 5101, message: 'Unsupported methods.' }
const MALFORMED_REQUEST = { code: -32_602, message: 'Invalid parameters.' }
const REJECTED_REQUEST = { code: 4001, message: 'User rejected the request.' }
const DISCONNECTED = { code: 6000, message: 'User disconnected.' }

/** A WalletConnect wallet that shows what it signs and, on request, answers wrongly. */
export async function createEvmWallet(options: WalletOptions): Promise<EvmWallet> {
  const { kit } = options
  const view = atom<WalletView>({ screen: 'accounts' })
  const state: State = {
    ...options,
    view,
    connected: atom(connectedApps(kit)),
    accounts: await findAccounts(options),
    hold: createHold({
      onHeld: (until) => view.set({ screen: 'waiting', until }),
      sleep: options.sleep,
    }),
  }
  listen(state)
  showWaiting(state)
  return {
    view,
    connected: state.connected,
    accounts: state.accounts,
    open: (link) => open(state, link),
    connect: (choice) => connect(state, choice),
    sign: (behaviour) => sign(state, behaviour),
    reject: () => reject(state),
    answerNow: () => state.hold.release(),
    retry() {
      const current = view.get()
      if (current.screen === 'unsent') view.set(current.back)
    },
    showAccounts: () => view.set({ screen: 'accounts' }),
    disconnect: (topic) => disconnect(state, topic),
    close: () => closeWalletKit(kit),
  }
}

type State = WalletOptions & {
  view: WritableAtom<WalletView>
  connected: WritableAtom<readonly ConnectedApp[]>
  accounts: readonly EvmAccount[]
  hold: ReturnType<typeof createHold>
}

async function findAccounts({ demo, seed, chainIds }: WalletOptions): Promise<EvmAccount[]> {
  const key = safeOwnerKey(seed)
  const safe = await demo.safeOf(privateKeyToAddress(key))
  const accounts = keyAccounts(seed, chainIds)
  if (safe === null) return accounts
  return [...accounts, { kind: 'safe', address: safe.address, chainIds: [safe.chainId], key }]
}

function listen(state: State): void {
  const { kit, view } = state
  kit.on('session_proposal', ({ params }) => view.set(connectView(params)))
  kit.on('session_request', (request) => receive(state, request))
  kit.on('session_delete', () => state.connected.set(connectedApps(kit)))
  kit.on('proposal_expire', ({ id }) => {
    const current = view.get()
    if (current.screen === 'connect' && current.proposal.id === id) view.set({ screen: 'expired' })
  })
  kit.on('session_request_expire', ({ id }) => {
    const current = view.get()
    if (current.screen === 'sign' && current.request.id === id) view.set({ screen: 'expired' })
  })
}

type Request = Pick<WalletKitTypes.SessionRequest, 'topic' | 'id' | 'params'>

function receive(state: State, { topic, id, params }: Request): void {
  const read = readRequest(params.request)
  const session = state.kit.getActiveSessions()[topic]
  if (session === undefined) return
  if (read.kind !== 'text') {
    const error = read.kind === 'unsupported' ? UNSUPPORTED_METHOD : MALFORMED_REQUEST
    // An answer that the relay does not take is lost, as from any wallet that goes offline.
    respond(state, { topic, id }, { error }).catch(() => {})
    return
  }
  const { text, address } = read
  const chainId = Number(params.chainId.replace('eip155:', ''))
  const app = appFacts(session.peer.metadata)
  state.view.set({ screen: 'sign', request: { topic, id, text, address, chainId, app } })
}

/** What came while nobody looked, the latest of it. */
function showWaiting(state: State): void {
  const request = state.kit.getPendingSessionRequests().at(-1)
  const proposal = Object.values(state.kit.getPendingSessionProposals()).at(-1)
  if (request !== undefined) receive(state, request)
  else if (proposal !== undefined) state.view.set(connectView(proposal))
}

type KitProposal = WalletKitTypes.SessionProposal['params']

function connectView(asked: KitProposal): ConnectView {
  const { id, proposer } = asked
  const proposal = { id, app: appFacts(proposer.metadata), asked, chainIds: askedChainIds(asked) }
  return { screen: 'connect', proposal }
}

async function open({ kit, view }: State, link: WalletLink): Promise<void> {
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

async function connect(
  state: State,
  { account: kind, behaviour }: { account: AccountKind; behaviour: ConnectBehaviour },
): Promise<void> {
  const current = state.view.get()
  const account = state.accounts.find((one) => one.kind === kind)
  if (current.screen !== 'connect' || account === undefined) return
  await answerFrom(state, { back: current, behaviour }, async () => {
    const { id, asked } = current.proposal
    const namespaces = grantNamespaces(asked, account, behaviour)
    if (namespaces === null) {
      await state.kit.rejectSession({ id, reason: UNSUPPORTED_CHAINS })
      return 'refused'
    }
    // Approved once the relay has it: the app may be away, and acknowledge it much later.
    const { topic } = await state.kit.engine.signClient.approve({ id, namespaces })
    state.connected.set(connectedApps(state.kit))
    if (behaviour === 'disconnect-afterwards') await disconnect(state, topic)
    return 'connected'
  })
}

async function sign(state: State, behaviour: SignBehaviour): Promise<void> {
  const current = state.view.get()
  if (current.screen !== 'sign') return
  const { request } = current
  await answerFrom(state, { back: current, behaviour }, async () => {
    if (behaviour === 'disconnect') {
      await disconnect(state, request.topic)
      return 'disconnected'
    }
    const account = state.accounts.find(({ address }) => isSame(address, request.address))
    if (account === undefined) {
      await respond(state, request, { error: MALFORMED_REQUEST })
      return 'refused'
    }
    const { text, chainId } = request
    const signing = { text, chainId, account, behaviour, foreignKey: foreignKey(state.seed) }
    await respond(state, request, { result: await signText(signing) })
    return 'signed'
  })
}

type Approval = { back: ConnectView | SignView; behaviour: Behaviour }

/** Holds back, disturbs the app's line and sends, as the behaviour says. */
async function answerFrom(
  state: State,
  { back, behaviour }: Approval,
  send: () => Promise<Outcome>,
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

async function reject(state: State): Promise<void> {
  const current = state.view.get()
  if (current.screen !== 'connect' && current.screen !== 'sign') return
  await answerFrom(state, { back: current, behaviour: 'honest' }, async () => {
    if (current.screen === 'sign') {
      await respond(state, current.request, { error: REJECTED_REQUEST })
    } else {
      await state.kit.rejectSession({ id: current.proposal.id, reason: REJECTED_SESSION })
    }
    return 'rejected'
  })
}

async function disconnect({ kit, connected }: State, topic: string): Promise<void> {
  await kit.disconnectSession({ topic, reason: DISCONNECTED })
  connected.set(connectedApps(kit))
}

type RpcAnswer = { result: string } | { error: { code: number; message: string } }

function respond(
  { kit }: State,
  { topic, id }: Pick<TextRequest, 'topic' | 'id'>,
  answer: RpcAnswer,
): Promise<void> {
  return kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...answer } })
}

function connectedApps(kit: Kit): ConnectedApp[] {
  return Object.values(kit.getActiveSessions()).map(({ topic, peer, namespaces }) => ({
    topic,
    app: appFacts(peer.metadata),
    address: namespaces['eip155']?.accounts[0]?.split(':')[2] ?? '',
  }))
}

function appFacts({ name, url, icons }: { name: string; url: string; icons: string[] }): AppFacts {
  return { name, url, iconUrl: icons[0] ?? 'data:,' }
}

function isSame(one: string, other: string): boolean {
  return isAddress(one) && isAddress(other, { strict: false }) && isAddressEqual(one, other)
}
