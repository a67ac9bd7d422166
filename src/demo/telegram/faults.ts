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

export function createFaults(): Faults {
  const next = new Map<string, BotApiFault[]>()
  const repeated = new Map<string, Repeated>()

  function takeRepeated(method: string): BotApiFault | undefined {
    const rule = repeated.get(method)
    if (rule === undefined) return undefined
    rule.calls += 1
    return rule.calls % rule.nth === 0 ? rule.fault : undefined
  }

  return {
    failNext: (method, fault) => void next.set(method, [...(next.get(method) ?? []), fault]),
    failEvery(nth, method, fault) {
      repeated.set(method, { nth, fault, calls: 0 })
      return () => void repeated.delete(method)
    },
    takeFault(method) {
      const regular = takeRepeated(method)
      return next.get(method)?.shift() ?? regular
    },
  }
}
