import type { Address, Hex } from 'viem'
import * as v from 'valibot'
import type { Anvil } from '#demo/evm/anvil.ts'

/** `memory[0] = 0x1626ba7e, then zeros`: PUSH4, PUSH1 224, SHL, PUSH1 0, MSTORE */
const YES = '631626ba7e60e01b600052'
/** `return(0, 32)`: PUSH1 32, PUSH1 0, RETURN */
const RETURN_WORD = '60206000f3'

/** The whole code of contracts, assembled by hand. Each answers ERC-1271 in a different wrong or odd way. */
export const ODD_CONTRACTS = {
  /** Answers yes to every call. */
  alwaysYes: `0x${YES}${RETURN_WORD}`,
  /** Answers yes only to an empty signature: its length, in the calldata after selector, hash and offset, is 0. */
  yesToNothing: `0x604435601657${YES}${RETURN_WORD}5b00`,
  /** Answers yes with 4.99 M gas or more: PUSH4, GAS, GT, PUSH1 yes, JUMPI, STOP, JUMPDEST. */
  yesWithMuchGas: `0x63004c24305a11600b57005b${YES}${RETURN_WORD}`,
  /** Yes, and a megabyte after it: PUSH3 1000000, PUSH1 0, RETURN. */
  yesAndMuchMore: `0x${YES}620f42406000f3`,
  /** PUSH1 0, PUSH1 0, REVERT */
  reverts: '0x60006000fd',
  /** Answers yes in the data of a revert: PUSH1 32, PUSH1 0, REVERT. */
  revertsWithYes: `0x${YES}60206000fd`,
  /** JUMPDEST, PUSH1 0, JUMP, until the gas is used up. */
  loops: '0x5b600056',
  /** INVALID, which uses up all gas immediately. */
  breaks: '0xfe',
  /** STOP */
  saysNothing: '0x00',
  /** The four bytes of yes without the word's other 28: PUSH1 4, PUSH1 0, RETURN. */
  saysYesShort: `0x${YES}60046000f3`,
  /** The four bytes at the wrong end of the word: PUSH4, PUSH1 0, MSTORE. */
  saysYesAtTheEnd: `0x631626ba7e600052${RETURN_WORD}`,
  /** Yes, and a 1 at the end of its word: PUSH1 1, PUSH1 31, MSTORE8. */
  saysYesWithDirt: `0x${YES}6001601f53${RETURN_WORD}`,
  /** 32 bytes of 255: PUSH1 0, NOT, PUSH1 0, MSTORE. */
  saysGarbage: `0x600019600052${RETURN_WORD}`,
  /** A megabyte of zeros. */
  saysFarTooMuch: '0x620f42406000f3',
  /** Writes first, which a view must not do, and then answers yes: PUSH1 1, PUSH1 0, SSTORE. */
  writes: `0x6001600055${YES}${RETURN_WORD}`,
} as const satisfies Record<string, string>

/** Those that accept no signature. */
export const REFUSING_CONTRACTS = [
  'reverts',
  'revertsWithYes',
  'loops',
  'breaks',
  'saysNothing',
  'saysYesShort',
  'saysYesAtTheEnd',
  'saysYesWithDirt',
  'saysGarbage',
  'saysFarTooMuch',
  'writes',
] as const satisfies (keyof typeof ODD_CONTRACTS)[]

/** The code at a key's address that delegates to a contract (EIP-7702). */
export function delegationTo(contract: Address): Hex {
  return `0xef0100${contract.slice(2)}`
}

/** Puts code at an address, without any transaction. */
export async function placeCode(anvil: AnvilChain, address: string, code: string): Promise<void> {
  v.parse(v.null(), await callAnvil(anvil, 'anvil_setCode', [address, code]))
}

/** Removes an address's code, as a node that is behind its chain shows it. Returns how to restore it. */
export async function takeCode(anvil: AnvilChain, address: string): Promise<() => Promise<void>> {
  const code = v.parse(v.string(), await callAnvil(anvil, 'eth_getCode', [address, 'latest']))
  await placeCode(anvil, address, '0x')
  return () => placeCode(anvil, address, code)
}

/** keccak256 of `fallback_manager.handler.address` */
const HANDLER_SLOT = '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5'

/** Gives a Safe another fallback handler with this code, without a transaction. Its owners can do the same. */
export async function placeHandler(
  anvil: AnvilChain,
  safe: string,
  { address, code }: { address: Address; code: string },
): Promise<void> {
  await placeCode(anvil, address, code)
  const value = `0x${address.slice('0x'.length).padStart(64, '0')}`
  await writeStorage(anvil, safe, { slot: HANDLER_SLOT, value })
}

/** Writes one word of a contract's storage, without any transaction. */
export async function writeStorage(
  anvil: AnvilChain,
  contract: string,
  { slot, value }: { slot: string; value: string },
): Promise<void> {
  v.parse(v.literal(true), await callAnvil(anvil, 'anvil_setStorageAt', [contract, slot, value]))
}

/** Ends the latest block, so that it keeps its state. */
export async function mineBlock(anvil: AnvilChain): Promise<void> {
  await callAnvil(anvil, 'anvil_mine', ['0x1'])
}

const BlockSchema = v.object({
  number: v.pipe(
    v.string(),
    v.transform((hex) => Number(hex)),
  ),
  hash: v.string(),
})

export async function readLatestBlock(
  anvil: AnvilChain,
): Promise<{ number: number; hash: string }> {
  return v.parse(BlockSchema, await callAnvil(anvil, 'eth_getBlockByNumber', ['latest', false]))
}

type AnvilChain = Pick<Anvil, 'url'>

const AnswerSchema = v.object({ result: v.optional(v.unknown()), error: v.optional(v.unknown()) })

/** Asks an anvil by JSON-RPC, in any of its own methods, too. An error that it answers with is thrown. */
export async function callAnvil(
  chain: AnvilChain,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const { result, error } = await readAnswer(chain, method, params)
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
  return result
}

/** {@link callAnvil}, with the error in place of a result where the call fails. */
export async function readAnswer(
  { url }: AnvilChain,
  method: string,
  params: readonly unknown[],
): Promise<v.InferOutput<typeof AnswerSchema>> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  return v.parse(AnswerSchema, await response.json())
}
