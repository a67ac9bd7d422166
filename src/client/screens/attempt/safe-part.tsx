import { useStore } from '../../ui/use-store.ts'
import { type ReactNode, useEffect } from 'react'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { RetrySection } from '../share/retry-section.tsx'
import { createLoadable } from '../reading/loadable.ts'
import type { safeParts } from './safe-parts.ts'

/** In no chunk where EVM wallets are not offered. */
const PARTS = createLoadable(async () => {
  if (__EVM__) return (await import('./safe-parts.ts')).safeParts
  throw new Error('not in this build')
})

type Props = { children: (parts: typeof safeParts) => ReactNode }

/** A part of an attempt that is about a Safe. */
export function SafePart({ children }: Props) {
  const parts = useStore(PARTS.state)
  useEffect(() => {
    PARTS.load()
  }, [])
  switch (parts.status) {
    case 'waiting':
      return <SkeletonCell />
    case 'failed':
      return <RetrySection onRetry={() => PARTS.load()} />
    case 'ready':
      return children(parts.value)
  }
}
