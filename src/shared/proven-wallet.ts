import * as v from 'valibot'
import { TonNetworkSchema } from './address.ts'
import {
  BindingSchema,
  OWNERS_KEY_SOURCE,
  TON_KEY_SOURCES,
  TON_MULTISIG_KIND,
  TON_WALLET_KINDS,
} from './wallet.ts'

/*
 * Separate from what else is said about wallets, because the app never reads this, and a bundler keeps what is spread into
 * a schema even where nothing uses it.
 */

const provenTonEntries = {
  family: v.literal('ton'),
  network: TonNetworkSchema,
  address: v.string(),
  binding: BindingSchema,
}
/** `address`: with the checksum of EIP-55. */
const provenEvmEntries = { family: v.literal('evm'), address: v.string() }

/** What was proven of a wallet, before it is linked. */
export const ProvenWalletSchema = v.variant('family', [
  v.variant('keySource', [
    /** An account whose key has signed. Identity: (network, raw address). */
    v.object({
      ...provenTonEntries,
      kind: v.picklist(TON_WALLET_KINDS),
      level: v.literal('key'),
      keySource: v.picklist(TON_KEY_SOURCES),
    }),
    /** A multisig that its owners have confirmed. `binding` is the weakest of theirs. */
    v.object({
      ...provenTonEntries,
      kind: v.literal(TON_MULTISIG_KIND),
      level: v.literal('quorum'),
      keySource: v.literal(OWNERS_KEY_SOURCE),
    }),
  ]),
  /** Identity: for a key, the address on every chain (`chainId` null); for a contract, (chainId, address). */
  v.variant('keySource', [
    v.object({
      ...provenEvmEntries,
      kind: v.picklist(['eoa', 'eip7702']),
      chainId: v.null(),
      level: v.literal('key'),
      binding: v.literal('text'),
      keySource: v.literal('signature'),
    }),
    v.object({
      ...provenEvmEntries,
      kind: v.picklist(['contract', 'safe']),
      chainId: v.number(),
      level: v.literal('account'),
      binding: v.literal('hash'),
      keySource: v.literal('contract'),
    }),
    v.object({
      ...provenEvmEntries,
      kind: v.literal('safe'),
      chainId: v.number(),
      level: v.literal('quorum'),
      binding: v.literal('text'),
      keySource: v.literal(OWNERS_KEY_SOURCE),
    }),
  ]),
])
export type ProvenWallet = v.InferOutput<typeof ProvenWalletSchema>
export type ProvenTonWallet = Extract<ProvenWallet, { family: 'ton'; level: 'key' }>
export type ProvenTonMultisig = Extract<ProvenWallet, { family: 'ton'; level: 'quorum' }>
export type ProvenEvmWallet = Extract<ProvenWallet, { family: 'evm' }>
