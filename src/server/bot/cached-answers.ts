/** An answer, and how long it may be reused, in milliseconds. */
export type CachedAnswer<Answer> = { answer: Answer; cacheMs: number }

/** Runs the query, unless its answer is cached or the same query is under way. The query must not reject. */
export type AskOnce<Answer> = (
  key: string,
  question: () => Promise<CachedAnswer<Answer>>,
) => Promise<Answer>

/**
 * Caches the latest answers.
 *
 * @param max how many are cached
 * @param clock milliseconds that only ever grow
 */
export function cacheAnswers<Answer>(max: number, clock: () => number): AskOnce<Answer> {
  const entries = new Map<string, { answer: Promise<Answer>; until: number }>()

  return (key, question) => {
    const known = entries.get(key)
    if (known !== undefined && clock() < known.until) return known.answer
    const asked = question()
    const entry = {
      answer: asked.then(({ answer }) => answer),
      until: Number.POSITIVE_INFINITY,
    }
    void asked.then(({ cacheMs }) => (entry.until = clock() + cacheMs))
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > max && oldest !== undefined) entries.delete(oldest)
    return entry.answer
  }
}
