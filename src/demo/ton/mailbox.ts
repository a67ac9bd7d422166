/** A message on the bridge. `id` grows over all receivers; `data` is the JSON that a receiver reads. */
export type BridgeMessage = { id: number; to: string; data: string }

type StoredBridgeMessage = BridgeMessage & { expiresAt: number }
type Subscriber = { receivers: ReadonlySet<string>; onLetter: (letter: BridgeMessage) => void }

export type Mailbox = {
  /** @param letter.ttlMs how long it waits for its receiver, in milliseconds */
  post(letter: { to: string; data: string; ttlMs: number }): void
  /**
   * Hands over the letters that wait, then each new one as it comes. Letters stay until they
   * expire, so that a receiver can resume after the last id that it saw.
   */
  subscribe(subscriber: Subscriber & { afterId: number }): () => void
}

export function createMailbox(now: () => number): Mailbox {
  const subscribers = new Set<Subscriber>()
  let letters: StoredBridgeMessage[] = []
  let lastId = 0

  return {
    post: ({ to, data, ttlMs }) => {
      // Receivers remember the last id beyond our life, so ids never start over.
      lastId = Math.max(lastId + 1, now())
      const letter = { id: lastId, to, data, expiresAt: now() + ttlMs }
      letters = [...letters.filter(({ expiresAt }) => expiresAt > now()), letter]
      for (const { receivers, onLetter } of subscribers) {
        if (receivers.has(to)) onLetter(letter)
      }
    },
    subscribe: ({ receivers, onLetter, afterId }) => {
      for (const letter of letters) {
        const isDue = letter.id > afterId && letter.expiresAt > now()
        if (isDue && receivers.has(letter.to)) onLetter(letter)
      }
      const subscriber = { receivers, onLetter }
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
  }
}
