import * as v from 'valibot'
import {
  ChainIdSchema,
  EvmAddressSchema,
  RawTonAddressSchema,
  TonNetworkSchema,
} from './address.ts'

/** Kinds of chains whose wallets can be linked. */
export const FAMILIES = ['ton', 'evm'] as const
export type Family = (typeof FAMILIES)[number]
export const FamilySchema = v.picklist(FAMILIES)

export type TonNetwork = v.InferOutput<typeof TonNetworkSchema>

/** Contract at a TON address, by code hash; `unknown` was proven through its get-method. */
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

/**
 * What controls an EVM address. `eoa`: only a key · `eip7702`: a key whose address runs a
 * contract's code · `contract`: a contract, which accepts or refuses signatures itself (ERC-1271) · `safe`: one
 * that runs a published version of Safe.
 */
const EVM_WALLET_KINDS = ['eoa', 'eip7702', 'contract', 'safe'] as const

/** A TON address without a key: multisig v2, which has signers and cannot sign itself. */
export const TON_MULTISIG_KIND = 'multisig-v2'

/**
 * What was proven. `key`: the wallet's key signed · `account`: the contract account itself accepted ·
 * `quorum`: as many current owners as the threshold requires each proved their own wallet for this and agreed ·
 * `signer`: one owner's key, which is membership and not control. A linked wallet is never at `signer`: this
 * level describes a key's wallet and the multisigs that it signs for.
 */
export const LEVELS = ['key', 'account', 'quorum', 'signer'] as const
export type Level = (typeof LEVELS)[number]

/** Levels at which a wallet can be linked. */
export const LINK_LEVELS = ['key', 'account', 'quorum'] as const satisfies readonly Level[]
export type LinkLevel = (typeof LINK_LEVELS)[number]
export const LinkLevelSchema = v.picklist(LINK_LEVELS)

/**
 * What was certainly shown: only our `domain`, a `text` that names the Telegram account, or
 * only the `hash` of such a text. A contract account judges a hash, and the owners of a
 * Safe sign one; whether a person saw the text is not known.
 */
export const BINDINGS = ['domain', 'text', 'hash'] as const
export type Binding = (typeof BINDINGS)[number]
export const BindingSchema = v.picklist(BINDINGS)

/**
 * Where the public key came from: the `state-init` that hashes to the address; the `chain`'s get-method; or the
 * `anchor` key of a rotatable-key wallet that is not deployed. `-confirmed`: two or more independent TON APIs gave
 * the same answer; without it, only one API reported it.
 */
export const TON_KEY_SOURCES = [
  'state-init',
  'chain',
  'chain-confirmed',
  'anchor',
  'anchor-confirmed',
] as const
/** EVM: the key is derived from the `signature` itself, or the `contract` judges without naming one. */
const EVM_KEY_SOURCES = ['signature', 'contract'] as const
/** For a multisig at `quorum`: the keys of its owners. */
export const OWNERS_KEY_SOURCE = 'owners'
export type TonKeySource = (typeof TON_KEY_SOURCES)[number]
type EvmKeySource = (typeof EVM_KEY_SOURCES)[number]
export type KeySource = TonKeySource | EvmKeySource | typeof OWNERS_KEY_SOURCE

/** Whether only one TON API reported the key: such a proof moves no wallet, because that API may lie. */
export function isReportedKey<Proven extends { keySource: KeySource }>(
  proven: Proven,
): proven is Proven & { keySource: 'chain' | 'anchor' } {
  return proven.keySource === 'chain' || proven.keySource === 'anchor'
}

export const WalletIdSchema = v.pipe(v.string(), v.regex(/^[0-9A-Za-z_-]{22}$/))

const Time = v.pipe(v.string(), v.isoTimestamp())

/** Our own id. */
export const MultisigIdSchema = v.pipe(v.string(), v.regex(/^[0-9A-Za-z_-]{22}$/))

/** For a linked multisig: what the chain said at the last reading. */
const WalletMultisigSchema = v.object({
  id: MultisigIdSchema,
  /** How many owners must agree to what the account does. */
  threshold: v.number(),
  ownerCount: v.number(),
  /** Of a Safe; null for TON's multisig v2. */
  version: v.nullable(v.string()),
  /** How many modules of a Safe may act without its owners. */
  modules: v.number(),
  /** Whether a guard of a Safe may block what its owners agree to. */
  guard: v.boolean(),
  checkedAt: Time,
})
export type WalletMultisig = v.InferOutput<typeof WalletMultisigSchema>

/** What was proven of linked wallets of every family, and when. */
const provenEntries = {
  level: LinkLevelSchema,
  binding: BindingSchema,
  verifiedAt: Time,
  /** Since when the proof is known to be no longer valid: owners or threshold have changed. Null while it is valid. */
  staleAt: v.nullable(Time),
  /** Null for a wallet that is not a multisig. */
  multisig: v.nullable(WalletMultisigSchema),
}

/** Private to the holder. */
const ownEntries = {
  id: WalletIdSchema,
  label: v.nullable(v.string()),
  primary: v.boolean(),
}

const tonEntries = {
  family: v.literal('ton'),
  network: TonNetworkSchema,
  address: RawTonAddressSchema,
  kind: v.picklist([...TON_WALLET_KINDS, TON_MULTISIG_KIND]),
  keySource: v.picklist([...TON_KEY_SOURCES, OWNERS_KEY_SOURCE]),
}

const evmEntries = {
  family: v.literal('evm'),
  address: EvmAddressSchema,
  /** Chain of a contract account; null for a key's account, which is the same on every chain. */
  chainId: v.nullable(ChainIdSchema),
  kind: v.picklist(EVM_WALLET_KINDS),
  keySource: v.picklist([...EVM_KEY_SOURCES, OWNERS_KEY_SOURCE]),
}

export const TonWalletSchema = v.object({ ...ownEntries, ...provenEntries, ...tonEntries })
export type TonWallet = v.InferOutput<typeof TonWalletSchema>

export const EvmWalletSchema = v.object({ ...ownEntries, ...provenEntries, ...evmEntries })
export type EvmWallet = v.InferOutput<typeof EvmWalletSchema>

/** The same without what is private to the holder. */
export const ShownTonWalletSchema = v.object({ ...provenEntries, ...tonEntries })
export const ShownEvmWalletSchema = v.object({ ...provenEntries, ...evmEntries })

/** A linked wallet as the member and the operator's code see it. Times are ISO 8601 in UTC. */
export const WalletSchema = v.variant('family', [TonWalletSchema, EvmWalletSchema])
export type Wallet = v.InferOutput<typeof WalletSchema>
