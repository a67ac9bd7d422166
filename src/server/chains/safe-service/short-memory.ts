type ShortMemoryOptions<Answer> = {
  /** Unix time in milliseconds. */
  now: () => number
  /** How long an answer is cached, in milliseconds. */
  ttlMs: number
  /** How many answers are cached; the oldest are dropped first. */
  max: number
  isCached: (answer: Answer) => boolean
}

/** Caches answers for a short time. A caller with the same query meanwhile waits for the same answer. */
export type ShortMemory<Answer> = {
  recall(key: string, ask: () => Promise<Answer>): Promise<Answer>
}

/** Failed queries are not cached. */
export function createShortMemory<Answer>({
  now,
  ttlMs,
  max,
  isCached,
}: ShortMemoryOptions<Answer>): ShortMemory<Answer> {
  const cached = new Map<string, { answer: Answer; until: number }>()
  const underWay = new Map<string, Promise<Answer>>()

  async function askAndCache(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await ask()
      if (isCached(answer)) keep(key, answer)
      return answer
    } finally {
      underWay.delete(key)
    }
  }

  /** A map preserves the insertion order of its keys. */
  function keep(key: string, answer: Answer): void {
    cached.delete(key)
    cached.set(key, { answer, until: now() + ttlMs })
    const [oldest] = cached.keys()
    if (cached.size > max && oldest !== undefined) cached.delete(oldest)
  }

  return {
    async recall(key, ask) {
      const known = cached.get(key)
      if (known !== undefined && now() < known.until) return known.answer
      const answer = underWay.get(key) ?? askAndCache(key, ask)
      underWay.set(key, answer)
      return answer
    },
  }
}
