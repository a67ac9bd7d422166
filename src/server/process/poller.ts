/** Works in rounds, with a pause after each. */
export type Poller = {
  /** Once, or again after a stop. */
  start(): void
  /** Ends the pause now. After a kick during a round, the next round follows immediately. */
  kick(): void
  /** Starts no further round, and waits for the one under way. */
  stop(): Promise<void>
}

/**
 * @param round answers the pause after it, in milliseconds; must not reject. Its signal is aborted when the poller is
 * stopped, so that a long round can end early
 */
export function createPoller(round: (stopping: AbortSignal) => Promise<number>): Poller {
  let stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let isKicked = false
  let wake: (() => void) | undefined

  async function run({ signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      const restMs = await round(signal)
      if (!isKicked) await rest(restMs)
      isKicked = false
    }
  }

  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function kick(): void {
    isKicked = true
    wake?.()
  }

  return {
    start() {
      stopping = new AbortController()
      running = run(stopping)
    },
    kick,
    async stop() {
      stopping.abort()
      kick()
      await running
    },
  }
}
