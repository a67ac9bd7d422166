import {
  type Address,
  type Hex,
  encodeAbiParameters,
  encodeFunctionResult,
  toFunctionSelector,
  concat,
  numberToHex,
  size,
} from 'viem'
import { SENTINEL } from './read-safe-state.ts'
import { SAFE_ABI } from './safe-contracts.ts'

/** PUSH1 0, CALLDATALOAD, PUSH1 224, SHR: the first 4 bytes of the call. */
const READ_SELECTOR: Hex = '0x60003560e01c'
/** PUSH1 0, PUSH1 0, REVERT */
const REVERT: Hex = '0x60006000fd'
/** DUP1, PUSH4 selector, EQ, PUSH2 place, JUMPI */
const BRANCH_BYTES = 11
/** JUMPDEST, PUSH2 size, PUSH2 offset, PUSH1 0, CODECOPY, PUSH2 size, PUSH1 0, RETURN */
const REPLY_BYTES = 16

/** PUSH1 0, PUSH1 0, REVERT */
export const REVERTING_CODE: Hex = '0x60006000fd'

/** Says yes to everything, also when it is asked whether it is a guard: PUSH1 1, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN. */
export const PERMISSIVE_GUARD_CODE: Hex = '0x600160005260206000f3'

/** ERC-1271's magic value for a valid signature. */
const YES: Hex = '0x1626ba7e'

/** Code that answers like Safe 1.4.1 with these owners, and accepts every signature. */
export function lookalikeCode({
  owners,
  threshold,
}: {
  owners: readonly Address[]
  threshold: number
}): Hex {
  const abi = SAFE_ABI
  return answeringCode([
    {
      selector: toFunctionSelector('VERSION()'),
      data: encodeFunctionResult({ abi, functionName: 'VERSION', result: '1.4.1' }),
    },
    {
      selector: toFunctionSelector('getOwners()'),
      data: encodeFunctionResult({ abi, functionName: 'getOwners', result: owners }),
    },
    {
      selector: toFunctionSelector('getThreshold()'),
      data: encodeFunctionResult({
        abi,
        functionName: 'getThreshold',
        result: BigInt(threshold),
      }),
    },
    {
      selector: toFunctionSelector('getModulesPaginated(address,uint256)'),
      data: encodeFunctionResult({
        abi,
        functionName: 'getModulesPaginated',
        result: [[], SENTINEL],
      }),
    },
    {
      selector: toFunctionSelector('isValidSignature(bytes32,bytes)'),
      data: encodeAbiParameters([{ type: 'bytes4' }], [YES]),
    },
  ])
}

/** A contract's answer to calls of one function. */
type CodeAnswer = {
  /** The function's 4 bytes. */
  selector: Hex
  /** The whole returned data. */
  data: Hex
}

/**
 * Runtime code of a contract, assembled by hand, that always gives the same answers and reverts on every other call.
 * It answers from its code and not from storage, so a proxy can delegate to it.
 */
function answeringCode(answers: readonly CodeAnswer[]): Hex {
  const firstReply = size(READ_SELECTOR) + BRANCH_BYTES * answers.length + size(REVERT)
  const firstData = firstReply + REPLY_BYTES * answers.length
  const branches = answers.map(({ selector }, index) =>
    concat(['0x8063', selector, '0x1461', word(firstReply + REPLY_BYTES * index), '0x57']),
  )
  const replies = answers.map(({ data }, index) => {
    const before = answers.slice(0, index).reduce((sum, one) => sum + size(one.data), 0)
    const length = word(size(data))
    const offset = word(firstData + before)
    return concat(['0x5b61', length, '0x61', offset, '0x60003961', length, '0x6000f3'])
  })
  return concat([
    READ_SELECTOR,
    ...branches,
    REVERT,
    ...replies,
    ...answers.map(({ data }) => data),
  ])
}

/** Two bytes. */
function word(value: number): Hex {
  return numberToHex(value, { size: 2 })
}
