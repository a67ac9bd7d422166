import type { EvmChains } from '#server/chains/evm-chain.ts'

/** Chains that answer immediately, without contracts, so that the time of RPC endpoints does not count. */
export const INSTANT_CHAINS: EvmChains = {
  ids: [1],
  codeAt: () => Promise.resolve('none'),
  codesAt: (_, addresses) => Promise.resolve(addresses.map(() => 'none')),
  isValidSignature: () => Promise.resolve('refused'),
  readAcceptance: () => Promise.resolve('unreachable'),
  areValidSignatures: (_, queries) => Promise.resolve(queries.map(() => 'refused')),
  readSafe: () => Promise.resolve('none'),
}
