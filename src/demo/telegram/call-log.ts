/** One call of the Bot API. */
export type BotCall = {
  method: string
  parameters: Record<string, unknown>
  /** When it came: Unix time, ms. */
  at: number
  /** Status of its answer; null while it waits, as a long poll does. */
  status: number | null
}

/** The calls of the Bot API in the order in which they came, the latest 10,000. */
export type CallLog = {
  all(): readonly Readonly<BotCall>[]
  of(method: string): readonly Readonly<BotCall>[]
  /** Notes a call; the returned function notes the status of its answer. */
  open(method: string, parameters: Record<string, unknown>): (status: number) => void
}

const CALLS_MAX = 10_000

export function createCallLog(now: () => number): CallLog {
  const calls: BotCall[] = []
  return {
    all: () => calls,
    of: (method) => calls.filter((call) => call.method === method),
    open(method, parameters) {
      const call: BotCall = { method, parameters, at: now(), status: null }
      calls.push(call)
      if (calls.length > CALLS_MAX) calls.shift()
      return (status) => void (call.status = status)
    },
  }
}
