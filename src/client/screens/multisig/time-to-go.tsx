import { formatTimeLeft } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { useServices } from '../context/context.ts'

/** The time that is left, in its largest unit. @param until ISO 8601 */
export function TimeToGo({ until }: { until: string }) {
  const { now } = useServices()
  const { language, messages } = useLocalization()
  const left = Math.max(0, Date.parse(until) - now())
  return messages.attempt.timeLeft(formatTimeLeft(language, left))
}
