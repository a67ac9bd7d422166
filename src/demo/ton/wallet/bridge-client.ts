import { Base64, type SessionCrypto, hexToByteArray } from '@tonconnect/protocol'
import * as v from 'valibot'

const EnvelopeSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ from: v.string(), message: v.string() }),
)

/** An encrypted message as it came; `id` is where to resume after it. */
export type Envelope = { id: string; from: string; message: string }

type BridgeListener = {
  /** Our client ids, hex. */
  clientIds: string[]
  /** Id of the last envelope that was read; null: everything that waits. */
  afterId: string | null
  onEnvelope: (envelope: Envelope) => void
}

export type BridgeClient = {
  /** Encrypts and sends. Rejects when the bridge does not take it. */
  post(letter: { crypto: SessionCrypto; to: string; body: object }): Promise<void>
  listen(listener: BridgeListener): () => void
}

type BridgeClientOptions = { bridgeUrl: string; EventSource: typeof EventSource }

const TTL_S = 300

/** A wallet's side of the TON Connect HTTP bridge. */
export function createBridgeClient({ bridgeUrl, EventSource }: BridgeClientOptions): BridgeClient {
  return {
    post: async ({ crypto, to, body }) => {
      const query = new URLSearchParams({ client_id: crypto.sessionId, to, ttl: String(TTL_S) })
      const encrypted = crypto.encrypt(JSON.stringify(body), hexToByteArray(to))
      const response = await fetch(`${bridgeUrl}/message?${query}`, {
        method: 'POST',
        body: Base64.encode(encrypted),
      })
      if (!response.ok) throw new Error(`The bridge answered ${response.status}`)
    },
    listen: ({ clientIds, afterId, onEnvelope }) => {
      const query = new URLSearchParams({ client_id: clientIds.join(',') })
      if (afterId !== null) query.set('last_event_id', afterId)
      const source = new EventSource(`${bridgeUrl}/events?${query}`)
      source.addEventListener('message', ({ data, lastEventId }: MessageEvent<unknown>) => {
        const envelope = v.safeParse(EnvelopeSchema, data)
        if (envelope.success) onEnvelope({ id: lastEventId, ...envelope.output })
      })
      return () => source.close()
    },
  }
}

/** The text inside an envelope; null where it was not encrypted for us by its sender. */
export function openEnvelope(envelope: Envelope, crypto: SessionCrypto): string | null {
  try {
    const encrypted = Base64.decode(envelope.message).toUint8Array()
    return crypto.decrypt(encrypted, hexToByteArray(envelope.from))
  } catch {
    return null
  }
}
