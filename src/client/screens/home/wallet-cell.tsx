import type { Wallet } from '#shared/wallet.ts'
import { formatDate } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { useServices } from '../use-services.ts'
import { WalletSubtitle, WalletTitle } from '../wallet-title.tsx'
import { WALLET, WARNING } from '../../ui/first-icons.ts'

/** A linked wallet: its name or short address, its kind, what is proven and when. */
export function WalletCell({ wallet }: { wallet: Wallet }) {
  const { router, preload } = useServices()
  const { language, messages } = useLocalization()
  return (
    <LinkCell
      {...(wallet.staleAt === null ? { icon: WALLET } : { icon: WARNING, tone: 'warning' })}
      title={<WalletTitle wallet={wallet} />}
      subtitle={
        <>
          <WalletSubtitle wallet={wallet} />
          <br />
          {messages.home.verified(formatDate(language, wallet.verifiedAt))}
        </>
      }
      onPress={() => router.open({ screen: 'wallet', id: wallet.id })}
      onIntent={() => preload('wallet')}
    />
  )
}
