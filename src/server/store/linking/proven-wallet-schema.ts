import * as v from 'valibot'
import {
  BINDINGS,
  EVM_KEY_SOURCES,
  LEVELS,
  TON_KEY_SOURCES,
  TON_WALLET_KINDS,
  TonNetworkSchema,
} from '#shared/wallet.ts'

const [BY_SIGNATURE, BY_CONTRACT] = EVM_KEY_SOURCES

/** A proven wallet as it comes out of columns or out of an event. */
export const ProvenWalletSchema = v.variant('family', [
  v.object({
    family: v.literal('ton'),
    network: TonNetworkSchema,
    address: v.string(),
    kind: v.picklist(TON_WALLET_KINDS),
    level: v.picklist(LEVELS),
    binding: v.picklist(BINDINGS),
    keySource: v.picklist(TON_KEY_SOURCES),
  }),
  v.variant('kind', [
    v.object({
      family: v.literal('evm'),
      address: v.string(),
      kind: v.picklist(['eoa', 'eip7702']),
      chainId: v.null(),
      level: v.literal('key'),
      binding: v.literal('text'),
      keySource: v.literal(BY_SIGNATURE),
    }),
    v.object({
      family: v.literal('evm'),
      address: v.string(),
      kind: v.literal('contract'),
      chainId: v.number(),
      level: v.picklist(['account', 'quorum', 'signer']),
      binding: v.picklist(['text', 'hash']),
      keySource: v.literal(BY_CONTRACT),
    }),
  ]),
])
