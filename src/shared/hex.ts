/** Bytes as they are written on EVM chains. */
export type Hex = `0x${string}`
