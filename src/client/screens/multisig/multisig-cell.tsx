import type { Multisig } from '#shared/multisig.ts'
import type { Level } from '#shared/wallet.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkCell } from '../../ui/cell.tsx'
import { OWNERS } from '../../ui/icons/owners.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ShortAddress } from '../short-address.tsx'
import { useKindName } from '../use-kind-name.ts'
import { useServices } from '../use-services.ts'
import { ChainName } from './chain-name.tsx'

type Props = {
  multisig: Multisig
  /** The level at which it is listed. */
  level?: Level
  words: MultisigMessages
}

const NAME_WIDTH = 12

/** A multisig in a list: what it is, where, and at which address. One that an own wallet signs for is marked so. */
export function MultisigCell({ multisig, level, words }: Props) {
  const { preload, router } = useServices()
  const { wallet } = useMessages()
  const kind = useKindName({ ...multisig, multisig })
  const fallback = kind.status === 'failed' ? words.title : <Skeleton width={NAME_WIDTH} />
  return (
    <LinkCell
      icon={OWNERS}
      title={
        <>
          {kind.status === 'ready' ? kind.value : fallback}
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
