import type { ReactNode } from 'react'
import type { ProblemCode } from '#shared/problem.ts'
import type { Explained } from '../../i18n/messages.ts'
import { Missing } from '../problem/missing.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { Waiting } from '../screen/waiting.tsx'
import type { UsedQuery } from './use-query.ts'

type Props<Value> = {
  query: UsedQuery<Value>
  /** Where there is nothing that the member may see. @default the problem's own sentence */
  missing?: Explained
  /** @param problem why the last refresh failed */
  children: (value: Value, problem: ProblemCode | null) => ReactNode
}

/** A screen that shows what was read from the server. */
export function QueryScreen<Value>({ query: { state, refresh }, missing, children }: Props<Value>) {
  switch (state.status) {
    case 'loading':
      return <Waiting />
    case 'failed':
      if (state.code === 'not-found' && missing !== undefined) return <Missing {...missing} />
      return <ProblemScreen code={state.code} onRetry={refresh} />
    case 'shown':
      return children(state.value, state.problem)
  }
}
