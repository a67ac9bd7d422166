import type { Language } from '#shared/languages.ts'

type Forms = { [rule in Intl.LDMLPluralRule]?: string } & { other: string }

/** The form that the language uses for this number; `#` in it becomes the number in the language's digits. */
export function plural(language: Language, count: number, forms: Forms): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other
  return form.replace('#', new Intl.NumberFormat(language).format(count))
}
