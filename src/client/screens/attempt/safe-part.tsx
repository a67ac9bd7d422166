import type { ReactNode } from 'react'
import { createPart } from '../../parts/part.ts'
import { usePart } from '../../parts/use-part.ts'
import { PartSection } from '../arriving/part-section.tsx'
import type { safeParts } from './safe-parts.ts'

/** In no chunk where EVM wallets are not offered. */
const PARTS = createPart(async () => {
  if (__EVM__) return (await import('./safe-parts.ts')).safeParts
  throw new Error('not in this build')
})

type Props = { children: (parts: typeof safeParts) => ReactNode }

/** A part of an attempt that is about a Safe. */
export function SafePart({ children }: Props) {
  return <PartSection part={usePart(PARTS)}>{children}</PartSection>
}
