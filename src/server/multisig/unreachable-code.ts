import type { ProblemCode } from '#shared/problem.ts'
import type { Family } from '#shared/wallet.ts'

/** The problem code for a chain that gave no answer. */
export function unreachableCode({ family }: { family: Family }): ProblemCode {
  return family === 'ton' ? 'ton-chain-unreachable' : 'evm-chain-unreachable'
}
