import * as v from 'valibot'
import { type EvmAccount, EvmAccountSchema } from '#shared/evm-account.ts'
import { SignInSchema } from '#shared/sign-in.ts'
import { SIGNING_METHODS } from './session-account.ts'

/** A list without what does not fit; empty where there is none. */
const listOf = <S extends v.GenericSchema>(schema: S) =>
  v.fallback(
    v.pipe(
      v.array(v.unknown()),
      v.transform((items) => items.filter((item): item is v.InferInput<S> => v.is(schema, item))),
    ),
    [],
  )
const text = v.fallback(v.string(), '')

const NamespaceSchema = v.object({ accounts: listOf(v.string()), methods: listOf(v.string()) })
const NamespacesSchema = v.record(
  v.string(),
  v.fallback(NamespaceSchema, { accounts: [], methods: [] }),
)
const NO_LINKS = { universal: '', native: '' }
const MetadataSchema = v.object({
  /** The wallet's name for itself; empty if it has none. */
  name: text,
  /** Links that bring the wallet to the front; empty where it gave none. */
  redirect: v.fallback(v.object({ universal: text, native: text }), NO_LINKS),
})
const NO_METADATA = { name: '', redirect: NO_LINKS }
const PeerSchema = v.object({ metadata: v.fallback(MetadataSchema, NO_METADATA) })

/** Only its topic is certain: a wallet may settle or change a session with anything, and a device may damage its record. */
const SessionSchema = v.object({
  topic: v.string(),
  pairingTopic: text,
  namespaces: v.fallback(NamespacesSchema, {}),
  peer: v.fallback(PeerSchema, { metadata: NO_METADATA }),
  authentication: listOf(SignInSchema),
})

type Namespaces = v.InferOutput<typeof NamespacesSchema>

export type WalletSession = NonNullable<ReturnType<typeof readSession>>

/** A session of WalletConnect, as far as it can be read; null without a topic. */
export function readSession(session: unknown) {
  const parsed = v.safeParse(SessionSchema, session)
  if (!parsed.success) return null
  const { topic, pairingTopic, namespaces, peer, authentication } = parsed.output
  const spaces = evmNamespaces(namespaces)
  return {
    topic,
    /** Of the pairing that it was made through. */
    pairingTopic,
    ...peer.metadata,
    /** All accounts that it offers, in the wallet's order. */
    accounts: spaces.flatMap(({ accounts }) => accounts.flatMap(getAccount)),
    /** The signatures that the wallet allows us to request. */
    methods: SIGNING_METHODS.filter((method) =>
      spaces.some(({ methods }) => methods.includes(method)),
    ),
    /** What the wallet signed as it connected. */
    signIns: authentication,
  }
}

/** A namespace is `eip155`, or stands for one chain as in `eip155:1` (CAIP-25). */
function evmNamespaces(namespaces: Namespaces) {
  return Object.entries(namespaces)
    .filter(([key]) => /^eip155(?::\d+)?$/.test(key))
    .map(([, namespace]) => namespace)
}

/** Reads CAIP-10, `eip155:1:0x…`. */
function getAccount(id: string): EvmAccount[] {
  const [, chain, address] = /^eip155:(\d{1,15}):(0x[\da-f]{40})$/i.exec(id) ?? []
  const parsed = v.safeParse(EvmAccountSchema, { address, chainId: Number(chain) })
  return parsed.success ? [parsed.output] : []
}
