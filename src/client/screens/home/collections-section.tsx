import { useStore } from '../../ui/use-store.ts'
import { useEffect } from 'react'
import type { CollectionSummary } from '#shared/multisig.ts'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { RetrySection } from '../share/retry-section.tsx'
import { createLoadable } from '../state/loadable.ts'

const LIST = createLoadable(
  async () => (await import('../multisig/pending-collections.tsx')).PendingCollections,
)

type Props = { collections: readonly CollectionSummary[] }

/** Collections that wait for owners. Few members ever have one: what shows them comes when it is needed. */
export function CollectionsSection({ collections }: Props) {
  const list = useStore(LIST.state)
  useEffect(() => LIST.load(), [])
  if (list.status === 'ready') return <list.value collections={collections} />
  if (list.status === 'failed') return <RetrySection onRetry={() => LIST.load()} />
  return (
    <Section>
      {collections.map(({ code }) => (
        <SkeletonCell key={code} />
      ))}
    </Section>
  )
}
