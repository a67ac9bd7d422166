import { useState } from 'react'
import type { ProblemCode } from '#shared/problem.ts'
import { ProblemScreen } from './problem-screen.tsx'

/** A part of the app, or its messages, did not load. */
export function PartMissing({ onRetry }: { onRetry: () => void }) {
  const [code] = useState<ProblemCode>(() => (navigator.onLine ? 'server-unreachable' : 'offline'))
  return <ProblemScreen code={code} onRetry={onRetry} />
}
