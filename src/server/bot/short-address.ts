import { displayAddress } from '#shared/display-address.ts'

/** Characters at each end; the `0x` of an EVM address comes before them. */
const END_LENGTH = 4

/** An address without its middle, as people compare it: `UQab…wxyz`, `0x12ab…89ef`. */
export function shortAddress(wallet: Parameters<typeof displayAddress>[0]): string {
  const address = displayAddress(wallet)
  const start = address.startsWith('0x') ? '0x'.length + END_LENGTH : END_LENGTH
  return `${address.slice(0, start)}…${address.slice(-END_LENGTH)}`
}
