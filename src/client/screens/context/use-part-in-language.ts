import { useEffect } from 'react'
import { useFirstLocalization } from '../../i18n/use-localization.ts'
import type { PartByLanguage } from '../../parts/part.ts'
import { type UsedPart, usePart } from '../../parts/use-part.ts'
import { useServices } from './context.ts'

/**
 * The part in the language in use. A change of language waits for the parts that are on the screen.
 *
 * @param isWanted whether it is needed at all; until then it counts as failed. @default true
 */
export function usePartInLanguage<T>(parts: PartByLanguage<T>, isWanted = true): UsedPart<T> {
  const { language } = useFirstLocalization()
  const { languages } = useServices()
  useEffect(() => {
    // A new function each time, because several parts of a screen may need the same messages.
    return isWanted ? languages.keep((next) => parts(next).arrive()) : undefined
  }, [languages, parts, isWanted])
  return usePart(parts(language), isWanted)
}
