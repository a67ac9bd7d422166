import { displayAddress } from '#shared/display-address.ts'
import { Address } from '../../ui/address.tsx'
import type { Addressed } from './unbroken-address.ts'

/** The two ends of an address, as wallets show it. */
export function ShortAddress({ wallet }: { wallet: Addressed }) {
  return <Address value={displayAddress(wallet)} isShort />
}
