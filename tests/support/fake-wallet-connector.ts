import { atom } from 'nanostores'
import type { EvmAccount } from '#shared/evm-account.ts'
import type {
  DeviceWallet,
  ProofRequest,
  SessionStep,
  SignRequest,
  WalletAnswer,
  WalletApp,
  WalletChoice,
  WalletConnector,
} from '#client/wallets/wallet-connector.ts'
import { ATTEMPT, EVM_WALLET, NOW, WALLET } from './sample-data.ts'

/** Wallets of this device that a test controls. */
export type FakeWalletConnector = WalletConnector & {
  deviceWallet: ReturnType<typeof atom<DeviceWallet>>
  chooserOpen: ReturnType<typeof atom<boolean>>
  walletApp: ReturnType<typeof atom<WalletApp | null>>
  link: ReturnType<typeof atom<string | null>>
  sessionStep: ReturnType<typeof atom<SessionStep | null>>
  /** All calls of the app, in order. */
  calls: string[]
  prepared: ProofRequest[]
  /** How often the connector was warmed up without an attempt. */
  warmUps: { count: number }
  /** The signing requests to the wallet. */
  asked: SignRequest[]
  /** The member picks this wallet in the library's list. */
  pick(app: WalletApp): void
  /** The wallet answers. */
  answer(answer: WalletAnswer): void
  /** Sets whether the connected wallet signs texts. */
  allowSigning(isAllowed: boolean): void
}

type Options = {
  deviceWallet?: DeviceWallet
  /** What `warmUp`, `prepare` and `restore` wait for. */
  library?: Promise<void>
  /** Whether the connected wallet signs texts. */
  canSign?: boolean
}

export const LINK = 'https://wallet.example/ton-connect?v=2&id=0123456789abcdef'
export const TELEGRAM_WALLET: WalletApp = { appName: 'telegram-wallet', name: 'Wallet' }
const TONKEEPER: WalletApp = { appName: 'tonkeeper', name: 'Tonkeeper' }
export const METAMASK: WalletApp = { appName: 'metamask', name: 'MetaMask' }

/** The wallet proves the attempt of the sample data. */
export const PROOF: WalletAnswer = {
  kind: 'ton-proof',
  walletApp: TELEGRAM_WALLET,
  proof: {
    address: WALLET.address,
    network: '-239',
    stateInit: '',
    proof: {
      timestamp: 1,
      domain: { lengthBytes: 1, value: 'a' },
      payload: ATTEMPT.payload,
      signature: '',
    },
  },
}

const EVM_ACCOUNT: EvmAccount = { address: EVM_WALLET.address, chainId: 1 }
export const ACCOUNT: WalletAnswer = { kind: 'account', account: EVM_ACCOUNT, walletApp: METAMASK }
/** Fields of a signing request that do not matter to the test. */
export const FOR_ITSELF = { account: null, signsFor: null, expiresAt: NOW + 600_000 } as const

const APPS: Partial<Record<WalletChoice, WalletApp>> = {
  'telegram-wallet': TELEGRAM_WALLET,
  metamask: METAMASK,
  'ton:tonkeeper': TONKEEPER,
}

export function createFakeWalletConnector({
  deviceWallet = { status: 'disconnected' },
  library = Promise.resolve(),
  canSign = false,
}: Options = {}): FakeWalletConnector {
  const listeners = new Set<(answer: WalletAnswer) => void>()
  const calls: string[] = []
  const prepared: ProofRequest[] = []
  const warmUps = { count: 0 }
  const asked: SignRequest[] = []
  const device = atom<DeviceWallet>(deviceWallet)
  const chooserOpen = atom(false)
  const walletApp = atom<WalletApp | null>(null)
  const link = atom<string | null>(null)
  const sessionStep = atom<SessionStep | null>(null)
  let isSigner = canSign

  function pick(app: WalletApp): void {
    link.set(LINK)
    walletApp.set(app)
  }

  return {
    deviceWallet: device,
    chooserOpen,
    walletApp,
    link,
    sessionStep,
    calls,
    prepared,
    warmUps,
    asked,
    pick,
    async warmUp() {
      warmUps.count += 1
      await library
    },
    async prepare(request) {
      calls.push('prepare')
      prepared.push(request)
      await library
    },
    connect(choice: WalletChoice) {
      calls.push(`connect ${choice}`)
      const app = APPS[choice]
      if (choice === 'all-wallets') chooserOpen.set(true)
      else if (app !== undefined) pick(app)
    },
    reopen: () => void calls.push('reopen'),
    chooseAccount(account) {
      calls.push(`chooseAccount ${account.address}`)
      sessionStep.set(null)
      for (const listener of listeners) listener({ kind: 'account', account, walletApp: METAMASK })
    },
    offerChains: (_, chainIds) => void calls.push(`offerChains ${chainIds.join()}`),
    canSign: () => isSigner,
    allowSigning(isAllowed) {
      isSigner = isAllowed
    },
    sign(request) {
      calls.push('sign')
      asked.push(request)
    },
    closeChooser() {
      calls.push('closeChooser')
      chooserOpen.set(false)
    },
    async restore() {
      calls.push('restore')
      await library
    },
    cancel() {
      calls.push('cancel')
      link.set(null)
    },
    async disconnect() {
      calls.push('disconnect')
      device.set({ status: 'disconnected' })
    },
    onAnswer(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answer: (answer) => listeners.forEach((listener) => listener(answer)),
  }
}
