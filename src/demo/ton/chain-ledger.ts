import type { Address, Cell, StateInit, TupleItem } from '@ton/core'

export type ChainAccount =
  | { state: 'active'; balance: bigint; code: Cell; data: Cell }
  | { state: 'uninitialized' }
  | { state: 'frozen'; balance: bigint }

export type GetMethodAnswer = { exitCode: number; gasUsed: bigint; stack: TupleItem[] }

/** Accounts of a chain, as contracts are put there and asked. */
export type ChainLedger = {
  account(address: Address): Promise<ChainAccount>
  /** Runs a get-method without arguments. */
  runGetMethod(address: Address, method: string): Promise<GetMethodAnswer>
  /** Puts an account with this first state on the chain; what was there before is replaced. */
  deploy(init: StateInit): Promise<Address>
}
