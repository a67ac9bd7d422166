import type { Log } from '#server/log/log.ts'
import { describeError } from './telegram-problem.ts'

/** Work that is done one after the other, while whoever adds it goes on. */
export type UpdateLine = {
  add(work: () => Promise<void>): void
  /** Waits for all that was added. */
  end(): Promise<void>
}

export function createUpdateLine({ log }: { log: Log }): UpdateLine {
  let last = Promise.resolve()
  return {
    add(work) {
      last = last
        .then(work)
        .catch((error: unknown) => log.error(describeError(error), 'bot: update lost'))
    },
    end: () => last,
  }
}
