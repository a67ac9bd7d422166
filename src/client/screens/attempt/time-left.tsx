import { useEffect, useState } from 'react'
import { formatCountdown, formatTimeLeft } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { useServices } from '../context/context.ts'

const TICK_MS = 1_000

/** From here on the seconds are not shown, in milliseconds. */
const LONG_MS = 3_600_000

/** Counts down. @param until ISO 8601 */
export function TimeLeft({ until }: { until: string }) {
  const { language, messages } = useLocalization()
  const time = useTime()
  const left = Math.max(0, Date.parse(until) - time)
  const text = left < LONG_MS ? formatCountdown(language, left) : formatTimeLeft(language, left)
  return (
    <p className="actions-note" role="timer">
      {messages.attempt.timeLeft(text)}
    </p>
  )
}

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
