import { atom } from 'nanostores'
import type {
  DeviceWallet,
  ProofRequest,
  WalletAnswer,
  WalletApp,
  WalletChoice,
  WalletConnector,
} from '#client/wallets/wallet-connector.ts'
import { ATTEMPT, WALLET } from './fake-api.ts'

/** Wallets of this device that a test drives by hand. */
export type FakeWalletConnector = WalletConnector & {
  deviceWallet: ReturnType<typeof atom<DeviceWallet>>
  chooserOpen: ReturnType<typeof atom<boolean>>
  walletApp: ReturnType<typeof atom<WalletApp | null>>
  link: ReturnType<typeof atom<string | null>>
  /** Everything that the app asked for, in order. */
  calls: string[]
  prepared: ProofRequest[]
  /** The member picks this wallet in the library's own list. */
  pick(app: WalletApp): void
  /** The wallet answers. */
  answer(answer: WalletAnswer): void
}

type Options = {
  deviceWallet?: DeviceWallet
  /** What `prepare` waits for. */
  library?: Promise<void>
}

export const LINK = 'https://wallet.example/ton-connect?v=2&id=0123456789abcdef'
export const TELEGRAM_WALLET: WalletApp = { appName: 'telegram-wallet', name: 'Wallet' }

/** The wallet proves the attempt of the fake API. */
export const PROOF: WalletAnswer = {
  kind: 'proof',
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

export function createFakeWalletConnector({
  deviceWallet = { status: 'disconnected' },
  library = Promise.resolve(),
}: Options = {}): FakeWalletConnector {
  const listeners = new Set<(answer: WalletAnswer) => void>()
  const calls: string[] = []
  const prepared: ProofRequest[] = []
  const device = atom<DeviceWallet>(deviceWallet)
  const chooserOpen = atom(false)
  const walletApp = atom<WalletApp | null>(null)
  const link = atom<string | null>(null)

  function pick(app: WalletApp): void {
    link.set(LINK)
    walletApp.set(app)
  }

  return {
    deviceWallet: device,
    chooserOpen,
    walletApp,
    link,
    calls,
    prepared,
    pick,
    async prepare(request) {
      calls.push('prepare')
      prepared.push(request)
      await library
    },
    connect(choice: WalletChoice) {
      calls.push(`connect ${choice}`)
      if (choice === 'all-wallets') chooserOpen.set(true)
      else pick(TELEGRAM_WALLET)
    },
    reopen: () => void calls.push('reopen'),
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
