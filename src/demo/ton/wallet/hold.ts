import type { WritableAtom } from 'nanostores'
import type { Behaviour } from './behaviour.ts'
import type { WalletView } from './wallet-view.ts'

const WAIT_MS = 5_000

/** Holds an approved answer back, where the behaviour says so. */
export type Hold = {
  before(behaviour: Behaviour): Promise<void>
  /** Lets go of the answer that waits until asked for. */
  release(): void
}

type HoldOptions = {
  view: WritableAtom<WalletView>
  sleep: (milliseconds: number) => Promise<void>
}

export function createHold({ view, sleep }: HoldOptions): Hold {
  let held: (() => void) | null = null
  return {
    before: async (behaviour) => {
      if (behaviour === 'wait-5-seconds') {
        view.set({ screen: 'waiting', until: 'five-seconds' })
        await sleep(WAIT_MS)
      }
      if (behaviour === 'wait-until-asked') {
        view.set({ screen: 'waiting', until: 'asked' })
        await new Promise<void>((release) => {
          held = release
        })
      }
    },
    release: () => held?.(),
  }
}
