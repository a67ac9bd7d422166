import type { Platform } from '../../theme-params.ts'

/** What a client opens for a Mini App. */
export type OpenedThing = 'link' | 'telegram-link' | 'message'

type TapLimit = {
  /** How long ago the member's last tap may be, in milliseconds. */
  withinMs: number
  /** Whether a tap is used up by what it opens. */
  isOnePerTap: boolean
}

const WEB: TapLimit = { withinMs: 5_000, isOnePerTap: false }
const NATIVE: TapLimit = { withinMs: 10_000, isOnePerTap: true }

/** As read in the clients' sources. What is not listed needs no tap. */
const LIMITS: Partial<Record<Platform, Partial<Record<OpenedThing, TapLimit>>>> = {
  weba: { link: WEB },
  web: { link: WEB },
  android: { link: NATIVE, 'telegram-link': NATIVE, message: NATIVE },
  ios: { link: NATIVE, 'telegram-link': NATIVE, message: NATIVE },
  macos: { link: NATIVE },
}

/** The member's taps on the Mini App and on the client's buttons around it. */
export type TapLimits = {
  tap(): void
  /** Whether the client opens it, which may use up the tap. A client that does not says nothing. */
  allows(platform: Platform, opened: OpenedThing): boolean
}

/** @param now milliseconds */
export function createTapLimits(now: () => number): TapLimits {
  let tappedAt = Number.NEGATIVE_INFINITY
  return {
    tap() {
      tappedAt = now()
    },
    allows(platform, opened) {
      const limit = LIMITS[platform]?.[opened]
      if (limit === undefined) return true
      if (now() - tappedAt > limit.withinMs) return false
      if (limit.isOnePerTap) tappedAt = Number.NEGATIVE_INFINITY
      return true
    },
  }
}
