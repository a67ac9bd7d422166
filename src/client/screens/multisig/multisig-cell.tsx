import type { Multisig } from '#shared/multisig.ts'
import type { Level } from '#shared/wallet.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkCell } from '../../ui/cell.tsx'
import { OWNERS } from '../../ui/icons.ts'
import { ShortAddress } from '../account/short-address.tsx'
import { useServices } from '../context/use-services.ts'
import { ChainName } from './chain-name.tsx'
import { MultisigName } from './multisig-name.tsx'

type Props = {
  multisig: Multisig
  /** The level at which it is listed. */
  level?: Level
  messages: MultisigMessages
}

/** A multisig in a list: what it is, its chain and address. Marked where one of the member's wallets signs for it. */
export function MultisigCell({ multisig, level, messages }: Props) {
  const { preload, router } = useServices()
  const { wallet } = useMessages()
  return (
    <LinkCell
      icon={OWNERS}
      title={
        <>
          <MultisigName multisig={multisig} messages={messages} />
          {level !== undefined && <Badge>{wallet.levels[level].name}</Badge>}
        </>
      }
      subtitle={
        <>
          <ShortAddress wallet={multisig} /> · <ChainName multisig={multisig} />
        </>
      }
      onPress={() => router.open({ screen: 'multisig', id: multisig.id })}
      onIntent={() => preload('multisig')}
    />
  )
}
