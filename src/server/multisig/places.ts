/** @param address raw */
export type TonAddressPlace = { family: 'ton'; address: string }

/** `address` with its checksum; `chainId` null for every chain that the owner offers. */
export type EvmAddressPlace = { family: 'evm'; address: string; chainId: number | null }
