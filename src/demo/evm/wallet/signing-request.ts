import { type Hex, hexToString, isAddress, isHex } from 'viem'
import * as v from 'valibot'

type SigningQuestion = {
  topic: string
  id: number
  /** As the app wrote it. */
  address: string
  chainId: number
  app: AppFacts
}

/** An app asks for a signature of a text that the wallet's owner must see. */
export type EvmTextRequest = SigningQuestion & { kind: 'text'; text: string }

/** An app asks one owner of a Safe for a signature of the Safe's message. */
export type SafeMessageRequest = SigningQuestion & { kind: 'safe-message'; data: SafeMessageData }

export type SigningRequest = EvmTextRequest | SafeMessageRequest

/** The requesting app's description of itself. */
export type AppFacts = { name: string; url: string; iconUrl: string }

const HexSchema = v.custom<Hex>((value) => isHex(value))
const DomainTypeSchema = v.array(
  v.object({ name: v.string(), type: v.picklist(['string', 'uint256', 'address', 'bytes32']) }),
)
const MessageTypeSchema = v.tuple([
  v.object({ name: v.literal('message'), type: v.literal('bytes') }),
])

/** EIP-712 typed data of a `SafeMessage`. Like other wallets, this one takes the domain's fields from its type. */
const SafeMessageSchema = v.object({
  domain: v.object({
    chainId: v.number(),
    verifyingContract: v.custom<Hex>((value) => typeof value === 'string' && isAddress(value)),
  }),
  types: v.object({
    EIP712Domain: v.optional(DomainTypeSchema, []),
    SafeMessage: MessageTypeSchema,
  }),
  primaryType: v.literal('SafeMessage'),
  message: v.object({ message: HexSchema }),
})
export type SafeMessageData = v.InferOutput<typeof SafeMessageSchema>

export type ReadRequest =
  | { kind: 'text'; text: string; address: string }
  | { kind: 'safe-message'; data: SafeMessageData; address: string }
  | { kind: 'unsupported' }
  | { kind: 'malformed' }

const TextSchema = v.looseTuple([v.string(), v.string()])
const TypedDataSchema = v.looseTuple([
  v.string(),
  v.union([v.pipe(v.string(), v.parseJson(), SafeMessageSchema), SafeMessageSchema]),
])

/**
 * Reads the call of an app: `personal_sign` with the text, mostly in hex, and the account; or `eth_signTypedData_v4`
 * with the account and the data, mostly as text.
 */
export function readRequest({ method, params }: { method: string; params: unknown }): ReadRequest {
  if (method === 'eth_signTypedData_v4') return readTypedData(params)
  if (method !== 'personal_sign') return { kind: 'unsupported' }
  const parsed = v.safeParse(TextSchema, params)
  if (!parsed.success) return { kind: 'malformed' }
  const [message, address] = parsed.output
  return { kind: 'text', text: isHex(message) ? hexToString(message) : message, address }
}

function readTypedData(params: unknown): ReadRequest {
  const parsed = v.safeParse(TypedDataSchema, params)
  if (!parsed.success) return { kind: 'malformed' }
  const [address, data] = parsed.output
  return { kind: 'safe-message', data, address }
}
