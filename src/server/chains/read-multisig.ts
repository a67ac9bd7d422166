import * as v from 'valibot'
import { EvmBlockSchema } from '#proof/document.ts'
import { TonNetworkSchema } from '#shared/address.ts'
import { TON_MULTISIG_KIND } from '#shared/wallet.ts'

const AddressesSchema = v.pipe(v.array(v.string()), v.readonly())

/** `owners`: of a Safe in the chain's order, of a TON multisig in the order of their index. */
const readEntries = {
  address: v.string(),
  threshold: v.number(),
  owners: AddressesSchema,
}

/** A multisig in one reading of its chain. */
export const ReadMultisigSchema = v.variant('family', [
  /** The code of its proxy and its singleton are published ones. Addresses have the checksum of EIP-55. */
  v.object({
    ...readEntries,
    family: v.literal('evm'),
    kind: v.literal('safe'),
    chainId: v.number(),
    version: v.string(),
    modules: AddressesSchema,
    guard: v.nullable(v.string()),
    /** Whether it has the handler by which it accepts messages (ERC-1271). */
    canSign: v.boolean(),
    /** Where all of this was read; readings of 1.0.0 do not say. */
    block: v.optional(EvmBlockSchema),
  }),
  /** A multisig v2. Its code is the published one. Addresses are raw. */
  v.object({
    ...readEntries,
    family: v.literal('ton'),
    kind: v.literal(TON_MULTISIG_KIND),
    network: TonNetworkSchema,
    /** They may propose, but not approve. */
    proposers: AddressesSchema,
    /** Where it was read, if the API says so. */
    block: v.optional(v.object({ seqno: v.number() })),
  }),
])
export type ReadMultisig = v.InferOutput<typeof ReadMultisigSchema>
export type ReadSafe = Extract<ReadMultisig, { family: 'evm' }>
export type ReadTonMultisig = Extract<ReadMultisig, { family: 'ton' }>

/** Whether a reading of a multisig is of an earlier block than another one, as far as both name theirs. */
export function isOfEarlierBlock(read: ReadMultisig, known: ReadMultisig): boolean {
  const [height, knownHeight] = [getHeight(read), getHeight(known)]
  return height !== null && knownHeight !== null && height < knownHeight
}

function getHeight({ block }: ReadMultisig): number | null {
  if (block === undefined) return null
  return 'seqno' in block ? block.seqno : block.number
}
