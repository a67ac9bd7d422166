import type { WalletStatus } from './status-screen.tsx'

const WAIT_MS = 5_000

/** Until when an approved answer is held back. */
export type HeldUntil = 'five-seconds' | 'asked'

/** Holds an approved answer back, where the behaviour says so. */
export type Hold = {
  before(behaviour: string): Promise<void>
  /** Sends the answer that is held back. */
  release(): void
}

type HoldOptions = {
  onHeld: (until: HeldUntil) => void
  sleep: (milliseconds: number) => Promise<void>
}

export function createHold({ onHeld, sleep }: HoldOptions): Hold {
  let held: (() => void) | null = null
  return {
    before: async (behaviour) => {
      if (behaviour === 'wait-5-seconds') {
        onHeld('five-seconds')
        await sleep(WAIT_MS)
      }
      if (behaviour === 'wait-until-asked') {
        onHeld('asked')
        await new Promise<void>((release) => {
          held = release
        })
      }
    },
    release: () => held?.(),
  }
}

/** What to say while an approved answer is held back. */
export function describeHold(until: HeldUntil, answerNow: () => void): WalletStatus {
  if (until === 'five-seconds') return { sign: 'wait', title: 'Answering in 5 seconds' }
  const action = { label: 'Answer now', testId: 'answer-now', run: answerNow }
  return { sign: 'wait', title: 'Holding the answer back', action }
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
