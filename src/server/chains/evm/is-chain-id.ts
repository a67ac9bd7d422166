/** Whether an answer to `eth_chainId` is this chain; nodes differ in leading zeros. */
export function isChainId(answer: string, chainId: number): boolean {
  return /^0x[\da-f]{1,64}$/i.test(answer) && BigInt(answer) === BigInt(chainId)
}
