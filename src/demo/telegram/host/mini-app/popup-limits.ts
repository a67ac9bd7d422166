import type { Platform } from '../../theme-params.ts'

/** What a client does with a popup: shows it, reports immediately that it was closed, or drops it without an event. */
type PopupVerdict = 'show' | 'close' | 'drop'

type PopupLimit = {
  /** Popups that follow each other within this time are in a row, in milliseconds. */
  gapMs: number
  /** How long no popup is shown after three in a row, in milliseconds. */
  lockMs: number
  whileLocked: PopupVerdict
  whileOpen: PopupVerdict
}

const IN_A_ROW = 3

/** As read in the clients' sources. Other clients show every popup. */
const LIMITS: Partial<Record<Platform, PopupLimit>> = {
  weba: { gapMs: 2_000, lockMs: 2_000, whileLocked: 'close', whileOpen: 'close' },
  web: { gapMs: 2_000, lockMs: 2_000, whileLocked: 'close', whileOpen: 'drop' },
  android: { gapMs: 150, lockMs: 3_000, whileLocked: 'drop', whileOpen: 'drop' },
}

/** The dialogs that one Mini App has opened. */
export type PopupLimits = {
  isOpen(): boolean
  judge(platform: Platform): PopupVerdict
  /** Shows a dialog, which counts as a popup of the row. */
  during<Answer>(platform: Platform, dialog: () => Promise<Answer>): Promise<Answer>
}

/** @param now milliseconds */
export function createPopupLimits(now: () => number): PopupLimits {
  let open = 0
  let inRow = 0
  let closedAt = Number.NEGATIVE_INFINITY
  let lockedUntil = Number.NEGATIVE_INFINITY

  function close(limit: PopupLimit | undefined): void {
    open -= 1
    closedAt = now()
    if (limit === undefined || inRow < IN_A_ROW) return
    lockedUntil = closedAt + limit.lockMs
    inRow = 0
  }

  return {
    isOpen: () => open > 0,
    judge(platform) {
      const limit = LIMITS[platform]
      if (limit === undefined) return 'show'
      if (open > 0) return limit.whileOpen
      return now() < lockedUntil ? limit.whileLocked : 'show'
    },
    async during(platform, dialog) {
      const limit = LIMITS[platform]
      if (limit !== undefined && now() - closedAt > limit.gapMs) inRow = 0
      open += 1
      inRow += 1
      try {
        return await dialog()
      } finally {
        close(limit)
      }
    },
  }
}
