import type { SignatureQuery, SignatureVerdict } from '#proof/chain.ts'
import type { BlockTag, RpcCall } from './json-rpc.ts'

/** Gas that a contract may use for its verdict. A Safe of twenty owners needs about a tenth of it. */
const VERDICT_GAS = 5_000_000
/** Gas that must be left before the contract is called, so that it gets all of {@link VERDICT_GAS} (EIP-150). */
const LEAST_GAS = 5_200_000

/** `isValidSignature(bytes32,bytes)`: the selector, and also the value with which a contract accepts (ERC-1271). */
const MAGIC = '1626ba7e'
const WORD_BYTES = 32

/**
 * Init code that queries the contract by ERC-1271 and returns three words: whether the call succeeded, how many bytes
 * came back, and the first 32 of them. So a contract that reverts, uses too much gas or answers nonsense is a normal
 * result, and every error of the node means that no contract was queried. It runs as an `eth_call` without `to`;
 * nothing is deployed.
 *
 * The outer call has no gas limit of its own: this code makes only one call of limited gas, and some chains (Arbitrum)
 * count the price of the calldata in gas. A node that gives less gas than the contract may use gets no verdict, because
 * too little gas would look like a refusal.
 */
export function probeCode(query: SignatureQuery): string {
  const data = callData(query)
  const size = hexNumber(data.length / 2, 2)
  const code = [
    // if (gas() < LEAST_GAS) goto `refuse`
    `63${hexNumber(LEAST_GAS, 4)}`, // PUSH4
    '5a', // GAS
    '10', // LT
    `60${hexNumber(REFUSE_AT, 1)}`, // PUSH1
    '57', // JUMPI
    // memory[96…] = data
    `61${size}`, // PUSH2 length
    `60${hexNumber(CODE_BYTES, 1)}`, // PUSH1 offset in this code
    '6060', // PUSH1 offset in memory
    '39', // CODECOPY
    // staticcall(VERDICT_GAS, address, 96, size, 64, 32)
    '6020', // PUSH1 length of what is kept
    '6040', // PUSH1 where it is kept
    `61${size}`, // PUSH2 length
    '6060', // PUSH1 offset
    `73${query.address.slice(2)}`, // PUSH20
    `63${hexNumber(VERDICT_GAS, 4)}`, // PUSH4
    'fa', // STATICCALL
    // memory[0] = success; memory[32] = returndatasize()
    '600052', // PUSH1 0, MSTORE
    '3d602052', // RETURNDATASIZE, PUSH1 32, MSTORE
    // return(0, 96)
    '60606000f3', // PUSH1 96, PUSH1 0, RETURN
    // refuse: revert(0, 0)
    '5b60006000fd', // JUMPDEST, PUSH1 0, PUSH1 0, REVERT
  ].join('')
  return `0x${code}${data}`
}

/** The call that runs the code of {@link probeCode}. */
export function probeCall(query: SignatureQuery, block: BlockTag = 'latest'): RpcCall {
  return { method: 'eth_call', params: [{ data: probeCode(query) }, block] }
}

/** Length of the code before the call data, and where its `refuse` is. */
const CODE_BYTES = 72
const REFUSE_AT = 66

/** The result of the code of {@link probeCode}; null if it cannot be one. */
export function readProbe(result: string): SignatureVerdict | null {
  const [, success, size, word] = /^0x([\da-f]{64})([\da-f]{64})([\da-f]{64})$/i.exec(result) ?? []
  if (success === undefined || size === undefined || word === undefined) return null
  const isYes =
    BigInt(`0x${success}`) === 1n &&
    BigInt(`0x${size}`) >= BigInt(WORD_BYTES) &&
    word.toLowerCase() === MAGIC.padEnd(WORD_BYTES * 2, '0')
  return isYes ? 'accepted' : 'refused'
}

/** ABI: the selector, the hash, the offset of the bytes, their length, and the bytes padded to a whole word. */
function callData({ hash, signature }: SignatureQuery): string {
  const bytes = signature.slice(2)
  const words = Math.ceil(bytes.length / 2 / WORD_BYTES)
  return [
    MAGIC,
    hash.slice(2),
    hexNumber(2 * WORD_BYTES, WORD_BYTES),
    hexNumber(bytes.length / 2, WORD_BYTES),
    bytes.padEnd(words * WORD_BYTES * 2, '0'),
  ].join('')
}

function hexNumber(value: number, bytes: number): string {
  return value.toString(16).padStart(bytes * 2, '0')
}
