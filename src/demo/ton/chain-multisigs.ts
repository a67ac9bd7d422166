import { Address, type Cell } from '@ton/core'
import type { ChainLedger } from './chain-ledger.ts'
import {
  MULTISIG_METHOD,
  type MultisigTerms,
  multisigCode,
  multisigData,
  readMultisigStack,
} from './multisig-contract.ts'

/** The multisigs of a chain. */
export type ChainMultisigs = {
  /** @param code another contract's, of the same shape */
  deployMultisig(terms: MultisigTerms, code?: Cell): Promise<Address>
  /** Null where nothing answers like a multisig. */
  multisig(address: Address): Promise<MultisigTerms | null>
  /** Puts other terms into force, as its signers would by an order. */
  setMultisig(address: Address, change: Partial<MultisigTerms>): Promise<void>
  /** Everything that was put there as a multisig, whatever its code. */
  multisigs(): readonly Address[]
}

type Ledger = ChainLedger & {
  put(address: Address, state: { code: Cell; data: Cell }): Promise<void>
}

export function createChainMultisigs(ledger: Ledger): ChainMultisigs {
  const known = new Set<string>()
  const multisig: ChainMultisigs['multisig'] = async (address) => {
    const { exitCode, stack } = await ledger.runGetMethod(address, MULTISIG_METHOD)
    return exitCode === 0 ? readMultisigStack(stack) : null
  }
  return {
    multisig,
    deployMultisig: async (terms, code = multisigCode()) => {
      const address = await ledger.deploy({ code, data: multisigData(terms) })
      known.add(address.toRawString())
      return address
    },
    setMultisig: async (address, change) => {
      const [account, terms] = await Promise.all([ledger.account(address), multisig(address)])
      if (account.state !== 'active' || !terms) throw new Error('No multisig is at this address')
      await ledger.put(address, {
        code: account.code,
        data: multisigData({ ...terms, ...change }),
      })
    },
    multisigs: () => [...known].map((address) => Address.parse(address)),
  }
}
