import { useEffect, useState } from 'react'

/** How long it is said what came of something, in milliseconds. */
const TOAST_MS = 2_500

type Toaster = {
  showToast: (text: string) => void
  /** What has just been said, for a toast; null when there is nothing to say. */
  toast: string | null
}

/** A word on what has just been done. */
export function useToast(): Toaster {
  // A new object for every word, so that each is said as long.
  const [last, setLast] = useState<{ text: string } | null>(null)
  useEffect(() => {
    if (last === null) return
    const timer = setTimeout(() => setLast(null), TOAST_MS)
    return () => clearTimeout(timer)
  }, [last])
  return { showToast: (text) => setLast({ text }), toast: last?.text ?? null }
}
