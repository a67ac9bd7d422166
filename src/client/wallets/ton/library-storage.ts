import * as v from 'valibot'
import type { UserStorage } from '#client/api/user-storage.ts'
import { LIBRARY_CONNECTION_KEY } from './connection-memory.ts'

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

/** The connection that the library stores for one Telegram account, and all pages of this account share. */
export function openLibraryConnection(storage: UserStorage) {
  const readText = () => storage.read(LIBRARY_CONNECTION_KEY, v.string())
  let known = readText()

  function know(): void {
    known = readText()
  }

  return {
    /** A connection that the library could not resume is not there. */
    read(): string | null {
      const text = readText()
      return v.is(RecordSchema, text) ? text : null
    },
    write(text: string): void {
      storage.write(LIBRARY_CONNECTION_KEY, text)
      know()
    },
    /** Prevents the library from resuming it. */
    remove(): void {
      storage.remove(LIBRARY_CONNECTION_KEY)
      know()
    },
    /** What is stored now is what this page waits for. */
    know,
    /** Whether another page has changed it since: it has read the answer that this page waits for. */
    isChangedElsewhere: () => readText() !== known,
  }
}

const isConnection = (key: string) => `ton/${key}` === LIBRARY_CONNECTION_KEY

export type LibraryConnection = ReturnType<typeof openLibraryConnection>

/**
 * The storage that the library gets: strings of one Telegram account.
 *
 * @param onMessage called when a wallet's message has arrived, before the library reads it
 */
export function libraryStorage(
  storage: UserStorage,
  connection: LibraryConnection,
  onMessage: () => void,
) {
  return {
    async getItem(key: string): Promise<string | null> {
      return isConnection(key) ? connection.read() : storage.read(`ton/${key}`, v.string())
    },
    async setItem(key: string, value: string): Promise<void> {
      if (isConnection(key)) connection.write(value)
      else storage.write(`ton/${key}`, value)
      if (MESSAGE_KEY.test(key)) onMessage()
    },
    async removeItem(key: string): Promise<void> {
      if (isConnection(key)) connection.remove()
      else storage.remove(`ton/${key}`)
    },
  }
}
