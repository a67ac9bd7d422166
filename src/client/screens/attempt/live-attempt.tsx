import type { ReactNode } from 'react'
import { Screen } from '../../ui/screen.tsx'
import type { ShownAttempt } from '../linking/attempt-view.ts'
import { TimeLeft } from './time-left.tsx'
import { useLeave } from './use-leave.ts'
import { type Ways, WaysOn } from './ways-on.tsx'

type Props = { title: string; shown: ShownAttempt; ways: Ways; children: ReactNode }

/** The screen of an attempt that this device runs: leaving asks first, and below are the other ways and the time that is left. */
export function LiveAttempt({ title, shown: { attempt, proof }, ways, children }: Props) {
  const leave = useLeave(attempt)
  return (
    <Screen title={title}>
      {children}
      {proof !== 'checking' && <WaysOn attempt={attempt} ways={ways} onCancel={leave} />}
      {proof === 'none' && <TimeLeft until={attempt.expiresAt} />}
    </Screen>
  )
}
