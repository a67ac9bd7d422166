import { useState } from 'react'
import { getPartProblem } from '../../parts/part.ts'
import { ProblemScreen } from '../problem/problem-screen.tsx'

/** A part of the app, or its messages, did not load. */
export function PartMissing({ onRetry }: { onRetry: () => void }) {
  const [code] = useState(getPartProblem)
  return <ProblemScreen code={code} onRetry={onRetry} />
}
