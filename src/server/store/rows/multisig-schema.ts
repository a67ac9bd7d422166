import * as v from 'valibot'
import { TonNetworkSchema } from '#shared/address.ts'
import { TON_MULTISIG_KIND } from '#shared/wallet.ts'

const readEntries = {
  address: v.string(),
  threshold: v.number(),
  owners: v.array(v.string()),
}

/** A reading of a multisig, as read from its column. */
export const ReadMultisigSchema = v.variant('family', [
  v.object({
    ...readEntries,
    family: v.literal('evm'),
    kind: v.literal('safe'),
    chainId: v.number(),
    version: v.string(),
    modules: v.array(v.string()),
    guard: v.nullable(v.string()),
    canSign: v.boolean(),
  }),
  v.object({
    ...readEntries,
    family: v.literal('ton'),
    kind: v.literal(TON_MULTISIG_KIND),
    network: TonNetworkSchema,
    proposers: v.array(v.string()),
    block: v.optional(v.object({ seqno: v.number() })),
  }),
])

/** A multisig as read from an event. */
export const StoredMultisigSchema = v.intersect([
  ReadMultisigSchema,
  v.object({
    id: v.string(),
    checkedAt: v.number(),
    isBypassed: v.boolean(),
  }),
])
