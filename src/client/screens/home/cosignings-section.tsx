import { useStore } from '../../ui/use-store.ts'
import { useEffect } from 'react'
import type { CosigningSummary } from '#shared/multisig.ts'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { RetrySection } from '../share/retry-section.tsx'
import { createLoadable } from '../reading/loadable.ts'

const LIST = createLoadable(
  async () => (await import('../multisig/pending-cosignings.tsx')).PendingCosignings,
)

type Props = { cosignings: readonly CosigningSummary[] }

/** Cosignings that wait for owners. Few members ever have one, so its code loads on demand. */
export function CosigningsSection({ cosignings }: Props) {
  const list = useStore(LIST.state)
  useEffect(() => LIST.load(), [])
  if (list.status === 'ready') return <list.value cosignings={cosignings} />
  if (list.status === 'failed') return <RetrySection onRetry={() => LIST.load()} />
  return (
    <Section>
      {cosignings.map(({ code }) => (
        <SkeletonCell key={code} />
      ))}
    </Section>
  )
}
