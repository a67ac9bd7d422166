/** Updates that may wait. A process that is killed loses those whose fetching Telegram has confirmed. */
const ROOM = 20

export type UpdateLine = ReturnType<typeof createUpdateLine>

/** Work that is done one after the other, while whoever adds it goes on. */
export function createUpdateLine() {
  let last = Promise.resolve()
  let waiting = 0
  return {
    /** Resolves at once; where the line is full, when this work is done. @param work never rejects */
    async add(work: () => Promise<void>): Promise<void> {
      waiting += 1
      last = last.then(work).finally(() => (waiting -= 1))
      if (waiting > ROOM) await last
    },
    /** Waits for all that was added. */
    end: () => last,
  }
}
