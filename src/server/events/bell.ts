/** Wakes one sleeper. A ring while nobody sleeps is kept for the next wait. */
export type Bell = {
  ring(): void
  /** Resolves at the next ring, or after `ms`. */
  wait(ms: number): Promise<void>
}

export function createBell(): Bell {
  let isRung = false
  let wake: (() => void) | undefined

  return {
    ring() {
      isRung = true
      wake?.()
    },
    async wait(ms) {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isRung = false
    },
  }
}
