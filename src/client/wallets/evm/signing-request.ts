import { safeTypedData } from '#shared/safe-message.ts'
import type { AskedSignature } from './evm-memory.ts'
import type { SigningMethod } from './session-account.ts'

type RpcSigningRequest = { method: SigningMethod; params: readonly [string, string] }

/** The JSON-RPC request for a signature, the same each time for the same record. */
export function signingRequest(asked: AskedSignature): RpcSigningRequest {
  const { message, account, signsFor } = asked
  if (signsFor === null) {
    return { method: 'personal_sign', params: [toHex(message), account.address] }
  }
  const { types, ...data } = safeTypedData(signsFor, message)
  return {
    method: 'eth_signTypedData_v4',
    params: [account.address, JSON.stringify({ types: { ...DOMAIN_TYPE, ...types }, ...data })],
  }
}

/** Wallets also expect the domain's type (EIP-712, `eth_signTypedData`). */
const DOMAIN_TYPE = {
  EIP712Domain: [
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
}

/** The text's bytes in UTF-8, in hex, as personal_sign requires. */
function toHex(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text))
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
