import { getSecureRandomBytes } from '@ton/crypto'
import * as v from 'valibot'
import { ACCOUNT_KINDS } from './accounts.ts'
import { TonNetworkSchema } from '#shared/address.ts'

const SessionSchema = v.object({
  /** The app's client id on the bridge, hex. */
  appId: v.string(),
  /** Our end of the encrypted channel. */
  keyPair: v.object({ publicKey: v.string(), secretKey: v.string() }),
  account: v.picklist(ACCOUNT_KINDS),
  network: TonNetworkSchema,
  app: v.object({ name: v.string(), url: v.string(), iconUrl: v.string() }),
  /** Id of the last event that we sent to the app. */
  lastEventId: v.number(),
})
const SessionsSchema = v.pipe(v.string(), v.parseJson(), v.array(SessionSchema))

/** A connected app. */
export type TonSession = v.InferOutput<typeof SessionSchema>

export type WalletStorage = {
  /** Makes a random seed the first time. */
  seed(): Promise<string>
  setSeed(seed: string): void
  sessions(): TonSession[]
  setSessions(sessions: TonSession[]): void
  /** Id of the last message that was read from the bridge. */
  lastBridgeId(): string | null
  setLastBridgeId(id: string): void
}

const SEED_KEY = 'clasp-demo-wallet/seed'
const SESSIONS_KEY = 'clasp-demo-wallet/sessions'
const LAST_BRIDGE_ID_KEY = 'clasp-demo-wallet/last-bridge-id'
const SEED_BYTES = 32

/** The wallet's own keys in a browser's storage. */
export function createWalletStorage(storage: Pick<Storage, 'getItem' | 'setItem'>): WalletStorage {
  return {
    seed: async () => {
      const known = storage.getItem(SEED_KEY)
      if (known !== null) return known
      const seed = (await getSecureRandomBytes(SEED_BYTES)).toString('hex')
      storage.setItem(SEED_KEY, seed)
      return seed
    },
    setSeed: (seed) => storage.setItem(SEED_KEY, seed),
    sessions: () => {
      const parsed = v.safeParse(SessionsSchema, storage.getItem(SESSIONS_KEY))
      return parsed.success ? parsed.output : []
    },
    setSessions: (sessions) => storage.setItem(SESSIONS_KEY, JSON.stringify(sessions)),
    lastBridgeId: () => storage.getItem(LAST_BRIDGE_ID_KEY),
    setLastBridgeId: (id) => storage.setItem(LAST_BRIDGE_ID_KEY, id),
  }
}
