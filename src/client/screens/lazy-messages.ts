import { useStore } from '../ui/use-store.ts'
import { useEffect } from 'react'
import type { Language } from '#shared/languages.ts'
import { useFirstLocalization } from '../i18n/use-localization.ts'
import { useServices } from './use-services.ts'
import { createLoadable, type Loadable, type Loading } from './reading/loadable.ts'

/** Messages in their own chunk: fetched once per language, and cached. */
type LazyMessages<Section> = (language: Language) => Loadable<Section>

export function createLazyMessages<Section>(
  load: (language: Language) => Promise<Section>,
): LazyMessages<Section> {
  const cached = new Map<Language, Loadable<Section>>()
  return (language) => {
    const messages = cached.get(language) ?? createLoadable(() => load(language))
    cached.set(language, messages)
    return messages
  }
}

export type LoadingMessages<Section> = Loading<Section> & { retry: () => void }

const UNWANTED = { status: 'failed' } as const

/**
 * The messages in the language in use, for a part of a screen that can be shown without them.
 *
 * @param isWanted whether they are needed at all; until then they count as failed. @default true
 */
export function useLazyMessages<Section>(
  messages: LazyMessages<Section>,
  isWanted = true,
): LoadingMessages<Section> {
  const { language } = useFirstLocalization()
  const { languages } = useServices()
  const own = messages(language)
  const state = useStore(own.state)
  useEffect(() => {
    if (isWanted) own.load()
  }, [own, isWanted])
  useEffect(() => {
    // A new function each time, because several parts of a screen may need the same messages.
    return isWanted ? languages.keep((next) => messages(next).arrive()) : undefined
  }, [languages, messages, isWanted])
  return { ...(isWanted ? state : UNWANTED), retry: () => own.load() }
}
