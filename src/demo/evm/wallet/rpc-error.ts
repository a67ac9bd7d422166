export type RpcError = { code: number; message: string }

export type RpcAnswer = { result: string } | { error: RpcError }

/** Wallets' errors instead of a signature, with codes of JSON-RPC, EIP-1193 and WalletConnect. */
export const RPC_ERRORS = {
  malformed: { code: -32_602, message: 'Invalid parameters.' },
  rejected: { code: 4001, message: 'User rejected the request.' },
  /** From a wallet whose session allows the method. */
  unsupported: { code: 4200, message: 'The method is not supported.' },
  /** For a method that is not in the session. */
  notGranted: { code: 5101, message: 'Unsupported methods.' },
} as const satisfies Record<string, RpcError>
