/** An answer that the Bot API gives instead of doing its work. */
export type BotApiFault = {
  error_code: number
  description: string
  parameters?: { retry_after?: number; migrate_to_chat_id?: number }
}

/** Answers that a test plants in the Bot API. */
export type Faults = {
  /** Makes the next call of this method answer with the fault. */
  failNext(method: string, fault: BotApiFault): void
  /** Makes every `nth` call of this method, counted from now, answer with the fault until the returned function is called. */
  failEvery(nth: number, method: string, fault: BotApiFault): () => void
  /** Answers every call of the method beyond this many in one second with "too many". @default no limit */
  limitRate(method: string, perSecond: number): void
  /** The fault that awaits this call of the method. */
  takeFault(method: string): BotApiFault | undefined
}

/** What Telegram answers to a bot that calls too often. @param retryAfterS whole seconds */
export function tooManyRequests(retryAfterS: number): BotApiFault {
  return {
    error_code: 429,
    description: `Too Many Requests: retry after ${retryAfterS}`,
    parameters: { retry_after: retryAfterS },
  }
}

type Repeated = { nth: number; fault: BotApiFault; calls: number }

type Limited = { perSecond: number; secondAt: number; calls: number }
const SECOND_MS = 1_000

/** @param now Unix time, ms */
export function createFaults(now: () => number): Faults {
  const limited = new Map<string, Limited>()
  const next = new Map<string, BotApiFault[]>()
  const repeated = new Map<string, Repeated>()

  function takeRepeated(method: string): BotApiFault | undefined {
    const rule = repeated.get(method)
    if (rule === undefined) return undefined
    rule.calls += 1
    return rule.calls % rule.nth === 0 ? rule.fault : undefined
  }

  function takeExcess(method: string): BotApiFault | undefined {
    const rule = limited.get(method)
    if (rule === undefined) return undefined
    if (now() - rule.secondAt >= SECOND_MS) Object.assign(rule, { secondAt: now(), calls: 0 })
    rule.calls += 1
    return rule.calls > rule.perSecond ? tooManyRequests(1) : undefined
  }

  return {
    limitRate: (method, perSecond) =>
      void limited.set(method, { perSecond, secondAt: now(), calls: 0 }),
    failNext: (method, fault) => void next.set(method, [...(next.get(method) ?? []), fault]),
    failEvery(nth, method, fault) {
      repeated.set(method, { nth, fault, calls: 0 })
      return () => void repeated.delete(method)
    },
    takeFault(method) {
      const regular = takeRepeated(method)
      return takeExcess(method) ?? next.get(method)?.shift() ?? regular
    },
  }
}
