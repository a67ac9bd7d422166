import type { Multisig } from '#shared/multisig.ts'
import type { Level } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Badge } from '../../ui/badge.tsx'
import { OWNERS } from '../../ui/icons.ts'
import { RouteCell } from '../screen/route-cell.tsx'
import { ShortAddress } from '../account/short-address.tsx'
import { ChainName } from './chain-name.tsx'
import { MultisigName } from './multisig-name.tsx'

type Props = {
  multisig: Multisig
  /** The level at which it is listed. */
  level?: Level
}

/** A multisig in a list: what it is, its chain and address. Marked where one of the member's wallets signs for it. */
export function MultisigCell({ multisig, level }: Props) {
  const { wallet } = useMessages()
  return (
    <RouteCell
      to={{ screen: 'multisig', id: multisig.id }}
      icon={OWNERS}
      title={
        <>
          <MultisigName multisig={multisig} />
          {level !== undefined && <Badge>{wallet.levels[level].name}</Badge>}
        </>
      }
      subtitle={
        <>
          <ShortAddress wallet={multisig} /> · <ChainName multisig={multisig} />
        </>
      }
    />
  )
}
