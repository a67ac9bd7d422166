/** EIP-7702: the mark, and the address of the contract whose code is lent. No contract can begin so (EIP-3541). */
const DELEGATION = /^0xef0100[\da-f]{40}$/i

/** Whether this code, in hex, is that of a key's address that has lent itself a contract's. */
export function isDelegation(code: string): boolean {
  return DELEGATION.test(code)
}
