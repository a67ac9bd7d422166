import type { Language } from '#shared/languages.ts'
import { load } from 'virtual:words/main'
import { loadFirstMessages } from './load-first-messages.ts'
import type { FirstMessages, MainMessages, Messages } from './messages.ts'

/** The words of the first screens, and of those that come after them. */
export async function loadMessages(language: Language): Promise<Messages> {
  const [first, { words }] = await Promise.all([loadFirstMessages(language), load[language]()])
  return joined(first, words)
}

function joined(first: FirstMessages, main: MainMessages): Messages {
  return { ...first, ...main, home: { ...first.home, ...main.home } }
}
