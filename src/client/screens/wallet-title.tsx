import type { Wallet } from '#shared/wallet.ts'
import { useMessages } from '../i18n/use-speech.ts'
import { Badge } from '../ui/badge.tsx'
import { ShortAddress } from './short-address.tsx'
import { kindName } from './wallet/kind-name.ts'

/** A linked wallet by its name or short address. */
export function WalletTitle({ wallet }: { wallet: Wallet }) {
  const { common } = useMessages()
  const { address, label, network, primary } = wallet
  return (
    <>
      {label === null ? <ShortAddress address={address} network={network} /> : <bdi>{label}</bdi>}
      {primary && <Badge>{common.primary}</Badge>}
      {network === '-3' && <Badge>{common.testnet}</Badge>}
    </>
  )
}

/** What the wallet is and what was proven. */
export function WalletSubtitle({ wallet }: { wallet: Wallet }) {
  const { wallet: words } = useMessages()
  const { address, kind, label, level, network } = wallet
  return (
    <>
      {label !== null && (
        <>
          <ShortAddress address={address} network={network} /> ·{' '}
        </>
      )}
      {kindName(words, kind)} · {words.levels[level].name}
    </>
  )
}
