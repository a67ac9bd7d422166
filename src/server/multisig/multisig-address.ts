/** @param address raw */
export type TonMultisigAddress = { family: 'ton'; address: string }

/** `address` with its checksum; `chainId` null for every chain that the operator offers. */
export type EvmMultisigAddress = { family: 'evm'; address: string; chainId: number | null }
