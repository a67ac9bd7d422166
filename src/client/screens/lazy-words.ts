import { useStore } from '../ui/use-store.ts'
import { useEffect } from 'react'
import type { Language } from '#shared/languages.ts'
import { useSpeech } from '../i18n/use-speech.ts'
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
 * @param isWanted whether they are needed at all; until then they count as failed
 */
export function useLazyWords<Words>(
  words: LazyWords<Words>,
  isWanted: boolean,
): LoadingWords<Words> {
  const { language } = useSpeech()
  const own = words(language)
  const state = useStore(own.state)
  useEffect(() => {
    if (isWanted) own.load()
  }, [own, isWanted])
  return { ...(isWanted ? state : UNWANTED), retry: () => own.load() }
}
