import { type Address, type Cell, Dictionary, type TupleItem, beginCell } from '@ton/core'

/** Who signs for a multisig, who may only propose, and how many signers must agree. */
export type MultisigTerms = {
  signers: readonly Address[]
  proposers: readonly Address[]
  threshold: number
}

/** The get-method that multisig v2 answers. */
export const MULTISIG_METHOD = 'get_multisig_data'

/** Its TVM method id: crc16 of the name, with bit 16 set. */
const METHOD_ID = 107_307
const SEQNO_BITS = 256
/** Of a threshold and of an index in the dictionaries. */
const INDEX_BITS = 8
const NO_OPERATION = 0x00

/**
 * A contract in the shape of multisig v2: it keeps what that keeps, answers `get_multisig_data` as that does, and
 * throws 11 (unknown method) for everything else. It takes no orders.
 * Opcodes: TVM instruction set, docs.ton.org/tvm/instructions.
 */
export function multisigCode(): Cell {
  return (
    beginCell()
      // PUSHINT (long form, 19 bits)
      .storeUint(0x82, 8)
      .storeUint(0, 5)
      .storeInt(METHOD_ID, 19)
      // EQUAL, 11 THROWIFNOT
      .storeUint(0xba_f2_8b, 24)
      // c4 PUSH, CTOS
      .storeUint(0xed_44_d0, 24)
      // 256 LDU, 8 LDU: next order's number, threshold
      .storeUint(0xd3_ff, 16)
      .storeUint(0xd3_07, 16)
      // LDREF: signers
      .storeUint(0xd4, 8)
      // 8 PUSHINT, SDSKIPFIRST: their number
      .storeUint(0x78_d7_21, 24)
      // LDDICT: proposers
      .storeUint(0xf4_04, 16)
      // 1 LDI, DROP: whether orders may have any number
      .storeUint(0xd2_00_30, 24)
      // s4 PUSH, OR, s4 POP: then the next order's number is -1
      .storeUint(0x24_b1_34, 24)
      .endCell()
  )
}

/** Code that answers just the same without being the same. */
export function lookalikeCode(): Cell {
  return beginCell().storeUint(NO_OPERATION, 8).storeSlice(multisigCode().beginParse()).endCell()
}

/** Hash of the code by which a server recognises the contract, in hex. */
export function multisigCodeHash(): string {
  return multisigCode().hash().toString('hex')
}

export function multisigData({ signers, proposers, threshold }: MultisigTerms): Cell {
  return beginCell()
    .storeUint(0, SEQNO_BITS)
    .storeUint(threshold, INDEX_BITS)
    .storeRef(beginCell().storeDictDirect(indexed(signers)).endCell())
    .storeUint(signers.length, INDEX_BITS)
    .storeDict(indexed(proposers))
    .storeBit(false)
    .endCell()
}

/** Reads what {@link MULTISIG_METHOD} left on the stack; null if that is not what a multisig leaves. */
export function readMultisigStack(stack: readonly TupleItem[]): MultisigTerms | null {
  const [, threshold, signers, proposers] = stack
  if (threshold?.type !== 'int' || signers?.type !== 'cell') return null
  return {
    threshold: Number(threshold.value),
    signers: addresses(signers.cell),
    proposers: proposers?.type === 'cell' ? addresses(proposers.cell) : [],
  }
}

function indexed(addresses: readonly Address[]): Dictionary<number, Address> {
  const entries = Dictionary.empty(Dictionary.Keys.Uint(INDEX_BITS), Dictionary.Values.Address())
  for (const [index, address] of addresses.entries()) entries.set(index, address)
  return entries
}

/** In the order of their index. */
function addresses(cell: Cell): Address[] {
  return Dictionary.loadDirect(
    Dictionary.Keys.Uint(INDEX_BITS),
    Dictionary.Values.Address(),
    cell,
  ).values()
}
