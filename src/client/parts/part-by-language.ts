import type { Language } from '#shared/languages.ts'
import { createPart, type Part } from './part.ts'

/** Messages, or code that shows them: another part in each language. */
export type PartByLanguage<T> = (language: Language) => Part<T>

export function createPartByLanguage<T>(
  load: (language: Language) => Promise<T>,
): PartByLanguage<T> {
  const parts = new Map<Language, Part<T>>()
  return (language) => {
    const part = parts.get(language) ?? createPart(() => load(language))
    parts.set(language, part)
    return part
  }
}
