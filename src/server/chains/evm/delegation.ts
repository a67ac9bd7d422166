/**
 * EIP-7702: the prefix, and the address of the contract whose code is used. No contract can start like this (EIP-3541).
 */
const DELEGATION = /^0xef0100[\da-f]{40}$/i

/** Whether this code, in hex, belongs to a key's address that uses a contract's code. */
export function isDelegation(code: string): boolean {
  return DELEGATION.test(code)
}
