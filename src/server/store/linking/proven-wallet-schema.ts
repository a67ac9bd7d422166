import * as v from 'valibot'
import { TonNetworkSchema } from '#shared/address.ts'
import {
  BINDINGS,
  EVM_KEY_SOURCES,
  OWNERS_KEY_SOURCE,
  TON_KEY_SOURCES,
  TON_MULTISIG_KIND,
  TON_WALLET_KINDS,
} from '#shared/wallet.ts'

const [BY_SIGNATURE, BY_CONTRACT] = EVM_KEY_SOURCES

const tonEntries = {
  family: v.literal('ton'),
  network: TonNetworkSchema,
  address: v.string(),
  binding: v.picklist(BINDINGS),
}
const evmEntries = { family: v.literal('evm'), address: v.string() }

/** Older events have `text` for contract accounts, although it was not known that a text was shown. */
const ByHash = v.pipe(
  v.picklist(['text', 'hash']),
  v.transform(() => 'hash' as const),
)

/** A proven wallet as read from columns or from an event. */
export const ProvenWalletSchema = v.variant('family', [
  v.variant('keySource', [
    v.object({
      ...tonEntries,
      kind: v.picklist(TON_WALLET_KINDS),
      level: v.literal('key'),
      keySource: v.picklist(TON_KEY_SOURCES),
    }),
    v.object({
      ...tonEntries,
      kind: v.literal(TON_MULTISIG_KIND),
      level: v.literal('quorum'),
      keySource: v.literal(OWNERS_KEY_SOURCE),
    }),
  ]),
  v.variant('keySource', [
    v.object({
      ...evmEntries,
      kind: v.picklist(['eoa', 'eip7702']),
      chainId: v.null(),
      level: v.literal('key'),
      binding: v.literal('text'),
      keySource: v.literal(BY_SIGNATURE),
    }),
    v.object({
      ...evmEntries,
      kind: v.picklist(['contract', 'safe']),
      chainId: v.number(),
      level: v.literal('account'),
      binding: ByHash,
      keySource: v.literal(BY_CONTRACT),
    }),
    v.object({
      ...evmEntries,
      kind: v.literal('safe'),
      chainId: v.number(),
      level: v.literal('quorum'),
      binding: v.literal('text'),
      keySource: v.literal(OWNERS_KEY_SOURCE),
    }),
  ]),
])
