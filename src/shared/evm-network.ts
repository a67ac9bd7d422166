/** An EVM chain's name in CAIP-2. */
export function evmNetwork(chainId: number): `eip155:${number}` {
  return `eip155:${chainId}`
}
