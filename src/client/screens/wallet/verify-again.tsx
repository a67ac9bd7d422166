import type { Wallet, WalletMultisig } from '#shared/wallet.ts'
import { isolated } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { type IconShape, WALLET } from '../../ui/first-icons.ts'
import { REFRESH } from '../../ui/icons.ts'
import { toChoice } from '../../wallets/to-choice.ts'
import type { WalletChoice } from '../../wallets/wallet-connector.ts'
import { AppChoiceCell } from '../connect/app-choice-cell.tsx'
import { RouteCell } from '../screen/route-cell.tsx'
import type { Route } from '../routing/router.ts'
import { useConnection } from '../device/use-connected-wallets.ts'
import { useCore, useServices } from '../context/context.ts'
import type { Preparation } from '../linking/preparation.ts'
import { useIsInBrowser } from '../device/use-is-in-browser.ts'

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
  const { wallet: messages } = useMessages()
  const app = useItsApp(wallet)
  const title = app === null ? messages.reverify : messages.reverifyWith(isolated(app.name))
  return (
    <>
      <AgainCell wallet={wallet} icon={REFRESH} title={title} />
      {app !== null && (
        <RouteCell to={chooseAgain(wallet)} icon={WALLET} title={messages.reverifyOther} />
      )}
    </>
  )
}

type AgainProps = Props & { icon: IconShape; title: string }

/** Starts to verify a wallet again: in its app where we can open that, or with one that the member chooses. */
export function AgainCell({ wallet, ...cell }: AgainProps) {
  const app = useItsApp(wallet)
  if (app === null) return <RouteCell to={chooseAgain(wallet)} {...cell} />
  const aim = { purpose: null, wanted: [wallet.address] }
  return <AppChoiceCell preparation={app.preparation} aim={aim} choice={app.choice} {...cell} />
}

function chooseAgain({ id }: Wallet): Route {
  return { screen: 'connect', walletId: id }
}

type ItsApp = { name: string; choice: WalletChoice; preparation: Preparation }

/** The app that proved the wallet last, or in which it is connected; null where we cannot open it directly. */
function useItsApp(wallet: Wallet): ItsApp | null {
  const { opened, preparations } = useCore()
  const connection = useConnection(wallet)
  const isInBrowser = useIsInBrowser(wallet.family)
  const app = opened.findProver(wallet.id) ?? connection?.walletApp ?? null
  const preparation = preparations[wallet.family]
  if (app === null || preparation === null || isInBrowser) return null
  const choice = toChoice(wallet.family, app)
  return choice === 'all-wallets' ? null : { name: app.name, choice, preparation }
}
