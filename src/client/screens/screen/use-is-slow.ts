import { useEffect, useState } from 'react'
import { WALLET_SILENCE_MS } from '#shared/limits.ts'

/**
 * Whether something has been going on for so long that the screen should say so.
 *
 * @param isGoingOn starts and ends the count
 * @param tries restarts the count when it changes
 */
export function useIsSlow(isGoingOn: boolean, tries = 0): boolean {
  const [slowTry, setSlowTry] = useState<number | null>(null)
  useEffect(() => {
    if (!isGoingOn) return
    const timer = setTimeout(() => setSlowTry(tries), WALLET_SILENCE_MS)
    return () => {
      clearTimeout(timer)
      setSlowTry(null)
    }
  }, [isGoingOn, tries])
  return isGoingOn && slowTry === tries
}
