import type { AskedEvmChains, EvmChains } from '#server/verify/evm-chain.ts'
import type { AskedTonChain, TonChain } from '#server/verify/ton-chain.ts'
import type { Turn } from './one-question-each.ts'

/** The chain, each question put when it is the asker's turn. */
export function tonChainInTurn(chain: TonChain, turn: Turn): AskedTonChain {
  return {
    network: chain.network,
    async accountKey(address) {
      const answer = await turn(() => chain.accountKey(address))
      return answer === 'busy' ? { status: answer } : answer
    },
  }
}

/** The chains, each question put when it is the asker's turn. */
export function evmChainsInTurn(chains: EvmChains, turn: Turn): AskedEvmChains {
  return {
    codeAt: (chainId, address) => turn(() => chains.codeAt(chainId, address)),
    isValidSignature: (chainId, question) => turn(() => chains.isValidSignature(chainId, question)),
  }
}
