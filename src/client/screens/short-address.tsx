import { shortTonAddress } from '#shared/ton-address.ts'
import type { TonNetwork } from '#shared/wallet.ts'

/** The two ends of an address, as wallets show it. */
export function ShortAddress({ address, network }: { address: string; network: TonNetwork }) {
  return (
    <span className="short-address" dir="ltr">
      {shortTonAddress(address, network)}
    </span>
  )
}
