import { useEffect, useState } from 'react'
import { useServices } from '../use-services.ts'

const TICK_MS = 1_000

/** The current time, updated every second, in milliseconds. */
export function useTime(): number {
  const { now } = useServices()
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), TICK_MS)
    return () => clearInterval(timer)
  }, [now])
  return time
}
