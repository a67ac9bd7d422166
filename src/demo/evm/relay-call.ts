import * as v from 'valibot'

const Topic = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/i))
const Topics = v.pipe(v.array(Topic), v.maxLength(500))
const Message = v.pipe(v.string(), v.minLength(1))
const Id = v.union([v.string(), v.number()])

/** In seconds, set by the client. The real relay accepts at most 7 days for messages outside a session. */
const Ttl = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30 * 24 * 60 * 60))

/** Requests of clients. Source: https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc */
const CallSchema = v.variant('method', [
  v.object({ method: v.literal('irn_subscribe'), params: v.object({ topic: Topic }) }),
  v.object({ method: v.literal('irn_batchSubscribe'), params: v.object({ topics: Topics }) }),
  v.object({ method: v.literal('irn_unsubscribe'), params: v.object({ topic: Topic }) }),
  v.object({ method: v.literal('irn_fetchMessages'), params: v.object({ topic: Topic }) }),
  v.object({ method: v.literal('irn_batchFetchMessages'), params: v.object({ topics: Topics }) }),
  v.object({
    method: v.literal('irn_publish'),
    params: v.object({
      topic: Topic,
      message: Message,
      ttl: Ttl,
      tag: v.optional(v.number(), 0),
      attestation: v.optional(v.string()),
    }),
  }),
  v.object({
    method: v.literal('wc_proposeSession'),
    params: v.object({
      pairingTopic: Topic,
      sessionProposal: Message,
      ttl: Ttl,
      attestation: v.optional(v.string()),
    }),
  }),
  v.object({
    method: v.literal('wc_approveSession'),
    params: v.object({
      pairingTopic: Topic,
      sessionTopic: Topic,
      sessionProposalResponse: Message,
      sessionSettlementRequest: Message,
      ttl: Ttl,
    }),
  }),
])
export type RelayCall = v.InferOutput<typeof CallSchema>

const PayloadSchema = v.union([
  v.object({ id: Id, method: v.string(), params: v.unknown() }),
  v.object({ id: Id, result: v.unknown() }),
])

export type RelayPayload =
  | { kind: 'call'; id: string | number; call: RelayCall }
  /** A method or parameters that this relay does not support. */
  | { kind: 'unknown'; id: string | number }
  /** The answer to our own call. */
  | { kind: 'answer'; id: string | number }
  | { kind: 'garbage' }

/** Reads one WebSocket message of a client: JSON-RPC 2.0. */
export function readRelayPayload(text: string): RelayPayload {
  const payload = v.safeParse(v.pipe(v.string(), v.parseJson(), PayloadSchema), text)
  if (!payload.success) return { kind: 'garbage' }
  const { id } = payload.output
  if ('result' in payload.output) return { kind: 'answer', id }
  const call = v.safeParse(CallSchema, payload.output)
  return call.success ? { kind: 'call', id, call: call.output } : { kind: 'unknown', id }
}
