import {
  type Address,
  type Hex,
  encodeAbiParameters,
  encodeFunctionResult,
  toFunctionSelector,
} from 'viem'
import { answeringCode } from './answering-code.ts'
import { SENTINEL } from './read-safe-state.ts'
import { SAFE_ABI } from './safe-contracts.ts'

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
