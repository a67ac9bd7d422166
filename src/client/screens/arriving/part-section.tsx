import type { ReactNode } from 'react'
import type { UsedPart } from '../../parts/use-part.ts'
import { SkeletonSection } from '../screen/skeleton-section.tsx'
import { RetrySection } from './retry-section.tsx'

type Props = {
  part: UsedPart<unknown>
  /** Lines of the placeholder. @default 1 */
  lines?: number
  children: ReactNode
}

/** A section of a screen that needs a part of the app, or a section of its messages. */
export function PartSection({ part, lines = 1, children }: Props) {
  switch (part.status) {
    case 'failed':
      return <RetrySection onRetry={part.retry} />
    case 'waiting':
      return <SkeletonSection lines={lines} />
    case 'ready':
      return children
  }
}
