import type { EvmChains } from '#server/verify/evm-chain.ts'
import type { TonChain } from '#server/verify/ton-chain.ts'
import type { Turn } from './one-question-each.ts'

/** The chain, each question put when it is the asker's turn. */
export function tonChainInTurn(chain: TonChain, turn: Turn): TonChain {
  return {
    network: chain.network,
    async accountKey(address) {
      const answer = await turn(() => chain.accountKey(address))
      return answer === 'unreachable' ? { status: answer } : answer
    },
    readMultisig: (address) => turn(() => chain.readMultisig(address)),
    multisigsOf: (address) => turn(() => chain.multisigsOf(address)),
  }
}

/** The chains, each question put when it is the asker's turn. */
export function evmChainsInTurn(chains: EvmChains, turn: Turn): EvmChains {
  return {
    ids: chains.ids,
    codeAt: (chainId, address) => turn(() => chains.codeAt(chainId, address)),
    isValidSignature: (chainId, question) => turn(() => chains.isValidSignature(chainId, question)),
    readSafe: (chainId, address) => turn(() => chains.readSafe(chainId, address)),
  }
}
