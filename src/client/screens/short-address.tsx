import { type Addressed, shortAddress } from './short-address-text.ts'

/** The two ends of an address, as wallets show it. */
export function ShortAddress({ wallet }: { wallet: Addressed }) {
  return (
    <span className="short-address" dir="ltr">
      {shortAddress(wallet)}
    </span>
  )
}
