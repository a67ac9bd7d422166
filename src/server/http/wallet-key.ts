import { parseEvmAddress } from '#shared/parse-evm-address.ts'
import { parseTonAddress } from '#shared/ton-address.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import type { WalletKey } from '../store/linking/held-wallets.ts'

/** The wallet by its raw form; undefined for a text that is no address, or is marked for the other network. */
export function toTonKey(text: string, network: TonNetwork): WalletKey | undefined {
  const address = parseTonAddress(text)
  if (address === null) return undefined
  const isForOther = address.testOnly !== null && address.testOnly !== (network === '-3')
  return isForOther ? undefined : { family: 'ton', network, address: address.raw }
}

/** The wallet by the form with its checksum, whatever the case of the text. */
export function toEvmKey(text: string): WalletKey | undefined {
  const address = parseEvmAddress(text.toLowerCase())
  return address === null ? undefined : { family: 'evm', address }
}
