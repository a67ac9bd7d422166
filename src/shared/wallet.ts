import * as v from 'valibot'

/** TON network id as wallets send it: `-239` mainnet, `-3` testnet. */
export const TonNetworkSchema = v.picklist(['-239', '-3'])
export type TonNetwork = v.InferOutput<typeof TonNetworkSchema>

/** Raw TON address: workchain 0 or -1, then 64 lower-case hex digits. */
export const RawTonAddressSchema = v.pipe(v.string(), v.regex(/^(?:0|-1):[0-9a-f]{64}$/))

/** Contract that answers for a TON address, by code hash; `unknown` was proven through its get-method. */
export const TON_WALLET_KINDS = [
  'v1r1',
  'v1r2',
  'v1r3',
  'v2r1',
  'v2r2',
  'v3r1',
  'v3r2',
  'v4r1',
  'v4r2',
  'v5beta',
  'v5r1',
  'WalletTg',
  'unknown',
] as const
export type TonWalletKind = (typeof TON_WALLET_KINDS)[number]

/** What was proven. `key`: the wallet's key signed. */
export const LEVELS = ['key', 'account', 'quorum', 'signer'] as const
export type Level = (typeof LEVELS)[number]

/**
 * What the wallet showed its owner: only our `domain`, a `text` that names the Telegram account,
 * or the `hash` of such a text.
 */
export const BINDINGS = ['domain', 'text', 'hash'] as const
export type Binding = (typeof BINDINGS)[number]

/**
 * Where the public key came from: the `state-init` that hashes to the address, the `chain`'s
 * get-method, or the `anchor` key of a rotatable-key wallet that is confirmed not deployed.
 */
export const KEY_SOURCES = ['state-init', 'chain', 'anchor'] as const
export type KeySource = (typeof KEY_SOURCES)[number]

/** A proven TON account before it belongs to anybody. Identity: (network, raw address). */
export type ProvenTonWallet = {
  family: 'ton'
  network: TonNetwork
  address: string
  kind: TonWalletKind
  level: Level
  binding: Binding
  keySource: KeySource
}

export const WalletIdSchema = v.pipe(v.string(), v.regex(/^[0-9A-Za-z_-]{22}$/))

/** A linked wallet as the member and the owner's code see it. Times are ISO 8601 in UTC. */
export const WalletSchema = v.object({
  id: WalletIdSchema,
  family: v.literal('ton'),
  network: TonNetworkSchema,
  address: RawTonAddressSchema,
  kind: v.picklist(TON_WALLET_KINDS),
  level: v.picklist(LEVELS),
  binding: v.picklist(BINDINGS),
  keySource: v.picklist(KEY_SOURCES),
  label: v.nullable(v.string()),
  primary: v.boolean(),
  verifiedAt: v.pipe(v.string(), v.isoTimestamp()),
})
export type Wallet = v.InferOutput<typeof WalletSchema>
