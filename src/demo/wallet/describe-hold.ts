import type { HeldUntil } from './hold.ts'
import type { WalletStatus } from './status-screen.tsx'

/** What to say while an approved answer is held back. */
export function describeHold(until: HeldUntil, answerNow: () => void): WalletStatus {
  if (until === 'five-seconds') return { sign: 'wait', title: 'Answering in 5 seconds' }
  const action = { label: 'Answer now', testId: 'answer-now', run: answerNow }
  return { sign: 'wait', title: 'Holding the answer back', action }
}
