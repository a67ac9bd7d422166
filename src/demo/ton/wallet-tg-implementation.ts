import { type Cell, beginCell } from '@ton/core'
import { WALLET_TG_KEY_OFFSET } from './wallet-state-init.ts'

/** Where WalletTg's trampoline looks for the code that it jumps to. */
export const WALLET_TG_IMPLEMENTATION_PARAMETER = -123

/** `get_public_key` as a TVM method id: crc16 of the name, with bit 16 set. */
const GET_PUBLIC_KEY_METHOD = 78_748

/**
 * Stand-in for the code behind WalletTg. It answers one get-method, `get_public_key`, with the key
 * in the account's data, and throws 11 (unknown method) for everything else.
 * Opcodes: TVM instruction set, docs.ton.org/tvm/instructions.
 */
export function walletTgImplementation(): Cell {
  return (
    beginCell()
      // PUSHINT (long form, 19 bits)
      .storeUint(0x82, 8)
      .storeUint(0, 5)
      .storeInt(GET_PUBLIC_KEY_METHOD, 19)
      // EQUAL, 11 THROWIFNOT
      .storeUint(0xba_f2_8b, 24)
      // c4 PUSH, CTOS
      .storeUint(0xed_44_d0, 24)
      // PUSHINT, SDSKIPFIRST
      .storeUint(0x80, 8)
      .storeInt(WALLET_TG_KEY_OFFSET, 8)
      .storeUint(0xd7_21, 16)
      // 256 PLDU
      .storeUint(0xd7_0b_ff, 24)
      .endCell()
  )
}
