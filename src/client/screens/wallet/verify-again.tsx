import type { Wallet, WalletMultisig } from '#shared/wallet.ts'
import { isolated } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { WALLET } from '../../ui/first-icons.ts'
import { REFRESH } from '../../ui/icons.ts'
import { toChoice } from '../../wallets/to-choice.ts'
import type { WalletChoice } from '../../wallets/wallet-connector.ts'
import { AppChoiceCell } from '../connect/app-choice-cell.tsx'
import { RouteCell } from '../screen/route-cell.tsx'
import type { Route } from '../routing/router.ts'
import { useConnection } from '../device/use-connected-wallets.ts'
import { useCore } from '../context/use-core.ts'
import { useIsInBrowser } from '../device/use-is-in-browser.ts'
import { useServices } from '../context/use-services.ts'

type Props = { wallet: Wallet }

/** Only for a wallet that can be connected here; for a multisig, its owners are asked. */
export function VerifyAgain({ wallet }: Props) {
  const { wallets } = useServices()
  const { family, multisig, staleAt } = wallet
  // For a multisig whose proof has ended, this is the main action.
  if (wallets[family] === null || (multisig !== null && staleAt !== null)) return null
  return multisig === null ? <WithItsApp wallet={wallet} /> : <ByOwners multisig={multisig} />
}

function ByOwners({ multisig: { id } }: { multisig: WalletMultisig }) {
  const { wallet: messages } = useMessages()
  return <RouteCell to={{ screen: 'multisig', id }} icon={REFRESH} title={messages.reverify} />
}

/** With the app that proved it last, where we can open that, or with one that the member chooses. */
function WithItsApp({ wallet }: Props) {
  const { preparations } = useCore()
  const { wallet: messages } = useMessages()
  const app = useItsApp(wallet)
  const preparation = preparations[wallet.family]
  const choice: Route = { screen: 'connect', walletId: wallet.id }
  if (app === null || preparation === null) {
    return <RouteCell to={choice} icon={REFRESH} title={messages.reverify} />
  }
  return (
    <>
      <AppChoiceCell
        preparation={preparation}
        aim={{ purpose: null, wanted: [wallet.address] }}
        choice={app.choice}
        icon={REFRESH}
        title={messages.reverifyWith(isolated(app.name))}
      />
      <RouteCell to={choice} icon={WALLET} title={messages.reverifyOther} />
    </>
  )
}

type ItsApp = { name: string; choice: WalletChoice }

/** The app that proved the wallet last, or in which it is connected; null where we cannot open it directly. */
function useItsApp(wallet: Wallet): ItsApp | null {
  const { opened } = useCore()
  const connection = useConnection(wallet)
  const isInBrowser = useIsInBrowser(wallet.family)
  const app = opened.findProver(wallet.id) ?? connection?.walletApp ?? null
  if (app === null || isInBrowser) return null
  const choice = toChoice(wallet.family, app)
  return choice === 'all-wallets' ? null : { name: app.name, choice }
}
