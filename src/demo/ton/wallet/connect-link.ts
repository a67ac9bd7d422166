import * as v from 'valibot'
import { TonNetworkSchema } from '#shared/address.ts'

const ItemSchema = v.union([
  v.object({ name: v.literal('ton_addr'), network: v.optional(TonNetworkSchema) }),
  v.object({ name: v.literal('ton_proof'), payload: v.pipe(v.string(), v.minLength(1)) }),
])
const RequestSchema = v.object({
  manifestUrl: v.pipe(v.string(), v.url()),
  items: v.array(ItemSchema),
})
const ParametersSchema = v.object({
  v: v.literal('2'),
  id: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/i)),
  r: v.pipe(v.string(), v.parseJson(), RequestSchema),
})

export type TonConnectRequest = v.InferOutput<typeof RequestSchema>

/** What the address that the wallet was opened at asks for. */
export type ConnectLink =
  /** Nothing: the person opened the wallet, or came to answer a request that waits on the bridge. */
  | { kind: 'none' }
  | { kind: 'malformed' }
  | {
      kind: 'request'
      /** The app's client id on the bridge, hex. */
      appId: string
      request: TonConnectRequest
      /** `app_name` of the wallet that the person chose from the list. */
      walletApp: string
    }

const TELEGRAM_WALLET = 'telegram-wallet'
/** `app_name` of the demo wallet, which has a page of its own. */
export const OUTSIDE_WALLET = 'clasp-demo-wallet'

/** Reads both forms of a TON Connect link: Telegram's start parameter and the universal link. */
export function parseConnectLink(url: URL): ConnectLink {
  const isInTelegram = url.searchParams.has('startapp')
  const outside = url.searchParams.get('app') ?? OUTSIDE_WALLET
  return parseParameters(getLinkParameters(url), isInTelegram ? TELEGRAM_WALLET : outside)
}

export function getLinkParameters({ searchParams }: URL): URLSearchParams {
  const start = searchParams.get('startapp')
  if (start === null) return searchParams
  return new URLSearchParams(decodeStartParameter(start.replace(/^tonconnect-/, '')))
}

function parseParameters(parameters: URLSearchParams, walletApp: string): ConnectLink {
  if (!parameters.has('r')) return { kind: 'none' }
  const parsed = v.safeParse(ParametersSchema, Object.fromEntries(parameters))
  if (!parsed.success) return { kind: 'malformed' }
  return { kind: 'request', appId: parsed.output.id, request: parsed.output.r, walletApp }
}

/** Start parameters may only hold `[A-Za-z0-9_-]`, so TON Connect writes `%`, `=` and `&` otherwise. */
function decodeStartParameter(encoded: string): string {
  return encoded.replaceAll('--', '%').replaceAll('__', '=').replaceAll('-', '&')
}
