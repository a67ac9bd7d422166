import { formatCountdown, formatTimeLeft } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'

/** From here on the seconds are not shown, in milliseconds. */
const LONG_MS = 3_600_000

/** @param until ISO 8601 @param time now, in milliseconds */
export function TimeLeft({ until, time }: { until: string; time: number }) {
  const { language, messages } = useLocalization()
  const left = Math.max(0, Date.parse(until) - time)
  const text = left < LONG_MS ? formatCountdown(language, left) : formatTimeLeft(language, left)
  return (
    <p className="actions-note" role="timer">
      {messages.attempt.timeLeft(text)}
    </p>
  )
}
