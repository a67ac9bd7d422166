import type { EvmChains } from '#server/verify/evm-chain.ts'

/** Chains that answer at once, with nothing at any address: the time that RPC endpoints take is theirs. */
export const INSTANT_CHAINS: EvmChains = {
  ids: [1],
  codeAt: () => Promise.resolve('none'),
  isValidSignature: () => Promise.resolve('refused'),
  areValidSignatures: (_, questions) => Promise.resolve(questions.map(() => 'refused')),
  readSafe: () => Promise.resolve('none'),
}
