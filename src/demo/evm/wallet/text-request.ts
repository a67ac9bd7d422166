import { hexToString, isHex } from 'viem'
import * as v from 'valibot'

/** An app asks for a signature of a text that the wallet's owner must see. */
export type TextRequest = {
  topic: string
  id: number
  text: string
  /** As the app wrote it. */
  address: string
  chainId: number
  app: AppFacts
}

/** Who asks, by its own account. */
export type AppFacts = { name: string; url: string; iconUrl: string }

export type ReadRequest =
  | { kind: 'text'; text: string; address: string }
  | { kind: 'unsupported' }
  | { kind: 'malformed' }

const ParamsSchema = v.looseTuple([v.string(), v.string()])

/** Reads the call of an app: `personal_sign` with the text, mostly in hex, and the account. */
export function readRequest({ method, params }: { method: string; params: unknown }): ReadRequest {
  if (method !== 'personal_sign') return { kind: 'unsupported' }
  const parsed = v.safeParse(ParamsSchema, params)
  if (!parsed.success) return { kind: 'malformed' }
  const [message, address] = parsed.output
  return { kind: 'text', text: isHex(message) ? hexToString(message) : message, address }
}
