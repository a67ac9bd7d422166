import { useEffect, useState } from 'react'

/** How long it is said what came of something, in milliseconds. */
const SAID_MS = 2_500

type Said = {
  say: (text: string) => void
  /** What has just been said, for a toast; null when there is nothing to say. */
  said: string | null
}

/** A word on what has just been done. */
export function useSaid(): Said {
  // A new object for every word, so that each is said as long.
  const [last, setLast] = useState<{ text: string } | null>(null)
  useEffect(() => {
    if (last === null) return
    const timer = setTimeout(() => setLast(null), SAID_MS)
    return () => clearTimeout(timer)
  }, [last])
  return { say: (text) => setLast({ text }), said: last?.text ?? null }
}
