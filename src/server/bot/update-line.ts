/** Updates that may wait. A process that is killed loses those whose fetching Telegram has confirmed. */
const ROOM = 20

/** Work that is done one after the other, while whoever adds it goes on. */
export type UpdateLine = {
  /** Resolves at once; where the line is full, when this work is done. @param work never rejects */
  add(work: () => Promise<void>): Promise<void>
  /** Waits for all that was added. */
  end(): Promise<void>
}

export function createUpdateLine(): UpdateLine {
  let last = Promise.resolve()
  let waiting = 0
  return {
    async add(work) {
      waiting += 1
      last = last.then(work).finally(() => (waiting -= 1))
      if (waiting > ROOM) await last
    },
    end: () => last,
  }
}
