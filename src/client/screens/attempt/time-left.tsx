import { formatCountdown } from '../../i18n/format.ts'
import { useSpeech } from '../../i18n/use-speech.ts'

/** @param until ISO 8601 @param time the present in milliseconds */
export function TimeLeft({ until, time }: { until: string; time: number }) {
  const { language, messages } = useSpeech()
  const left = Math.max(0, Date.parse(until) - time)
  return (
    <p className="actions-note" role="timer">
      {messages.attempt.timeLeft(formatCountdown(language, left))}
    </p>
  )
}
