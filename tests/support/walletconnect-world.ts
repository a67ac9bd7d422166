import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { vi } from 'vitest'
import { type DemoEvmWallet, createEvmWallet } from '#demo/evm/wallet/wallet.ts'
import type { EvmWalletView } from '#demo/evm/wallet/wallet-view.ts'
import { type Kit, openWalletKit } from '#demo/evm/wallet/wallet-kit.ts'
import { parsePairingUri } from '#demo/evm/wallet/wallet-link.ts'
import type { ConnectBehaviour, SignBehaviour } from '#demo/evm/wallet/behaviour.ts'
import { startRelay } from '#demo/evm/relay.ts'

/** How long the wallet may take to show a screen, in milliseconds. */
const TIMEOUT_MS = 10_000

export const PROJECT_ID = '0123456789abcdef0123456789abcdef'

export type WalletConnectWorld = Awaited<ReturnType<typeof startWalletConnectWorld>>

/** Starts WalletConnect's relay and its wallet library on this machine. */
export async function startWalletConnectWorld() {
  const relay = await startRelay({ now: Date.now })
  const wallets: DemoEvmWallet[] = []

  async function openWallet({ name = 'Demo Wallet', chainIds = [1, 8453] } = {}) {
    const kit = await openWalletKit({
      relayUrl: relay.url,
      projectId: PROJECT_ID,
      url: 'http://127.0.0.1',
      name,
      storagePrefix: randomUUID(),
      storage: 'memory',
    })
    /** The app's socket dies without an event. */
    const silenceApp = async () => relay.silenceSockets(await kit.core.crypto.getClientId())
    const demo = {
      findSafe: () => Promise.resolve(null),
      treasury: null,
      async disturbRelay(how: 'drop' | 'silence', except: string) {
        if (how === 'drop') relay.dropSockets(except)
        else relay.silenceSockets(except)
      },
    }
    const wallet = await createEvmWallet({ kit, demo, seed: 'seed', chainIds, sleep })
    wallets.push(wallet)
    return { ...wallet, ...asPerson(wallet), ...asTester(kit, wallet), silenceApp }
  }

  return {
    relay,
    openWallet,
    async close() {
      await Promise.all(wallets.map((wallet) => wallet.close()))
      await relay.close()
    },
  }
}

/** What the library's engine keeps to itself. */
const EngineSchema = v.object({ sendRequest: v.function(), events: v.instance(EventEmitter) })

/** Of `wc_approveSession`, which carries the approval and the session together. */
const ApprovalSchema = v.object({ pairingTopic: v.string(), sessionProposalResponse: v.string() })

/** What a faulty wallet may do. */
function asTester(kit: Kit, wallet: DemoEvmWallet) {
  return {
    /** Changes the accounts of the session, CAIP-10 or not. */
    async offer(accounts: string[]): Promise<void> {
      const topic = wallet.connected.get()[0]?.topic ?? ''
      const former = kit.getActiveSessions()[topic]?.namespaces['eip155']
      if (former === undefined) throw new Error('the wallet has no session')
      const chains = [...new Set(accounts.map((one) => one.split(':').slice(0, 2).join(':')))]
      await kit.updateSession({ topic, namespaces: { eip155: { ...former, chains, accounts } } })
    },
    /** Approves the connection of these accounts, with this in place of what the wallet has signed. */
    async approveWith(accounts: readonly string[], authentication: unknown): Promise<void> {
      const [proposal] = Object.values(kit.getPendingSessionProposals())
      const { signClient } = kit.engine
      const eip155 = {
        accounts: accounts.map((address) => `eip155:1:${address}`),
        methods: ['personal_sign'],
        events: ['accountsChanged'],
      }
      const answer = { namespaces: { eip155 }, proposalRequestsResponses: { authentication } }
      await Reflect.apply(signClient.approve, signClient, [{ id: proposal?.id, ...answer }])
    },
    /** Changes the session to what no wallet may send. Returns the app's answer. */
    async updateTo(namespaces: unknown): Promise<unknown> {
      const topic = wallet.connected.get()[0]?.topic ?? ''
      const { engine } = kit.engine.signClient
      const request = { topic, method: 'wc_sessionUpdate', params: { namespaces } }
      const { sendRequest, events } = v.parse(EngineSchema, engine)
      const id = v.parse(v.number(), await Reflect.apply(sendRequest, engine, [request]))
      const answered: unknown[] = await once(events, `session_update:${id}`)
      return answered[0]
    },
    /** Approves the connection, but its session is lost on the way. */
    async approveWithoutSession(): Promise<void> {
      const { relayer } = kit.core
      const publish = vi.spyOn(relayer, 'publishCustom').mockImplementation(({ payload }) => {
        const { pairingTopic, sessionProposalResponse } = v.parse(ApprovalSchema, payload)
        return relayer.publish(pairingTopic, sessionProposalResponse, { tag: 1101, ttl: 300 })
      })
      await wallet.connect({ account: 'main', behaviour: 'honest' })
      publish.mockRestore()
    },
    /** What the app asks to be signed with the connection. */
    askedSignIns() {
      const view = wallet.view.get()
      return view.screen === 'connect' ? view.proposal.asked.requests?.authentication : undefined
    },
    /** Ends the session. */
    hangUp: () => wallet.disconnect(wallet.connected.get()[0]?.topic ?? ''),
  }
}

/** The actions of a person with the wallet. */
function asPerson(wallet: DemoEvmWallet) {
  const sees = (screen: EvmWalletView['screen']) =>
    vi.waitUntil(() => wallet.view.get().screen === screen, { timeout: TIMEOUT_MS })
  return {
    /** Opens the wallet with a copied link and waits for the requesting app. */
    async follow(uri: string | null): Promise<void> {
      await wallet.open(parsePairingUri(uri ?? ''))
      await sees('connect')
    },
    approve: (behaviour: ConnectBehaviour = 'honest') =>
      wallet.connect({ account: 'main', behaviour }),
    /** Waits for the text and approves it. */
    async agree(behaviour: SignBehaviour = 'honest'): Promise<void> {
      await sees('sign')
      await wallet.sign(behaviour)
    },
    isAsked: () => sees('sign'),
  }
}
