import type { ReactNode } from 'react'
import type { UsedPart } from '../../parts/use-part.ts'
import { Waiting } from '../screen/waiting.tsx'
import { PartMissing } from './part-missing.tsx'

type Props<T> = { part: UsedPart<T>; children: (part: T) => ReactNode }

/** A screen that needs a part of the app, or its messages. */
export function PartScreen<T>({ part, children }: Props<T>) {
  switch (part.status) {
    case 'failed':
      return <PartMissing onRetry={part.retry} />
    case 'waiting':
      return <Waiting />
    case 'ready':
      return children(part.value)
  }
}
