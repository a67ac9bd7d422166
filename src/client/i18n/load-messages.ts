import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:messages/main'
import { loadFirstMessages } from './load-first-messages.ts'
import type { FirstMessages, MainMessages, AppMessages } from './messages.ts'

/** The messages of the first screens, and of the screens after them. */
export async function loadMessages(language: Language): Promise<AppMessages> {
  const [first, { messages }] = await Promise.all([loadFirstMessages(language), load[language]()])
  return joined(first, messages)
}

function joined(first: FirstMessages, main: MainMessages): AppMessages {
  return { ...first, ...main, home: { ...first.home, ...main.home } }
}
