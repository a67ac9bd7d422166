import { createContext, use } from 'react'
import type { Language } from '#shared/languages.ts'
import type { FirstMessages, AppMessages } from './messages.ts'

/** The language and its messages. Incomplete until the messages of the screens after the first have loaded. */
export type Localization = { language: Language } & (
  | { isFull: false; messages: FirstMessages }
  | { isFull: true; messages: AppMessages }
)

export type FullLocalization = Extract<Localization, { isFull: true }>

export const LocalizationContext = createContext<Localization | null>(null)

/** What the first screens use: they do not wait for more messages. */
export function useFirstLocalization(): Localization {
  const localization = use(LocalizationContext)
  if (localization === null) throw new Error('no language around this component')
  return localization
}

export function useFirstMessages(): FirstMessages {
  return useFirstLocalization().messages
}

/** The messages in use, and the language for dates and numbers. A screen in its own chunk loads together with them. */
export function useLocalization(): FullLocalization {
  const localization = useFirstLocalization()
  if (!localization.isFull) throw new Error('only the messages of the first screens are loaded')
  return localization
}

export function useMessages(): AppMessages {
  return useLocalization().messages
}
