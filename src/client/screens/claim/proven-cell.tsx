import type { Wallet } from '#shared/wallet.ts'
import { Cell } from '../../ui/list.tsx'
import { SHIELD } from '../../ui/icons.ts'
import { WARNING } from '../../ui/first-icons.ts'
import { Pill } from '../../ui/pill.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { useProven } from './use-proven.ts'

type Props = { wallet: Pick<Wallet, 'level' | 'kind' | 'staleAt' | 'verifiedAt'> }

/** The level at which a wallet is proven, with one sentence that explains it; or only that it no longer is. */
export function ProvenCell({ wallet }: Props) {
  const proven = useProven(wallet)
  if (proven === null) return <SkeletonCell />
  const isStale = wallet.staleAt !== null
  return (
    <Cell
      tone={isStale ? 'warning' : 'plain'}
      icon={isStale ? WARNING : SHIELD}
      title={<Pill tone={proven.tone}>{proven.name}</Pill>}
      subtitle={isStale ? null : proven.sentence}
    />
  )
}
