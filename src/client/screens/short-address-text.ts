import type { displayAddress } from '#shared/display-address.ts'
import { shortTonAddress } from '#shared/ton-address.ts'

export type Addressed = Parameters<typeof displayAddress>[0]

/** Digits of an EVM address at each end; `0x` comes before them. */
const EVM_END_LENGTH = 4

/** An address with its middle left out, as a person compares it: `UQab…wxyz`, `0x12ab…89ef`. */
export function shortAddress(wallet: Addressed): string {
  if (wallet.family === 'ton') return shortTonAddress(wallet.address, wallet.network)
  const { address } = wallet
  return `${address.slice(0, '0x'.length + EVM_END_LENGTH)}…${address.slice(-EVM_END_LENGTH)}`
}

/** The same on one line and in its own direction inside a sentence of any language. */
export function unbrokenAddress(wallet: Addressed): string {
  return `\u2066${shortAddress(wallet).replace('…', '\u2060…\u2060')}\u2069`
}
