import * as v from 'valibot'
import type { UserStorage } from '#client/api/user-storage.ts'

/** Key under which the library stores the connection, pending or made. */
const CONNECTION_KEY = 'ton-connect-storage_bridge-connection'
/** Before the address of a bridge: the key under which the library notes each message of that bridge, before it reads it. */
const MESSAGE_KEY = /^ton-connect-storage_http-bridge-gateway::/

const Key = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i))
const KeyPair = v.object({ publicKey: Key, secretKey: Key })
const Bridge = v.looseObject({ bridgeUrl: v.pipe(v.string(), v.url()) })

/** A connection as the library stores it (`BridgeConnectionStorage` of @tonconnect/sdk 3.4.1), as far as it relies on it. */
const RecordSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.looseObject({ type: v.literal('injected'), jsBridgeKey: v.string() }),
    v.looseObject({
      type: v.literal('http'),
      sessionCrypto: KeyPair,
      connectionSource: v.union([Bridge, v.array(Bridge)]),
    }),
    v.looseObject({
      type: v.literal('http'),
      session: v.looseObject({ ...Bridge.entries, sessionKeyPair: KeyPair, walletPublicKey: Key }),
      connectEvent: v.looseObject({
        event: v.literal('connect'),
        payload: v.looseObject({
          items: v.tuple([v.looseObject({ name: v.literal('ton_addr') })]),
          device: v.looseObject({}),
        }),
      }),
    }),
  ]),
)

/**
 * The storage that the library gets: strings of one Telegram account. A connection that it could not resume is not there.
 *
 * @param onMessage called when a wallet's message has arrived, before the library reads it
 */
export function libraryStorage(storage: UserStorage, onMessage: () => void) {
  return {
    async getItem(key: string): Promise<string | null> {
      const text = storage.read(`ton/${key}`, v.string())
      return key === CONNECTION_KEY && !v.is(RecordSchema, text) ? null : text
    },
    async setItem(key: string, value: string): Promise<void> {
      storage.write(`ton/${key}`, value)
      if (MESSAGE_KEY.test(key)) onMessage()
    },
    removeItem: async (key: string) => storage.remove(`ton/${key}`),
  }
}

/** Whether there is a connection, pending or made, that the library can resume. */
export function hasLibraryConnection(storage: UserStorage): boolean {
  return storage.read(`ton/${CONNECTION_KEY}`, RecordSchema) !== null
}

/** Prevents the library from resuming its connection. */
export function forgetLibraryConnection(storage: UserStorage): void {
  storage.remove(`ton/${CONNECTION_KEY}`)
}
