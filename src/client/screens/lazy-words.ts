import { useStore } from '../ui/use-store.ts'
import { useEffect } from 'react'
import type { Language } from '#shared/languages.ts'
import { useFirstSpeech } from '../i18n/use-speech.ts'
import { useServices } from './use-services.ts'
import { createLoadable, type Loadable, type Loading } from './state/loadable.ts'

/** Words in a chunk of their own: fetched once for each language that is spoken, and kept. */
type LazyWords<Words> = (language: Language) => Loadable<Words>

export function createLazyWords<Words>(
  load: (language: Language) => Promise<Words>,
): LazyWords<Words> {
  const kept = new Map<Language, Loadable<Words>>()
  return (language) => {
    const words = kept.get(language) ?? createLoadable(() => load(language))
    kept.set(language, words)
    return words
  }
}

export type LoadingWords<Words> = Loading<Words> & { retry: () => void }

const UNWANTED = { status: 'failed' } as const

/**
 * The words in the language in use, as a part of a screen that may do without them.
 *
 * @param isWanted whether they are needed at all; until then they count as failed. @default true
 */
export function useLazyWords<Words>(words: LazyWords<Words>, isWanted = true): LoadingWords<Words> {
  const { language } = useFirstSpeech()
  const { languages } = useServices()
  const own = words(language)
  const state = useStore(own.state)
  useEffect(() => {
    if (isWanted) own.load()
  }, [own, isWanted])
  useEffect(() => {
    // A function of its own each time: several parts of a screen may need the same words.
    return isWanted ? languages.keep((next) => words(next).arrive()) : undefined
  }, [languages, words, isWanted])
  return { ...(isWanted ? state : UNWANTED), retry: () => own.load() }
}
