import { formatAge } from '../../i18n/format.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { useServices } from '../use-services.ts'

/** How long something is still open, in its largest unit. @param until ISO 8601 */
export function TimeToGo({ until }: { until: string }) {
  const { now } = useServices()
  const { language, messages } = useSpeech()
  const seconds = Math.max(0, (Date.parse(until) - now()) / 1_000)
  return messages.attempt.timeLeft(formatAge(language, seconds))
}
