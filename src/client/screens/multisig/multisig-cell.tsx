import type { Multisig } from '#shared/multisig.ts'
import type { Level } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Badge } from '../../ui/badge.tsx'
import { OWNERS } from '../../ui/icons.ts'
import { RouteCell } from '../screen/route-cell.tsx'
import { multisigLine } from './multisig-line.tsx'

type Props = {
  multisig: Multisig
  /** The level at which it is listed. */
  level?: Level
}

/** A multisig in a list: what it is, its chain and address. Marked where one of the member's wallets signs for it. */
export function MultisigCell({ multisig, level }: Props) {
  const { wallet } = useMessages()
  const { title, subtitle } = multisigLine(multisig)
  return (
    <RouteCell
      to={{ screen: 'multisig', id: multisig.id }}
      icon={OWNERS}
      title={
        <>
          {title}
          {level !== undefined && <Badge>{wallet.levels[level].name}</Badge>}
        </>
      }
      subtitle={subtitle}
    />
  )
}
