import { displayAddress } from '#shared/display-address.ts'
import { withoutMiddle } from '../../ui/without-middle.ts'

export type Addressed = Parameters<typeof displayAddress>[0]

/** An address without its middle, the way people compare it: `UQab…wxyz`, `0x12ab…89ef`. */
function shortAddress(wallet: Addressed): string {
  return withoutMiddle(displayAddress(wallet))
}

/** The same, unbroken and in its own direction inside a sentence of any language. */
export function unbrokenAddress(wallet: Addressed): string {
  return `\u2066${shortAddress(wallet).replaceAll(/[…-]/g, '\u2060$&\u2060')}\u2069`
}
