import { createContext, use } from 'react'
import type { Language } from '#shared/languages.ts'
import type { FirstMessages, Messages } from './messages.ts'

/** What is said, and in which language. Until the words of the screens after the first are here it is not whole. */
export type Speech = { language: Language } & (
  | { isWhole: false; messages: FirstMessages }
  | { isWhole: true; messages: Messages }
)

export type WholeSpeech = Extract<Speech, { isWhole: true }>

export const SpeechContext = createContext<Speech | null>(null)

/** What the first screens have: they do not wait for more words. */
export function useFirstSpeech(): Speech {
  const speech = use(SpeechContext)
  if (speech === null) throw new Error('no language around this component')
  return speech
}

export function useFirstMessages(): FirstMessages {
  return useFirstSpeech().messages
}

/** The words in use, and the language for dates and numbers. A screen that comes in a chunk of its own comes with them. */
export function useSpeech(): WholeSpeech {
  const speech = useFirstSpeech()
  if (!speech.isWhole) throw new Error('only the words of the first screens are here')
  return speech
}

export function useMessages(): Messages {
  return useSpeech().messages
}
