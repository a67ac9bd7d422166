export type RpcError = { code: number; message: string }

export type RpcAnswer = { result: string } | { error: RpcError }

/** What wallets answer in place of a signature: JSON-RPC's, EIP-1193's and WalletConnect's codes. */
export const RPC_ERRORS = {
  malformed: { code: -32_602, message: 'Invalid parameters.' },
  rejected: { code: 4001, message: 'User rejected the request.' },
  /** Said by a wallet to which the session allows the method. */
  unsupported: { code: 4200, message: 'The method is not supported.' },
  /** Said of a method that is not in the session. */
  notGranted: { code: 5101, message: 'Unsupported methods.' },
} as const satisfies Record<string, RpcError>
