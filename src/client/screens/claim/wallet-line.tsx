import type { Wallet } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ShortAddress } from '../account/short-address.tsx'
import { useProven } from './use-proven.ts'
import { useWalletKind } from '../account/use-wallet-kind.tsx'

const LEVEL_WIDTH = 8

/** How a line shows a linked wallet. */
export function walletLine(wallet: Wallet) {
  return {
    title: <WalletTitle wallet={wallet} />,
    subtitle: <WalletSubtitle wallet={wallet} />,
  }
}

/** Its name or short address. */
function WalletTitle({ wallet }: { wallet: Wallet }) {
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

/** Its kind and what is proven about it. */
function WalletSubtitle({ wallet }: { wallet: Wallet }) {
  const kind = useWalletKind(wallet)
  const proven = useProven(wallet)
  return (
    <>
      {wallet.label !== null && (
        <>
          <ShortAddress wallet={wallet} /> ·{' '}
        </>
      )}
      {kind !== null && <>{kind} · </>}
      {proven === null ? <Skeleton width={LEVEL_WIDTH} /> : proven.name}
    </>
  )
}
