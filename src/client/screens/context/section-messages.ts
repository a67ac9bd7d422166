import { useEffect } from 'react'
import type { Language } from '#shared/languages.ts'
import { useFirstLocalization } from '../../i18n/use-localization.ts'
import { createPart, type Part } from '../../parts/part.ts'
import { type UsedPart, usePart } from '../../parts/use-part.ts'
import { useServices } from './use-services.ts'

/** Messages that are a part of their own in each language. */
export type SectionMessages<Messages> = (language: Language) => Part<Messages>

export function createSectionMessages<Messages>(
  load: (language: Language) => Promise<Messages>,
): SectionMessages<Messages> {
  const parts = new Map<Language, Part<Messages>>()
  return (language) => {
    const part = parts.get(language) ?? createPart(() => load(language))
    parts.set(language, part)
    return part
  }
}

/**
 * The messages in the language in use. A change of language waits for those that are on the screen.
 *
 * @param isWanted whether they are needed at all; until then they count as failed. @default true
 */
export function useSectionMessages<Messages>(
  messages: SectionMessages<Messages>,
  isWanted = true,
): UsedPart<Messages> {
  const { language } = useFirstLocalization()
  const { languages } = useServices()
  useEffect(() => {
    // A new function each time, because several parts of a screen may need the same messages.
    return isWanted ? languages.keep((next) => messages(next).arrive()) : undefined
  }, [languages, messages, isWanted])
  return usePart(messages(language), isWanted)
}
