import type { ReactNode } from 'react'
import type { UsedPart } from '../../parts/use-part.ts'
import { Waiting } from '../screen/waiting.tsx'
import { PartMissing } from './part-missing.tsx'

type Props<Value> = {
  part: UsedPart<Value>
  /** As a function, it gets the part. */
  children: ReactNode | ((value: Value) => ReactNode)
}

/** A screen that needs a part of the app, or a section of its messages. */
export function PartScreen<Value>({ part, children }: Props<Value>) {
  switch (part.status) {
    case 'failed':
      return <PartMissing onRetry={part.retry} />
    case 'waiting':
      return <Waiting />
    case 'ready':
      return typeof children === 'function' ? children(part.value) : children
  }
}
