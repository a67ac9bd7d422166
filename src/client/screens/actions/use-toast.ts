import { useEffect, useState } from 'react'

/** How long a toast is shown, in milliseconds. */
const TOAST_MS = 2_500

/** A short text about what has just been done. */
export function useToast() {
  // A new object each time, so that a repeated text is shown for the full time again.
  const [last, setLast] = useState<{ text: string } | null>(null)
  useEffect(() => {
    if (last === null) return
    const timer = setTimeout(() => setLast(null), TOAST_MS)
    return () => clearTimeout(timer)
  }, [last])
  return {
    showToast: (text: string) => setLast({ text }),
    /** The latest text, for a toast; null when there is nothing to say. */
    toast: last?.text ?? null,
  }
}
