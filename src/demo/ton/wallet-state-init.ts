import { type Builder, type StateInit, beginCell } from '@ton/core'
import type { TonNetwork } from '#shared/wallet.ts'
import { type WalletContract, walletCode } from './wallet-codes.ts'

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
