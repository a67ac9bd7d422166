import type { OwnCard } from '#shared/card.ts'
import { formatDate } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'

/** How often others opened the member's own card, and when last. */
export function useOpened({ opens, lastOpenedAt }: OwnCard): string {
  const { language, messages } = useLocalization()
  const { uses } = messages.home
  if (lastOpenedAt === null) return uses.unopened
  return uses.opened({ count: opens, date: formatDate(language, lastOpenedAt) })
}
