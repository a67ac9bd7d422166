import type { Wallet } from '#shared/wallet.ts'
import { formatDate } from '../../i18n/format.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkCell } from '../../ui/cell.tsx'
import { ShortAddress } from '../short-address.tsx'
import { useServices } from '../use-services.ts'
import { kindName } from '../wallet/kind-name.ts'
import { WALLET } from '../../ui/icons/wallet.ts'

/** A linked wallet: its name or short address, what it is, what was proven and when. */
export function WalletCell({ wallet }: { wallet: Wallet }) {
  const { router, preload } = useServices()
  const { language, messages } = useSpeech()
  const { common, home, wallet: words } = messages
  const short = <ShortAddress address={wallet.address} network={wallet.network} />
  return (
    <LinkCell
      icon={WALLET}
      title={
        <>
          {wallet.label === null ? short : <bdi>{wallet.label}</bdi>}
          {wallet.primary && <Badge>{common.primary}</Badge>}
          {wallet.network === '-3' && <Badge>{common.testnet}</Badge>}
        </>
      }
      subtitle={
        <>
          {wallet.label !== null && <>{short} · </>}
          {kindName(words, wallet.kind)} · {words.levels[wallet.level].name}
          <br />
          {home.verified(formatDate(language, wallet.verifiedAt))}
        </>
      }
      onPress={() => router.open({ screen: 'wallet', id: wallet.id })}
      onIntent={() => preload('wallet')}
    />
  )
}
