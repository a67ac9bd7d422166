import { type Builder, type StateInit, beginCell, Cell } from '@ton/core'
import type { TonNetwork } from '#shared/wallet.ts'

/** Offset in bits of the public key in WalletTg's data: revision:8 seqno:32 subwallet:32. */
export const WALLET_TG_KEY_OFFSET = 72

type WalletParameters = { contract: WalletContract; publicKey: Buffer; network: TonNetwork }

/** First state of a wallet in workchain 0; its hash is the address. */
export function walletStateInit({ contract, publicKey, network }: WalletParameters): StateInit {
  const data = INITIAL_DATA[contract](publicKey, network).endCell()
  return { code: walletCode(contract), data }
}

const CLASSIC_WALLET_ID = 698_983_191
const V5R1_WALLET_IDS = { '-239': 0x7f_ff_ff_11, '-3': 0x7f_ff_ff_fd } as const
const WALLET_TG_SUBWALLETS = { '-239': 0x7f_ff_7f_11, '-3': 0x7f_ff_7f_fd } as const

type BuildInitialData = (key: Buffer, network: TonNetwork) => Builder

/** Every wallet starts with seqno 0 (32 bits), which follows its flags. */
const INITIAL_DATA: Record<WalletContract, BuildInitialData> = {
  v3r2: (key) => beginCell().storeUint(0, 32).storeUint(CLASSIC_WALLET_ID, 32).storeBuffer(key),
  v4r2: (key) =>
    beginCell().storeUint(0, 32).storeUint(CLASSIC_WALLET_ID, 32).storeBuffer(key).storeBit(false),
  v5r1: (key, network) =>
    beginCell()
      .storeBit(true)
      .storeUint(0, 32)
      .storeUint(V5R1_WALLET_IDS[network], 32)
      .storeBuffer(key)
      .storeBit(false),
  walletTg: (key, network) =>
    beginCell()
      .storeUint(0, 8)
      .storeUint(0, 32)
      .storeUint(WALLET_TG_SUBWALLETS[network], 32)
      .storeBuffer(key),
}

export type WalletContract = 'v3r2' | 'v4r2' | 'v5r1' | 'walletTg'

/** Code cell of a public wallet contract. */
function walletCode(contract: WalletContract): Cell {
  return Cell.fromBase64(CODES[contract])
}

/**
 * Bags of cells, base64, one root each. Sources: ton-blockchain/ton (v3r2),
 * ton-blockchain/wallet-contract (v4r2), ton-blockchain/wallet-contract-v5 (v5r1),
 * ton-blockchain/tg-wallet-contract (walletTg: a trampoline into config parameter -123).
 */
const CODES: Record<WalletContract, string> = {
  v3r2: 'te6cckEBAQEAcQAA3v8AIN0gggFMl7ohggEznLqxn3Gw7UTQ0x/THzHXC//jBOCk8mCDCNcYINMf0x/TH/gjE7vyY+1E0NMf0x/T/9FRMrryoVFEuvKiBPkBVBBV+RDyo/gAkyDXSpbTB9QC+wDo0QGkyMsfyx/L/8ntVBC9ba0=',
  v4r2: 'te6cckECFAEAAtQAART/APSkE/S88sgLAQIBIAIPAgFIAwYC5tAB0NMDIXGwkl8E4CLXScEgkl8E4ALTHyGCEHBsdWe9IoIQZHN0cr2wkl8F4AP6QDAg+kQByMoHy//J0O1E0IEBQNch9AQwXIEBCPQKb6Exs5JfB+AF0z/IJYIQcGx1Z7qSODDjDQOCEGRzdHK6kl8G4w0EBQB4AfoA9AQw+CdvIjBQCqEhvvLgUIIQcGx1Z4MesXCAGFAEywUmzxZY+gIZ9ADLaRfLH1Jgyz8gyYBA+wAGAIpQBIEBCPRZMO1E0IEBQNcgyAHPFvQAye1UAXKwjiOCEGRzdHKDHrFwgBhQBcsFUAPPFiP6AhPLassfyz/JgED7AJJfA+ICASAHDgIBIAgNAgFYCQoAPbKd+1E0IEBQNch9AQwAsjKB8v/ydABgQEI9ApvoTGACASALDAAZrc52omhAIGuQ64X/wAAZrx32omhAEGuQ64WPwAARuMl+1E0NcLH4AFm9JCtvaiaECAoGuQ+gIYRw1AgIR6STfSmRDOaQPp/5g3gSgBt4EBSJhxWfMYQE+PKDCNcYINMf0x/THwL4I7vyZO1E0NMf0x/T//QE0VFDuvKhUVG68qIF+QFUEGT5EPKj+AAkpMjLH1JAyx9SMMv/UhD0AMntVPgPAdMHIcAAn2xRkyDXSpbTB9QC+wDoMOAhwAHjACHAAuMAAcADkTDjDQOkyMsfEssfy/8QERITAG7SB/oA1NQi+QAFyMoHFcv/ydB3dIAYyMsFywIizxZQBfoCFMtrEszMyXP7AMhAFIEBCPRR8qcCAHCBAQjXGPoA0z/IVCBHgQEI9FHyp4IQbm90ZXB0gBjIywXLAlAGzxZQBPoCFMtqEssfyz/Jc/sAAgBsgQEI1xj6ANM/MFIkgQEI9Fnyp4IQZHN0cnB0gBjIywXLAlAFzxZQA/oCE8tqyx8Syz/Jc/sAAAr0AMntVAj45Sg=',
  v5r1: 'te6cckECFAEAAoEAART/APSkE/S88sgLAQIBIAINAgFIAwQC3NAg10nBIJFbj2Mg1wsfIIIQZXh0br0hghBzaW50vbCSXwPgghBleHRuuo60gCDXIQHQdNch+kAw+kT4KPpEMFi9kVvg7UTQgQFB1yH0BYMH9A5voTGRMOGAQNchcH/bPOAxINdJgQKAuZEw4HDiEA8CASAFDAIBIAYJAgFuBwgAGa3OdqJoQCDrkOuF/8AAGa8d9qJoQBDrkOuFj8ACAUgKCwAXsyX7UTQcdch1wsfgABGyYvtRNDXCgCAAGb5fD2omhAgKDrkPoCwBAvIOAR4g1wsfghBzaWduuvLgin8PAeaO8O2i7fshgwjXIgKDCNcjIIAg1yHTH9Mf0x/tRNDSANMfINMf0//XCgAK+QFAzPkQmiiUXwrbMeHywIffArNQB7Dy0IRRJbry4IVQNrry4Ib4I7vy0IgikvgA3gGkf8jKAMsfAc8Wye1UIJL4D95w2zzYEAP27aLt+wL0BCFukmwhjkwCIdc5MHCUIccAs44tAdcoIHYeQ2wg10nACPLgkyDXSsAC8uCTINcdBscSwgBSMLDy0InXTNc5MAGk6GwShAe78uCT10rAAPLgk+1V4tIAAcAAkVvg69csCBQgkXCWAdcsCBwS4lIQseMPINdKERITAJYB+kAB+kT4KPpEMFi68uCR7UTQgQFB1xj0BQSdf8jKAEAEgwf0U/Lgi44UA4MH9Fvy4Iwi1woAIW4Bs7Dy0JDiyFADzxYS9ADJ7VQAcjDXLAgkji0h8uCS0gDtRNDSAFETuvLQj1RQMJExnAGBAUDXIdcKAPLgjuLIygBYzxbJ7VST8sCN4gAQk1vbMeHXTNC01sNe',
  walletTg: 'te6cckEBAQEAGgAAMP8AIJgh10mDCLnyQN+Ahfgz0O0eIO1T2WlCfjk=',
}

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
