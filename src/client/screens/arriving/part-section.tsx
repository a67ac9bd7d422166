import type { ReactNode } from 'react'
import type { UsedPart } from '../../parts/use-part.ts'
import { SkeletonSection } from '../screen/skeleton-section.tsx'
import { RetrySection } from './retry-section.tsx'

type Props<T> = {
  part: UsedPart<T>
  /** Lines of the placeholder. @default 1 */
  lines?: number
  children: (part: T) => ReactNode
}

/** A section of a screen that needs a part of the app, or its messages. */
export function PartSection<T>({ part, lines, children }: Props<T>) {
  switch (part.status) {
    case 'failed':
      return <RetrySection onRetry={part.retry} />
    case 'waiting':
      return <SkeletonSection {...(lines !== undefined && { lines })} />
    case 'ready':
      return children(part.value)
  }
}
