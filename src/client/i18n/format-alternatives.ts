import type { Language } from '#shared/languages.ts'
import { isolated } from './format.ts'

/** Names of which one is enough, in any language, for a sentence: `Ethereum, Base, or Optimism`. */
export function formatAlternatives(language: Language, names: readonly string[]): string {
  const format = new Intl.ListFormat(language, { type: 'disjunction' })
  return format.format(names.map(isolated))
}
