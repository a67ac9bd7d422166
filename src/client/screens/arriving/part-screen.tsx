import type { ReactNode } from 'react'
import type { UsedPart } from '../../parts/use-part.ts'
import { Waiting } from '../screen/waiting.tsx'
import { PartMissing } from './part-missing.tsx'

type Props = { part: UsedPart<unknown>; children: ReactNode }

/** A screen that needs a part of the app, or a section of its messages. */
export function PartScreen({ part, children }: Props) {
  switch (part.status) {
    case 'failed':
      return <PartMissing onRetry={part.retry} />
    case 'waiting':
      return <Waiting />
    case 'ready':
      return children
  }
}
