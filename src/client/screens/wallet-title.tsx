import type { Wallet } from '#shared/wallet.ts'
import { useMessages } from '../i18n/use-speech.ts'
import { Badge } from '../ui/badge.tsx'
import { ShortAddress } from './short-address.tsx'
import { useWalletKind } from './use-wallet-kind.tsx'

/** A linked wallet by its name or short address. */
export function WalletTitle({ wallet }: { wallet: Wallet }) {
  const { common } = useMessages()
  const { label, primary } = wallet
  const isTestnet = wallet.family === 'ton' && wallet.network === '-3'
  return (
    <>
      {label === null ? <ShortAddress wallet={wallet} /> : <bdi>{label}</bdi>}
      {primary && <Badge>{common.primary}</Badge>}
      {isTestnet && <Badge>{common.testnet}</Badge>}
    </>
  )
}

/** What the wallet is and what was proven. */
export function WalletSubtitle({ wallet }: { wallet: Wallet }) {
  const { wallet: words } = useMessages()
  const kind = useWalletKind(wallet)
  return (
    <>
      {wallet.label !== null && (
        <>
          <ShortAddress wallet={wallet} /> ·{' '}
        </>
      )}
      {kind !== null && <>{kind} · </>}
      {words.levels[wallet.level].name}
    </>
  )
}
