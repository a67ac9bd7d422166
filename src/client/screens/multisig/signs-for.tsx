import { listMultisigs } from '#shared/api/list-multisigs.ts'
import type { Multisig } from '#shared/multisig.ts'
import type { Wallet } from '#shared/wallet.ts'
import { OWNERS } from '../../ui/icons.ts'
import { Section } from '../../ui/list.tsx'
import { RouteCell } from '../screen/route-cell.tsx'
import { useRead } from '../query/use-query.ts'
import type { Route } from '../routing/router.ts'
import { useSection } from '../arriving/use-section.ts'

/** The multisigs that a wallet which has just been linked signs for, to continue with. Nothing where there are none. */
export function SignsFor({ wallet }: { wallet: Wallet }) {
  return wallet.level === 'key' ? <OfKey wallet={wallet} /> : null
}

function OfKey({ wallet }: { wallet: Wallet }) {
  const { state } = useRead(listMultisigs, { id: wallet.id })
  const multisigs = state.status === 'shown' ? state.value.multisigs : []
  const messages = useSection('multisig', multisigs.length > 0)
  if (messages.status !== 'ready') return null
  return (
    <Section>
      <RouteCell
        to={getRoute(multisigs, wallet)}
        icon={OWNERS}
        title={messages.value.signsFor(multisigs.length)}
      />
    </Section>
  )
}

/** Leads to the only multisig, or to the wallet, which lists all of them. */
function getRoute([only, ...others]: readonly Multisig[], wallet: Wallet): Route {
  return only !== undefined && others.length === 0
    ? { screen: 'multisig', id: only.id }
    : { screen: 'wallet', id: wallet.id }
}
