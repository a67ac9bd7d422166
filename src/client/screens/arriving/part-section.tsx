import type { ReactNode } from 'react'
import type { UsedPart } from '../../parts/use-part.ts'
import { SkeletonSection } from '../screen/skeleton-section.tsx'
import { RetrySection } from './retry-section.tsx'

type Props<Value> = {
  part: UsedPart<Value>
  /** Lines of the placeholder. @default 1 */
  lines?: number
  /** As a function, it gets the part. */
  children: ReactNode | ((value: Value) => ReactNode)
}

/** A section of a screen that needs a part of the app, or a section of its messages. */
export function PartSection<Value>({ part, lines = 1, children }: Props<Value>) {
  switch (part.status) {
    case 'failed':
      return <RetrySection onRetry={part.retry} />
    case 'waiting':
      return <SkeletonSection lines={lines} />
    case 'ready':
      return typeof children === 'function' ? children(part.value) : children
  }
}
