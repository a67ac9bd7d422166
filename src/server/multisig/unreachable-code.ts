import type { ProblemCode } from '#shared/problem.ts'
import type { Family } from '#shared/wallet.ts'

/** What whoever depends on a chain's answer hears when there is none. */
export function unreachableCode({ family }: { family: Family }): ProblemCode {
  return family === 'ton' ? 'ton-chain-unreachable' : 'evm-chain-unreachable'
}
