import { createContext, use } from 'react'
import type { Language } from '#shared/languages.ts'
import type { Messages } from './messages.ts'

export type Speech = { language: Language; messages: Messages }

export const SpeechContext = createContext<Speech | null>(null)

/** The words in use, and the language for dates and numbers. */
export function useSpeech(): Speech {
  const speech = use(SpeechContext)
  if (speech === null) throw new Error('no language around this component')
  return speech
}

export function useMessages(): Messages {
  return useSpeech().messages
}
