/** What wallets are asked for: a text's signature, and as one owner of a Safe that of its EIP-712 `SafeMessage`. */
export const SIGNING_METHODS = ['personal_sign', 'eth_signTypedData_v4'] as const
export type SigningMethod = (typeof SIGNING_METHODS)[number]
