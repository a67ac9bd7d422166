/** Signatures that we request: of a text, and, from one owner of a Safe, of its EIP-712 `SafeMessage`. */
export const SIGNING_METHODS = ['personal_sign', 'eth_signTypedData_v4'] as const
export type SigningMethod = (typeof SIGNING_METHODS)[number]
