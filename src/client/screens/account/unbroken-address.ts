import { displayAddress } from '#shared/display-address.ts'
import { withoutMiddle } from '../../ui/without-middle.ts'

export type Addressed = Parameters<typeof displayAddress>[0]

/** An address without its middle, unbroken and in its own direction inside a sentence of any language. */
export function unbrokenAddress(wallet: Addressed): string {
  return `\u2066${withoutMiddle(displayAddress(wallet)).replaceAll(/[…-]/g, '\u2060$&\u2060')}\u2069`
}
