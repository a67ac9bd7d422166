import { LRUCache } from 'lru-cache'

/** An answer, and how long it may be reused, in milliseconds: 0 for not at all, infinity for as long as there is room. */
export type CachedAnswer<Answer> = { answer: Answer; cacheMs: number }

/** Runs the query, unless its answer is cached or the same query is under way. The query must not reject. */
export type AskOnce<Answer> = (
  key: string,
  query: () => Promise<CachedAnswer<Answer>>,
) => Promise<Answer>

/**
 * Caches answers. Those that were not used for the longest time give way to new ones.
 *
 * @param max how many are cached
 * @param clock milliseconds that only ever grow
 */
export function cacheAnswers<Answer>(max: number, clock: () => number): AskOnce<Answer> {
  const entries = new LRUCache<string, { answer: Promise<Answer>; until: number }>({ max })

  return (key, query) => {
    const known = entries.get(key)
    if (known !== undefined && clock() < known.until) return known.answer
    const asked = query()
    const entry = {
      answer: asked.then(({ answer }) => answer),
      until: Number.POSITIVE_INFINITY,
    }
    void asked.then(({ cacheMs }) => (entry.until = clock() + cacheMs))
    entries.set(key, entry)
    return entry.answer
  }
}
