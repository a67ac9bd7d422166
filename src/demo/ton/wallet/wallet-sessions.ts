import {
  SEND_TRANSACTION_ERROR_CODES,
  SIGN_DATA_ERROR_CODES,
  SessionCrypto,
} from '@tonconnect/protocol'
import { type ReadableAtom, atom } from 'nanostores'
import * as v from 'valibot'
import { type BridgeClient, type Envelope, openEnvelope } from './bridge-client.ts'
import type { ConnectEvent } from './connect-event.ts'
import type { TonSession, WalletStorage } from './wallet-storage.ts'

const RpcSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ id: v.string(), method: v.string(), params: v.array(v.unknown()) }),
)
const TextSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ type: v.literal('text'), text: v.string() }),
)

type SessionRpc = v.InferOutput<typeof RpcSchema>
type TonRpcAnswer = { result: object } | { error: { code: number; message: string } }

/** An app asks for a signature of a text that its owner must see. */
export type TonTextRequest = {
  session: TonSession
  id: string
  payload: v.InferOutput<typeof TextSchema>
}

export type WalletSessions = {
  connected: ReadableAtom<TonSession[]>
  /** Starts to receive messages of the connected apps. */
  start(): void
  /** Stores the app and notifies it. Rejects without storing if the bridge does not accept the event. */
  open(session: TonSession, event: ConnectEvent): Promise<void>
  /** Removes the app and notifies it. */
  end(appId: string): Promise<void>
  answer(request: TonTextRequest, answer: TonRpcAnswer): Promise<void>
  stop(): void
}

type SessionsOptions = {
  bridge: BridgeClient
  storage: WalletStorage
  onTextRequest: (request: TonTextRequest) => void
}

/** The apps that this wallet is connected to, and what they ask. */
export function createWalletSessions(options: SessionsOptions): WalletSessions {
  const { bridge, storage, onTextRequest } = options
  const connected = atom(storage.sessions())
  let stop: (() => void) | null = null

  const listen = (): void => {
    stop?.()
    const clientIds = connected.get().map(({ keyPair }) => keyPair.publicKey)
    stop = clientIds.length === 0 ? null : bridge.listen({ clientIds, ...whatIsNew() })
  }
  const whatIsNew = () => ({
    afterId: storage.lastBridgeId(),
    onEnvelope: (envelope: Envelope) => {
      storage.setLastBridgeId(envelope.id)
      // An answer that the bridge does not take is lost, as from any wallet that goes offline.
      receive(envelope).catch(() => {})
    },
  })
  const keep = (sessions: TonSession[]): void => {
    storage.setSessions(sessions)
    connected.set(sessions)
    listen()
  }
  const forget = (appId: string): void => keep(withoutApp(connected.get(), appId))
  const send = ({ appId, keyPair }: TonSession, body: object): Promise<void> =>
    bridge.post({ crypto: new SessionCrypto(keyPair), to: appId, body })

  const receive = async (envelope: Envelope): Promise<void> => {
    const session = connected.get().find(({ appId }) => appId === envelope.from)
    if (!session) return
    const text = openEnvelope(envelope, new SessionCrypto(session.keyPair))
    const rpc = v.safeParse(RpcSchema, text)
    if (!rpc.success) return
    const answer = answerAtOnce(rpc.output)
    if (answer.kind === 'ask') {
      onTextRequest({ session, id: rpc.output.id, payload: answer.payload })
      return
    }
    if (rpc.output.method === 'disconnect') forget(session.appId)
    await send(session, { id: rpc.output.id, ...answer.answer })
  }

  return {
    connected,
    start: listen,
    open: async (session, event) => {
      await send(session, event)
      keep([...withoutApp(connected.get(), session.appId), session])
    },
    end: async (appId) => {
      const session = connected.get().find((session) => session.appId === appId)
      if (!session) return
      forget(appId)
      await send(session, { event: 'disconnect', id: session.lastEventId + 1, payload: {} })
    },
    answer: ({ session, id }, answer) => send(session, { id, ...answer }),
    stop: () => stop?.(),
  }
}

type Reaction =
  | { kind: 'answer'; answer: TonRpcAnswer }
  | { kind: 'ask'; payload: TonTextRequest['payload'] }

function answerAtOnce({ method, params }: SessionRpc): Reaction {
  if (method === 'disconnect') return { kind: 'answer', answer: { result: {} } }
  if (method !== 'signData') {
    return notSupported(SEND_TRANSACTION_ERROR_CODES.METHOD_NOT_SUPPORTED)
  }
  const payload = v.safeParse(TextSchema, params[0])
  if (!payload.success) return notSupported(SIGN_DATA_ERROR_CODES.METHOD_NOT_SUPPORTED)
  return { kind: 'ask', payload: payload.output }
}

function notSupported(code: number): Reaction {
  const message = 'This wallet connects, proves and signs texts; it does nothing else'
  return { kind: 'answer', answer: { error: { code, message } } }
}

function withoutApp(sessions: TonSession[], appId: string): TonSession[] {
  return sessions.filter((session) => session.appId !== appId)
}
